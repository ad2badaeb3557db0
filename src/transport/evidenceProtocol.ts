import type { Diagnostic } from '../base/result';
import type { DiagnosedPod, Diagnosis } from '../diagnosis/diagnose';
import type { EvidenceLine, Interval, KubeletRun, Place } from '../importers/importedRun';
import type { ModelCheck } from '../reproduction/checkAgainstModel';

/** Changes when a message changes its meaning; both sides refuse one that they do not know. */
export const EVIDENCE_PROTOCOL_VERSION = 1;

/** One file or paste of a person. Its bytes stay where they are until they are read, piece by piece. */
export interface EvidenceSource {
  /** How the person knows it: a file name, or `pasted text`. */
  readonly label: string;
  readonly data: Blob;
}

/** What the page wants; `id` names the reading, and every answer bears it. */
export type EvidenceWant =
  /** Read all of it as one run. Answered by `reading` again and again, then by `found`, `refused` or `cancelled`. */
  | { readonly type: 'read'; readonly id: string; readonly sources: readonly EvidenceSource[] }
  /** Stop that reading at the next piece. */
  | { readonly type: 'cancel'; readonly id: string }
  /** The lines of one pod of what was read. Answered by `lines`. */
  | { readonly type: 'lines'; readonly id: string; readonly pod: number }
  /** Hold what was done to a pod against every release. Answered by `checked`. */
  | { readonly type: 'check'; readonly id: string; readonly pod: number }
  /** Make a scenario of what was done to a pod; `neutral`: under names that tell nothing. Answered by `reproduced` or `unplayable`. */
  | { readonly type: 'reproduce'; readonly id: string; readonly pod: number; readonly neutral: boolean }
  /** A copy of a source that can be given to others. Answered by `redacted`, or by `refused` under an id of its own. */
  | { readonly type: 'redact'; readonly id: string; readonly source: EvidenceSource };

/** How far a reading is. */
export interface EvidenceProgress {
  readonly label: string;
  /** Bytes of all sources as they lie there, and how many of them have been read. */
  readonly bytes: number;
  readonly of: number;
}

/** A pod as evidence tells of it. */
export interface EvidencePod extends Omit<DiagnosedPod, 'intervals'> {
  /** What it is called by in `lines`. */
  readonly index: number;
  /** The last of them, if there are very many. */
  readonly intervals: readonly Interval[];
  /** Turns of its worker that ended with an error, the last of them. */
  readonly failures: readonly (Place & { readonly error: string })[];
  /** The sync call that the last lines leave it in, if they say that it began. */
  readonly calling: 'syncing' | 'terminating' | 'terminated' | null;
}

/** A line that was understood. */
export interface RecognisedLine extends EvidenceLine {
  /** As the log shows it; `null` if it has none. */
  readonly time: string | null;
  readonly pod: string | null;
  /** What it says, in a word or two. */
  readonly says: string;
  /** Equal ones in a row. */
  readonly count: number;
}

/** What is known of one pod beyond its lane. */
export interface PodDetails {
  readonly lines: readonly RecognisedLine[];
  /** Lines beyond those. */
  readonly leftOut: number;
  /** Findings of it that are not among the first. */
  readonly findings: Diagnosis['findings'];
}

/** How many lines said the same kind of thing. */
export interface RecognisedKind {
  readonly says: string;
  readonly count: number;
  readonly first: EvidenceLine;
}

/** What evidence came to. */
export interface FoundEvidence {
  readonly sources: Diagnosis['sources'];
  readonly kubelet: string | null;
  readonly verbosity: number | null;
  readonly clock: Diagnosis['clock'];
  readonly runs: readonly KubeletRun[];
  readonly gaps: Diagnosis['gaps'];
  /** The first of them. */
  readonly findings: Diagnosis['findings'];
  /** Findings beyond those; they come with the lines of their pods. */
  readonly findingsLeftOut: number;
  readonly notes: Diagnosis['notes'];
  readonly skipped: Diagnosis['skipped'];
  /** The stuck ones first, then those of which it is not known. */
  readonly pods: readonly EvidencePod[];
  /** Pods beyond those, which all are not stuck or not known to be. */
  readonly podsLeftOut: number;
  readonly recognised: readonly RecognisedKind[];
  /** What lanes are drawn against: times, or lines where no line has a time; `null`: there is nothing to draw. */
  readonly scale: Scale | null;
}

/** The axis of imported lanes. */
export interface Scale {
  readonly by: 'time' | 'line';
  /** ms on the log's clock, or lines. */
  readonly from: number;
  readonly to: number;
  /** The same in words. */
  readonly fromText: string;
  readonly toText: string;
}

/** Evidence as a scenario file. */
export interface ReproducedScenario {
  readonly text: string;
  /** The release nearest to the log's. */
  readonly release: string;
  /** What was assumed, and what is not carried over. */
  readonly notes: readonly string[];
}

/** What the reader answers. */
export type EvidenceGive =
  | { readonly type: 'reading'; readonly id: string; readonly progress: EvidenceProgress }
  /** `problems`: what was wrong with sources, or parts of them, that could not be used. */
  | {
      readonly type: 'found';
      readonly id: string;
      readonly found: FoundEvidence;
      readonly problems: readonly Diagnostic[];
    }
  /** None of the sources could be used. */
  | { readonly type: 'refused'; readonly id: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'cancelled'; readonly id: string }
  | {
      readonly type: 'lines';
      readonly id: string;
      readonly pod: number;
      readonly details: PodDetails;
    }
  | { readonly type: 'checked'; readonly id: string; readonly pod: number; readonly check: ModelCheck }
  | {
      readonly type: 'reproduced';
      readonly id: string;
      readonly pod: number;
      readonly reproduced: ReproducedScenario;
    }
  | {
      readonly type: 'unplayable';
      readonly id: string;
      readonly pod: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly type: 'redacted'; readonly id: string; readonly copy: EvidenceSource }
  /** One of our own rules broke; nothing more comes of this id. */
  | { readonly type: 'broken'; readonly id: string; readonly rule: string };

export interface EvidenceRequest {
  readonly version: number;
  readonly want: EvidenceWant;
}

export interface EvidenceReply {
  readonly version: number;
  readonly give: EvidenceGive;
}

/** A line to a reader of evidence. */
export interface EvidencePort {
  post(request: EvidenceRequest): void;
  onReply(handler: (reply: EvidenceReply) => void): void;
  /** The other side has died; nothing more will come. */
  onDeath(handler: (why: string) => void): void;
  close(): void;
}

export type { Finding } from '../diagnosis/finding';
export type { Interval } from '../importers/importedRun';
export type { ModelCheck } from '../reproduction/checkAgainstModel';
export type { EvidenceLine };
