import { isTerminalPhase, isTerminalPod, type Pod } from '../api/pod';
import { NO_STATUS } from '../api/podStatus';
import type { KubeletPorts } from './kubeletPorts';
import type { PodManager } from './podManager';
import * as ask from './podWorkerPredicates';
import type { PodWorkers } from './podWorkers';
import type { StatusManager } from './statusManager';

/** What admission asks. */
export interface AdmissionParts {
  readonly ports: KubeletPorts;
  readonly podManager: PodManager;
  readonly podWorkers: PodWorkers;
  readonly statusManager: StatusManager;
}

/** Whether a pod may run on this node (`kubelet.go canAdmitPod`). One that may not is Failed, and no worker is told of it. */
export class Admission {
  constructor(private readonly parts: AdmissionParts) {}

  /** Room for one more? Also asked for pods that are over already, as kubelets up to 1.31.0 do. */
  admit(pod: Pod): boolean {
    const { ports, podManager } = this.parts;
    const fault = ports.faultAt('AdmitPod', pod);
    if (fault !== null) return this.reject(pod, 'UnexpectedAdmissionError', fault.message);
    const others = podManager.list().filter((other) => other.uid !== pod.uid && this.isActive(other)).length;
    if (others < ports.maxPods) return true;
    return this.reject(
      pod,
      'OutOfpods',
      `Node didn't have enough resource: pods, requested: 1, used: ${others}`,
    );
  }

  private reject(pod: Pod, reason: string, message: string): false {
    const { ports, statusManager } = this.parts;
    ports.emit({ kind: 'admissionRejected', uid: pod.uid, reason, message });
    statusManager.set({
      uid: pod.uid,
      status: { ...NO_STATUS, phase: 'Failed', reason },
      finished: false,
    });
    return false;
  }

  /** Whether a pod still takes up room (`kubelet_pods.go filterOutInactivePods`). */
  private isActive(pod: Pod): boolean {
    const { podWorkers, statusManager } = this.parts;
    if (ask.isPodKnownTerminated(podWorkers, pod.uid)) return false;
    const phase = statusManager.statusOf(pod.uid)?.phase ?? '';
    const terminal = isTerminalPod(pod) || isTerminalPhase(phase);
    return !terminal || ask.isPodTerminationRequested(podWorkers, pod.uid);
  }
}
