import type { ContainerSpec, RestartPolicy } from '../api/pod';
import type { Duration } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { FaultKind, FaultOperation, GrpcCode } from '../runtime/faults';

/** A pod of a scenario, defaults filled in; `name` is its key under `pods`. */
export interface PodTemplate {
  readonly name: string;
  readonly namespace: string;
  /** Fixes the uid; `null`: the API server draws one, a manifest's is a hash. */
  readonly uid: string | null;
  /** The pod's `metadata.name` where it is not the template's: two templates may share one name (two manifests). */
  readonly podName: string;
  /** terminationGracePeriodSeconds */
  readonly gracePeriod: number;
  readonly restartPolicy: RestartPolicy;
  readonly containers: readonly ContainerSpec[];
  readonly initContainers: readonly ContainerSpec[];
  readonly volumes: readonly string[];
  readonly hostNetwork: boolean;
  readonly finalizers: readonly string[];
}

/** What a person or a scenario can do to the node. Each is a button on the page and a `do` in a scenario file. */
export type Command =
  | { readonly do: 'createPod'; readonly pod: string }
  | { readonly do: 'createStaticPod'; readonly pod: string }
  /** The manifest of `pod` is replaced by one with other images (all containers), and so with another uid unless it is fixed. */
  | { readonly do: 'editStaticPod'; readonly pod: string; readonly image: string }
  | { readonly do: 'removeStaticPod'; readonly pod: string }
  /** A graceful deletion; `gracePeriod` in seconds overrides the pod's own. */
  | { readonly do: 'deletePod'; readonly pod: string; readonly gracePeriod: number | null }
  | { readonly do: 'forceDeletePod'; readonly pod: string }
  /** Puts the pod back into its source under the uid that it had before. */
  | { readonly do: 'recreatePodSameUID'; readonly pod: string }
  | { readonly do: 'evictPod'; readonly pod: string; readonly gracePeriod: number | null }
  | {
      readonly do: 'exitContainer';
      readonly pod: string;
      readonly container: string | null;
      readonly exitCode: number;
    }
  /** Somebody takes the finalizers off the API object. */
  | { readonly do: 'removeFinalizers'; readonly pod: string }
  | {
      readonly do: 'injectFault';
      /** A name to lift it by; `null`: none. */
      readonly name: string | null;
      readonly operation: FaultOperation;
      readonly pod: string | null;
      readonly kind: FaultKind;
      readonly code: GrpcCode;
      readonly message: string;
      readonly delay: Duration;
      readonly times: number | null;
      readonly nth: number;
      readonly probability: number;
    }
  /** Lifts the faults that match every field that is not `null`; with none given, all. Hanging calls go on. */
  | {
      readonly do: 'liftFault';
      readonly name: string | null;
      readonly operation: FaultOperation | null;
      readonly pod: string | null;
    }
  | { readonly do: 'stopRuntime' }
  | { readonly do: 'startRuntime' }
  | { readonly do: 'networkDown' }
  | { readonly do: 'networkUp' }
  | { readonly do: 'apiServerDown' }
  | { readonly do: 'apiServerUp' }
  /** The kubelet loses its memory and is back after `downtime`. */
  | { readonly do: 'restartKubelet'; readonly downtime: Duration };

export type CommandName = Command['do'];

/** The worker's state as people read it; `forgotten`: the pod worker has no record of the pod (any more). */
export type WorkerState = 'observed' | 'syncing' | 'terminating' | 'terminated' | 'finished' | 'forgotten';

/** What really runs of a pod: the sandbox and its containers. */
export type RuntimeState = 'none' | 'running' | 'sandbox ready' | 'exited';

/** What a scenario says must hold at a time. Only fields that are given are checked; `releases` limits where. */
export interface Expectation {
  readonly pod?: string;
  readonly worker?: WorkerState;
  readonly kubectl?: string;
  readonly runtime?: RuntimeState;
  readonly stuck?: boolean;
  readonly image?: string;
  readonly mirrorPod?: 'present' | 'absent';
  /** Series (with labels, as in the exposition) to value; a series that does not exist counts as 0. */
  readonly metrics?: ReadonlyMap<string, number>;
  readonly releases?: readonly string[];
}

export type ScenarioStep = {
  readonly at: Duration;
  /** Line in the file, if it has one. */
  readonly line: number | null;
  /** Done after everything else that is due at its time, as a command that was given by hand is; a step else comes first. */
  readonly last?: true;
} & ({ readonly command: Command } | { readonly expect: Expectation });

/** A scenario, validated, defaults filled in. Steps are in order of time. */
export interface Scenario {
  readonly version: 1;
  readonly title: string;
  /** What it teaches; may be empty. */
  readonly description: string;
  readonly release: string;
  readonly seed: number;
  readonly maxPods: number;
  readonly shuffleTies: boolean;
  /** The run's length; `null`: the last step, at least 60 s, and 60 s after the last command unless something is expected later. */
  readonly until: Duration | null;
  readonly timing: Timing;
  readonly pods: ReadonlyMap<string, PodTemplate>;
  readonly steps: readonly ScenarioStep[];
}
