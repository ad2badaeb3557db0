import type { ImportedPod } from '../importers/importedRun';
import type { Scenario } from '../scenarios/command';

/** What of an imported run is meant. A field that is absent does not narrow. */
export interface Choice {
  /** Pods by `namespace/name` or by uid. */
  readonly pods?: readonly string[];
  /** So many pods at most, those that fail or end before the others; 60 if absent, which is also the most. */
  readonly most?: number;
  /** One node by the name that the run gives it; `null`: the one whose name no line tells. */
  readonly node?: string | null;
  /** One kubelet process: its `index` in `ImportedRun.runs`. */
  readonly kubeletRun?: number;
}

/** An imported run as a scenario that plays. */
export interface Reproduction {
  /** It has no lines of a file; `serializeScenario` writes it as one. */
  readonly scenario: Scenario;
  /** The moment of the log, in milliseconds of its own clock, at which the scenario begins; `null` without a log. */
  readonly origin: number | null;
  /** Whom the templates stand for: one pod each, or all that had one name in the API server, in order. */
  readonly pods: ReadonlyMap<string, readonly ImportedPod[]>;
  /** From when on, in ms of the log's clock, a pod's log shows a failure that the scenario has no fault for. */
  readonly lacksFrom: ReadonlyMap<ImportedPod, number>;
  /** What was assumed, and what is not carried over: sentences for people, also in the scenario's description. */
  readonly notes: readonly string[];
}

/** Adds up what cannot be expressed, so that it is said once each and with a number. */
export class Notes {
  private readonly counts = new Map<string, number>();

  /** Something to be said once. */
  say(text: string): void {
    this.counts.set(text, this.counts.get(text) ?? 0);
  }

  /** One more of what is not carried over. */
  leaveOut(what: string, count = 1): void {
    this.counts.set(`not carried over: ${what}`, (this.counts.get(`not carried over: ${what}`) ?? 0) + count);
  }

  sentences(): readonly string[] {
    return [...this.counts].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text));
  }
}
