import { type Pod, podUID, type RuntimePod } from '../../src/api/pod';
import { NO_STATUS } from '../../src/api/podStatus';
import { simTime } from '../../src/clock/simTime';
import { Housekeeping } from '../../src/kubelet/housekeeping';
import { PodHandlers } from '../../src/kubelet/podHandlers';
import { PodManager } from '../../src/kubelet/podManager';
import { PodWorkers } from '../../src/kubelet/podWorkers';
import type { Release } from '../../src/kubelet/releases';

/** Pod workers and housekeeping whose sync calls all succeed at once: what a lifecycle costs the worker, nothing else. */
export class InstantNode {
  readonly podManager = new PodManager();
  readonly podWorkers: PodWorkers;
  private readonly handlers: PodHandlers;
  private readonly housekeeping: Housekeeping;
  private woken: Pod['uid'][] = [];

  constructor(release: Release) {
    const { podManager } = this;
    this.podWorkers = new PodWorkers(release, {
      now: () => simTime(0),
      podRuns: () => false,
      wakeWorker: (uid) => void this.woken.push(uid),
      awaitPodStatus: (uid) => this.podWorkers.podStatusRefreshed(uid),
      startCall: (uid) => this.podWorkers.callReturned(uid, 'ok'),
      cancelCall: () => {},
      enqueueWork: () => {},
      emit: () => {},
    });
    const { podWorkers } = this;
    this.handlers = new PodHandlers({ podManager, podWorkers, admit: () => true });
    this.housekeeping = new Housekeeping({
      podManager,
      podWorkers,
      statusPhase: () => '',
      dropStatusesExcept: () => {},
      deleteMirrorPod: () => {},
      emit: () => {},
    });
  }

  add(pod: Pod): void {
    this.handlers.handlePodAddition(pod);
    this.runWorkers();
  }

  remove(pod: Pod): void {
    this.handlers.handlePodRemoval(pod.uid, true);
    this.runWorkers();
  }

  housekeep(running: readonly RuntimePod[] = []): void {
    this.housekeeping.finish(this.housekeeping.begin(), running);
    this.runWorkers();
  }

  private runWorkers(): void {
    for (let i = 0; i < this.woken.length; i++) {
      const uid = this.woken[i];
      if (uid !== undefined) this.podWorkers.takeTurn(uid);
    }
    this.woken = [];
  }
}

/** The `i`th of many plain pods. */
export const plainPod = (i: number): Pod => ({
  uid: podUID(`uid-${i}`),
  name: `pod-${i}`,
  namespace: 'default',
  source: 'api',
  mirrors: null,
  version: 1,
  terminationGracePeriod: 30,
  deletion: null,
  finalizers: [],
  spec: { restartPolicy: 'Always', containers: [], initContainers: [], volumes: [], hostNetwork: false },
  status: NO_STATUS,
  template: `pod-${i}`,
});
