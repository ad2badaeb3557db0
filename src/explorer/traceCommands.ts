import { duration } from '../clock/simTime';
import type { FaultOperation } from '../runtime/faults';
import type { Command, PodTemplate } from '../scenarios/command';
import { FAULT_MESSAGES } from '../scenarios/faultMessages';
import type { Action } from './alphabet';
import type { ModelPod } from './model';

/** The operation whose failure lets a call fail, by `PodHere.call` less 1. */
const FAULTS: readonly FaultOperation[] = [
  'RunPodSandbox',
  'StopPodSandbox',
  'StopPodSandbox',
  'RemoveCgroup',
];

/** What a person does for an action that concerns no pod; `null`: it comes by itself. */
export const commandOfNode = ({ kind }: Action): Command | null =>
  kind === 'restart' ? { do: 'restartKubelet', downtime: duration(1000) } : null;

/** What a person does for an action of a pod; `null`: it comes by itself, `none`: no command does this. */
export function commandOf({ kind }: Action, { name, static: isStatic }: ModelPod): Command | 'none' | null {
  switch (kind) {
    case 'add':
      return { do: isStatic ? 'createStaticPod' : 'createPod', pod: name };
    case 'readd':
      return { do: 'recreatePodSameUID', pod: name };
    case 'remove':
      return { do: isStatic ? 'removeStaticPod' : 'forceDeletePod', pod: name };
    case 'delete':
      return { do: 'deletePod', pod: name, gracePeriod: null };
    case 'update':
      return isStatic ? { do: 'editStaticPod', pod: name, image: `${name}:2` } : 'none';
    case 'terminal':
      return { do: 'exitContainer', pod: name, container: null, exitCode: 0 };
    default:
      return null;
  }
}

/** The fault that lets a pod's call fail, once. */
export const faultOf = (call: number, pod: string): Command =>
  faultAt(FAULTS[call - 1] ?? 'StopPodSandbox', pod);

const faultAt = (operation: FaultOperation, pod: string): Command => ({
  do: 'injectFault',
  name: null,
  operation,
  pod,
  kind: 'error',
  code: 'Unknown',
  message: FAULT_MESSAGES[operation],
  delay: duration(0),
  times: 1,
  nth: 1,
  probability: 1,
});

/** The template of a pod of the model; with a volume its unmounting can take long. */
export const templateOf = (
  { name, static: isStatic, fullName, ends }: ModelPod,
  hasVolume: boolean,
): PodTemplate => ({
  name,
  namespace: 'default',
  // A manifest that is edited keeps its uid only where it is fixed.
  uid: isStatic ? `file-${name}` : null,
  podName: fullName,
  gracePeriod: 30,
  restartPolicy: ends ? 'Never' : 'Always',
  containers: [
    {
      name: 'app',
      image: `${name}:1`,
      stopTakes: duration(2000),
      runsFor: null,
      exitCode: 0,
    },
  ],
  initContainers: [],
  volumes: hasVolume ? ['data'] : [],
  hostNetwork: false,
  finalizers: [],
});
