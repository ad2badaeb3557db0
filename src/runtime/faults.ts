import { present } from '../base/assert';
import type { Random } from '../clock/random';
import type { Duration } from '../clock/simTime';
import { CRI_OPERATIONS, type CriOperation, GRPC_CODES, type GrpcCode } from './criCalls';

export { GRPC_CODES, type GrpcCode };

/**
 * Where a fault can be put: every CRI operation, and the three steps of the kubelet itself that can fail for a
 * reason outside it (volume plugins and the cgroup file system).
 */
export const FAULT_OPERATIONS = [
  ...CRI_OPERATIONS,
  'MountVolume',
  'UnmountVolume',
  'RemoveCgroup',
  'AdmitPod',
] as const;

export type FaultOperation = CriOperation | 'MountVolume' | 'UnmountVolume' | 'RemoveCgroup' | 'AdmitPod';

/** What the `n`th fault without a name is called. */
export const madeFaultName = (n: number): string => `fault-${n}`;

/** Could a fault without a name be called so? */
export const isMadeFaultName = (name: string): boolean => /^fault-[1-9]\d*$/.test(name);

/**
 * What a fault does to a call:
 * - `error`: fails at once with the code and text;
 * - `timeout`: fails with DeadlineExceeded after the request timeout (2 min; StopContainer 2 min + grace);
 * - `hang`: does not return until the fault is lifted;
 * - `delay`: returns later by `delay`;
 * - `lostReply`: the runtime does it, the kubelet gets DeadlineExceeded after the request timeout;
 * - `lie`: succeeds without doing it.
 */
export const FAULT_KINDS = ['error', 'timeout', 'hang', 'delay', 'lostReply', 'lie'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault as it was asked for. */
export interface FaultSpec {
  readonly id: string;
  readonly operation: FaultOperation;
  /** A pod's name (as the scenario gave it or as the kubelet knows it) or uid; `null`: any pod. */
  readonly pod: string | null;
  readonly kind: FaultKind;
  readonly code: GrpcCode;
  readonly message: string;
  /** Extra time of `delay`. */
  readonly delay: Duration;
  /** How many calls it hits; `null`: until it is lifted. */
  readonly times: number | null;
  /** The first call that can be hit: 1 is the next one, 2 the one after it. */
  readonly nth: number;
  /** Chance of each matching call to be hit, in (0, 1]; drawn from the run's seed. */
  readonly probability: number;
}

/** Whose call it is. `names`: every name the caller knows the pod by, such as the kubelet's and the scenario's. */
export interface FaultPod {
  readonly uid: string;
  readonly names: readonly string[];
}

/** Which faults to lift: those that agree in every field that is not `null`. All `null` lifts every fault. */
export interface FaultMatch {
  readonly id: string | null;
  readonly operation: FaultOperation | null;
  readonly pod: string | null;
}

/** A fault in force, with what it has done. It is spent once `hits` has reached `spec.times`. */
export interface ArmedFault {
  readonly spec: FaultSpec;
  /** Calls that it was in force for and that it is about, hit or not. */
  readonly seen: number;
  readonly hits: number;
  /** Calls that hang on it now. A spent fault stays in the table while there are any. */
  readonly hanging: number;
}

/** How many more calls the fault may hit: 0 when it is spent, `null` when only lifting ends it. */
export const hitsLeft = ({ spec, hits }: ArmedFault): number | null =>
  spec.times === null ? null : Math.max(0, spec.times - hits);

/** The table as data. */
export type SavedFaultTable = readonly ArmedFault[];

/**
 * The faults in force, in the order of arming. The runtime asks it for CRI calls; whoever models volumes and
 * cgroups asks it for those. Ids may repeat: lifting by id lifts them all.
 */
export class FaultTable {
  private entries: ArmedFault[] = [];

  constructor(private readonly nodeName: string) {}

  arm(spec: FaultSpec): void {
    this.entries.push({ spec, seen: 0, hits: 0, hanging: 0 });
  }

  /** Takes the matching faults out and says their ids. Calls that hang on them are the caller's to let go. */
  lift(match: FaultMatch): readonly string[] {
    const lifted = this.entries.filter((entry) => this.isMatched(match, entry.spec));
    this.entries = this.entries.filter((entry) => !lifted.includes(entry));
    return lifted.map((entry) => entry.spec.id);
  }

  /** Whether `lift(match)` takes a fault that was asked for like this. */
  isMatched(match: FaultMatch, spec: FaultSpec): boolean {
    return (
      (match.id === null || match.id === spec.id) &&
      (match.operation === null || match.operation === spec.operation) &&
      (match.pod === null ||
        (spec.pod !== null && (this.names(match.pod, spec.pod) || this.names(spec.pod, match.pod))))
    );
  }

  /**
   * The fault that hits this call: the first in force that is about it, past its `nth` and lucky. Every such
   * fault counts the call as seen, hit or not; a random number is drawn only where `probability` is below 1,
   * and none after the hit. Of `hang`, the caller says with `release` when the call ends otherwise than by lifting.
   */
  hit(operation: FaultOperation, pod: FaultPod | null, random: Random): FaultSpec | null {
    let struck: FaultSpec | null = null;
    this.entries = this.entries.map((entry) => {
      const { spec } = entry;
      if (spec.operation !== operation || hitsLeft(entry) === 0 || !this.isAbout(spec, pod)) return entry;
      const seen = entry.seen + 1;
      const hits =
        struck === null &&
        seen >= spec.nth &&
        (spec.probability >= 1 || random.fraction() < spec.probability);
      if (!hits) return { ...entry, seen };
      struck = spec;
      return { spec, seen, hits: entry.hits + 1, hanging: entry.hanging + (spec.kind === 'hang' ? 1 : 0) };
    });
    this.dropSpent();
    return struck;
  }

  /** A call that hung on this fault hangs no more: it was aborted or failed. Nothing happens if it is lifted. */
  release(spec: FaultSpec): void {
    const index = this.entries.findIndex(
      (entry) =>
        entry.hanging > 0 &&
        entry.spec.id === spec.id &&
        entry.spec.operation === spec.operation &&
        entry.spec.pod === spec.pod,
    );
    if (index === -1) return;
    const entry = present(this.entries[index], 'an index that was found holds a fault');
    this.entries[index] = { ...entry, hanging: entry.hanging - 1 };
    this.dropSpent();
  }

  /** The faults in force and the spent ones that calls still hang on. */
  armed(): readonly ArmedFault[] {
    return [...this.entries];
  }

  save(): SavedFaultTable {
    return [...this.entries];
  }

  static restore(saved: SavedFaultTable, nodeName: string): FaultTable {
    const table = new FaultTable(nodeName);
    table.entries = [...saved];
    return table;
  }

  private isAbout(spec: FaultSpec, pod: FaultPod | null): boolean {
    if (spec.pod === null) return true;
    const wanted = spec.pod;
    if (pod === null) return false;
    return wanted === pod.uid || pod.names.some((name) => this.names(wanted, name));
  }

  /** The kubelet calls the static pod `web` of this node `web-<node>`: a fault may say either. */
  private names(wanted: string, name: string): boolean {
    return wanted === name || `${wanted}-${this.nodeName}` === name;
  }

  private dropSpent(): void {
    this.entries = this.entries.filter((entry) => hitsLeft(entry) !== 0 || entry.hanging > 0);
  }
}
