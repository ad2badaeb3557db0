import type { Brand } from '../base/brand';
import type { Duration, SimTime } from '../clock/simTime';
import type { PodStatus } from './podStatus';

/** What identifies one life of a pod. Names come back, uids mostly do not; a manifest may fix one. */
export type PodUID = Brand<string, 'PodUID'>;

/** The name by which the kubelet knows what may run only once: `name_namespace` (`GetPodFullName`). */
export type PodFullName = Brand<string, 'PodFullName'>;

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

/** A container as the manifest has it, with what the modelled process does. */
export interface ContainerSpec {
  readonly name: string;
  readonly image: string;
  /** How long the process needs to end after SIGTERM. */
  readonly stopTakes: Duration;
  /** The process ends by itself after this long; `null`: it runs until it is stopped. */
  readonly runsFor: Duration | null;
  /** Exit code when it ends by itself. Stopped by SIGTERM it is 143, killed 137. */
  readonly exitCode: number;
}

export interface PodSpec {
  readonly restartPolicy: RestartPolicy;
  readonly containers: readonly ContainerSpec[];
  readonly initContainers: readonly ContainerSpec[];
  readonly volumes: readonly string[];
  readonly hostNetwork: boolean;
}

/** A deletion that the API server has recorded. */
export interface PodDeletion {
  readonly at: SimTime;
  /** Seconds; `null` if the deletion came without a grace period. */
  readonly gracePeriod: number | null;
}

/**
 * A pod as a source hands it over: immutable, a change is a new value with a higher `version`.
 * The pod's own phase is `status.phase`; it is what the API server has, not what the kubelet thinks.
 */
export interface Pod {
  readonly uid: PodUID;
  readonly name: string;
  readonly namespace: string;
  /** `file` makes it a static pod (annotation `kubernetes.io/config.source`). */
  readonly source: 'api' | 'file';
  /** Set on a mirror pod: the uid of the static pod that it shows to the API server. */
  readonly mirrors: PodUID | null;
  /** Counts the changes of this object, like a resource version. */
  readonly version: number;
  /** Seconds; `null` on a pod made up from the runtime. */
  readonly terminationGracePeriod: number | null;
  readonly deletion: PodDeletion | null;
  readonly finalizers: readonly string[];
  readonly spec: PodSpec;
  readonly status: PodStatus;
  /** The name that the scenario gave it: a static pod's own name carries the node's name as well. */
  readonly template: string;
}

/** A pod as the runtime lists it: no annotations, no deletion, no grace periods. */
export interface RuntimePod {
  readonly uid: PodUID;
  readonly name: string;
  readonly namespace: string;
}

/** The one constructor of uids. */
export const podUID = (text: string): PodUID => text as PodUID;

/** `name_namespace`: an underscore is legal in neither, so this is unambiguous. */
export const fullNameOf = (pod: { readonly name: string; readonly namespace: string }): PodFullName =>
  `${pod.name}_${pod.namespace}` as PodFullName;

/** A static pod: it has a source and the source is not the API server (`IsStaticPod`). Its mirror pod is none. */
export const isStaticPod = (pod: Pod): boolean => pod.source === 'file';

/** The API server's image of a static pod (`IsMirrorPod`). */
export const isMirrorPod = (pod: Pod): boolean => pod.mirrors !== null;

/** A pod whose own status says that it is over. It will never run again under this uid. */
export const isTerminalPod = (pod: Pod): boolean => isTerminalPhase(pod.status.phase);

/** `Succeeded` or `Failed`. */
export const isTerminalPhase = (phase: string): boolean => phase === 'Succeeded' || phase === 'Failed';
