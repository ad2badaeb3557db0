import { type ContainerSpec, type Pod, type PodUID, podUID, type RuntimePod } from '../../src/api/pod';
import { NO_STATUS, type PodPhase } from '../../src/api/podStatus';
import { duration, simTime } from '../../src/clock/simTime';

/** An API pod `web` of uid `a` with one container; `over` says what is different. */
export const newPod = (over: Partial<Pod> = {}): Pod => ({
  uid: podUID('a'),
  name: 'web',
  namespace: 'default',
  source: 'api',
  mirrors: null,
  version: 1,
  terminationGracePeriod: 30,
  deletion: null,
  finalizers: [],
  spec: {
    restartPolicy: 'Always',
    containers: [newContainerSpec()],
    initContainers: [],
    volumes: [],
    hostNetwork: false,
  },
  status: NO_STATUS,
  template: over.name ?? 'web',
  ...over,
});

/** A static pod: it comes from a file. */
export const newStaticPod = (over: Partial<Pod> = {}): Pod => newPod({ source: 'file', ...over });

/** The mirror pod of `pod`. Its uid and version are another's. */
export const newMirrorPod = (pod: Pod, over: Partial<Pod> = {}): Pod => ({
  ...pod,
  uid: podUID(`mirror-of-${pod.uid}`),
  source: 'api',
  mirrors: pod.uid,
  version: 100,
  ...over,
});

/** `pod` as it is after a deletion with that grace period (`null`: none given). */
export const deleted = (pod: Pod, gracePeriod: number | null = null): Pod => ({
  ...pod,
  version: pod.version + 1,
  deletion: { at: simTime(0), gracePeriod },
});

/** `pod` with that phase written in the object itself. */
export const withPhase = (pod: Pod, phase: PodPhase): Pod => ({
  ...pod,
  status: { ...pod.status, phase },
});

/** `pod` with other parts of the manifest. */
export const withSpec = (pod: Pod, spec: Partial<Pod['spec']>): Pod => ({
  ...pod,
  spec: { ...pod.spec, ...spec },
});

/** A container that runs until it is stopped. */
export const newContainerSpec = (over: Partial<ContainerSpec> = {}): ContainerSpec => ({
  name: 'app',
  image: 'app:1',
  stopTakes: duration(200),
  runsFor: null,
  exitCode: 0,
  ...over,
});

/** `pod` as the runtime lists it. */
export const runtimePodOf = ({ uid, name, namespace }: Pod): RuntimePod => ({ uid, name, namespace });

/** Several uids. */
export const uids = (...names: readonly string[]): PodUID[] => names.map(podUID);
