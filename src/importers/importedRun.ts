import type { LogEvent } from './logEvent';

/** How well something is known: a line says it, other lines imply it, or nothing tells. */
export type Certainty = 'observed' | 'inferred' | 'unknown';

/** The phases of a pod worker (`pod_workers.go PodWorkerState`), as far as evidence can show them. */
export type ImportedPhase =
  | 'syncing'
  | 'terminating'
  | 'terminated'
  | 'finished'
  | 'gone'
  | 'rejected'
  | 'unknown';

/** What a pod came to: the last phase, where `running` stands for a worker in its sync phase. */
export type FinalState = 'running' | Exclude<ImportedPhase, 'syncing'>;

/** A line of a source. Lines count from 1, as they are in the file. */
export interface EvidenceLine {
  readonly line: number;
  /** The line as it is, shortened to a sensible length. Text from outside: show it as text only. */
  readonly text: string;
  /** The label of the file, where there are several. */
  readonly file?: string;
}

/** A stretch of time in one phase. `to` is `null` while it lasts when the evidence ends. */
export interface Interval {
  readonly phase: ImportedPhase;
  readonly certainty: Certainty;
  readonly from: Place;
  readonly to: Place | null;
  /** Counts the lives of one uid: 1, then 2 after its history was removed and it was created again, and so on. */
  readonly generation: number;
}

/** A line and its moment: milliseconds on the source's own clock (see `ClockAssumptions`); `null` if it has none. */
export interface Place {
  readonly line: number;
  readonly at: number | null;
}

/** One turn of a worker: a sync call from its start to its end, with what it failed with. */
export interface Attempt {
  readonly phase: 'syncing' | 'terminating' | 'terminated';
  readonly start: Place;
  /** `null`: not seen to end. */
  readonly end: Place | null;
  /** `null`: it succeeded, or has not ended. */
  readonly error: string | null;
  /** Whether a line says that it began, or later ones let us assume it. */
  readonly certainty: Certainty;
}

/** What kinds of source there are; `format` of `lab diagnose`. */
export type SourceFormat =
  | 'klog'
  | 'klog-json'
  | 'journald'
  | 'pod-yaml'
  | 'pod-json'
  | 'metrics'
  | 'prometheus-json'
  | 'kubectl-text'
  | 'crictl-json'
  | 'scenario'
  | 'trace';

/** One file or paste. */
export interface ImportedSource {
  /** How the person calls it: a file name, or `pasted text`. */
  readonly label: string;
  readonly format: SourceFormat;
  readonly lines: number;
}

/** What was not used, and why. */
export interface Skipped {
  readonly lines: number;
  readonly reason: string;
  /** The first of them, to look at. */
  readonly first: number;
}

/** A remark about the reading itself, such as a clock that had to be guessed. */
export interface Note {
  readonly line: number | null;
  readonly text: string;
}

/** A stretch in which a kubelet's log says nothing at all: lines are missing, or the node stood still. */
export interface Gap {
  readonly node: string | null;
  /** The lines before and after it. */
  readonly fromLine: number;
  readonly toLine: number;
  /** Milliseconds. */
  readonly lasting: number;
  /** The label of the file, where there are several. */
  readonly file?: string;
}

/** What had to be assumed about time. */
export interface ClockAssumptions {
  /** The year of the first line; `null` if nothing tells it (klog writes none): then only order and distances count. */
  readonly year: number | null;
  /** What told the year. */
  readonly yearFrom: string | null;
  /** Minutes east of UTC of the log's own times, as far as other times of the same lines tell; `null`: not known. */
  readonly offsetMinutes: number | null;
  /** True if the file was newest first and has been turned around. */
  readonly reversed: boolean;
}

/** One kubelet process: all its memory of pods begins and ends with it. */
export interface KubeletRun {
  readonly index: number;
  readonly node: string | null;
  readonly pid: string | null;
  /** As it says itself (`v1.25.4`), or `null`. */
  readonly version: string | null;
  readonly first: Place;
  readonly last: Place;
  /** True if its start is in the evidence. */
  readonly startSeen: boolean;
  /** Which side of kubernetes#113145 it is on, by version or by wording; `null`: cannot be told. */
  readonly since127: boolean | null;
}

/** A pod as a log tells of it. Two entries may share a name: another uid is another pod. */
export interface ImportedPod {
  /** `namespace/name`, or `null` if only a uid is known. */
  readonly name: string | null;
  readonly uid: string | null;
  readonly node: string | null;
  /** From a source other than the API server; `null`: not known. */
  readonly isStatic: boolean | null;
  /** The API pod that mirrors a static pod, and so has no worker. */
  readonly mirrors: string | null;
  readonly events: readonly LogEvent[];
  readonly intervals: readonly Interval[];
  readonly attempts: readonly Attempt[];
  readonly final: FinalState;
  readonly finalCertainty: Certainty;
  /** Why a pod counts as it does in one sentence, for people. */
  readonly told: string;
  /** What the worker was told and config knows at the end. */
  readonly facts: PodFacts;
  /** The API object, where one was given. */
  readonly object: PodObject | null;
}

/** What lines say about a pod beside its phase, as it is when the evidence ends. `null`: no line tells. */
export interface PodFacts {
  /** Sources listed it, and did not take it back. */
  readonly inConfig: boolean | null;
  readonly addedAt: LogEvent | null;
  readonly deletedAt: LogEvent | null;
  readonly removedAt: LogEvent | null;
  /** Why it is terminating, in the words of the messages: `deleted`, `removed`, `evicted`, `terminal`, `orphaned`. */
  readonly cause: string | null;
  /** Seconds. */
  readonly gracePeriod: number | null;
  /** A create came while it was terminating (`restartRequested`) and was not yet served. */
  readonly restartRequested: LogEvent | null;
  /** `Pod cannot start yet` was its last word. */
  readonly waitsForName: LogEvent | null;
  readonly runtimeOnly: boolean;
  readonly run: number;
  /** Last line that shows the worker or the runtime doing something for it. */
  readonly lastAction: LogEvent | null;
}

/** A pod object of a manifest or of `kubectl get -o yaml`, only what is used. */
export interface PodObject {
  readonly name: string;
  readonly uid: string | null;
  readonly node: string | null;
  readonly source: 'file' | 'api';
  /** Whose list it was read from: the API server's, the kubelet's own (`/pods`), or none, as it is only a manifest. */
  readonly view?: 'apiserver' | 'kubelet' | 'manifest';
  /** The static pod's uid, where this is its mirror (`kubernetes.io/config.mirror`). */
  readonly mirrorOf: string | null;
  /** `kubernetes.io/config.hash`. */
  readonly configHash: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number | null;
  readonly deletionTimestamp: number | null;
  /** Seconds. */
  readonly deletionGracePeriod: number | null;
  readonly terminationGracePeriod: number | null;
  readonly finalizers: readonly string[];
  readonly phase: string | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly startTime: number | null;
  readonly restartPolicy: string | null;
  readonly hostNetwork: boolean;
  readonly containers: readonly PodContainer[];
  readonly volumes: readonly string[];
  /** The latest moment that the object mentions: it was read no earlier. */
  readonly latest: number | null;
  /** Where fields stand: `metadata.finalizers`, `status.phase`, … */
  readonly lines: ReadonlyMap<string, EvidenceLine>;
}

/** A container of a pod object. */
export interface PodContainer {
  readonly name: string;
  readonly image: string;
  /** `null`: the status does not say. */
  readonly state: 'waiting' | 'running' | 'terminated' | null;
  readonly reason: string | null;
  readonly exitCode: number | null;
}

/** One sample of a metric. An empty label counts as absent. */
export interface MetricSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  readonly line: number;
  readonly text: string;
}

/** One scrape of a kubelet's /metrics. */
export interface MetricsScrape {
  readonly node: string | null;
  readonly samples: readonly MetricSample[];
  /** What else the endpoint may be: `kubelet`, `cadvisor`, `probes`, `apiserver`, `unknown`. */
  readonly endpoint: string;
}

/** An event that the API server keeps (`kubectl describe`, `kubectl get events`), or a row of a table. Trusted little. */
export interface ReportedFact {
  readonly pod: string | null;
  readonly uid: string | null;
  /** `Killing`, `FailedKillPod`, `Terminating`, … */
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly at: EvidenceLine;
}

/** Everything that evidence tells, whatever it came from. */
export interface ImportedRun {
  readonly sources: readonly ImportedSource[];
  readonly format: SourceFormat;
  /** The version of the (last) kubelet as it says itself, without `v`; `null` if no line tells, or if nodes differ. */
  readonly kubelet: string | null;
  /** The same of the last process (`KubeletRun.since127`). */
  readonly since127: boolean | null;
  /** The highest `-v` that a line shows; `null` without a log. */
  readonly verbosity: number | null;
  readonly clock: ClockAssumptions;
  readonly runs: readonly KubeletRun[];
  /** The longest ones of ten minutes and more, at most three a process. */
  readonly gaps: readonly Gap[];
  readonly pods: readonly ImportedPod[];
  /** Events that belong to no pod, in order. */
  readonly nodeEvents: readonly LogEvent[];
  readonly scrapes: readonly MetricsScrape[];
  readonly reported: readonly ReportedFact[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
}
