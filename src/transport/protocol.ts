import type { PodUID } from '../api/pod';
import type { Diagnostic } from '../base/result';
import type { ChurnOptions } from '../engine/churn/churnPlan';
import type { ChurnReport, LatencyBucket } from '../engine/churn/churnReport';
import type { TraceEvent } from '../engine/trace';
import type { Command, Scenario } from '../scenarios/command';
import type { ShortMoment } from './shortMoment';

/** Changes when a message changes its meaning; both sides refuse one that they do not know. */
export const PROTOCOL_VERSION = 4;

/** A run on the other side, named by the page. */
export type RunId = string;

/** A command at a virtual time, beside those of the scenario. */
export interface GivenAt {
  readonly at: number;
  readonly command: Command;
}

/** Where a scenario comes from: the catalog by name, or text that a person has. */
export type ScenarioSource =
  | { readonly kind: 'catalog'; readonly name: string }
  | { readonly kind: 'text'; readonly file: string; readonly text: string };

/** What the page wants. Everything wanted in one frame goes in one message. */
export type Want =
  /** Begin a run: the scenario, and commands given by hand in an earlier life of it. Answered by `opened` or `refused`. */
  | {
      readonly type: 'open';
      readonly run: RunId;
      readonly source: ScenarioSource;
      readonly release: string;
      readonly seed: number | null;
      readonly given: readonly GivenAt[];
    }
  /** Simulate on, up to `until` (virtual ms). Answered by `batch`es. */
  | { readonly type: 'extend'; readonly run: RunId; readonly until: number }
  /**
   * Another run that shares the past of `run` up to `at` and does `commands` there. So many trace events and gauge samples of that
   * past are `known` to the page: batches begin after them.
   */
  | {
      readonly type: 'fork';
      readonly run: RunId;
      readonly as: RunId;
      readonly at: number;
      readonly commands: readonly Command[];
      readonly known: { readonly events: number; readonly samples: number };
    }
  /** The node as it was. With `event` right after that event if there is one, else at `at`. Answered by `moment`. */
  | {
      readonly type: 'inspect';
      readonly run: RunId;
      readonly at: number;
      readonly event: number | null;
      readonly pod: PodUID | null;
    }
  /** Text made from a run up to `at`. Answered by `text`. */
  | {
      readonly type: 'text';
      readonly run: RunId;
      readonly what: 'metrics' | 'klog' | 'scenario';
      readonly at: number;
      readonly verbosity: number;
    }
  | { readonly type: 'close'; readonly run: RunId }
  /**
   * Begin a churn, or go on with the one of that name for a slice; wanted again until its report is there. Answered by `churned`.
   * `close` gives it up.
   */
  | {
      readonly type: 'churn';
      readonly run: RunId;
      readonly release: string;
      readonly options: ChurnOptions;
    }
  /** The scenarios that come with the page. Answered by `catalog`. */
  | { readonly type: 'catalog'; readonly run: RunId };

/** A scenario of the catalog, to choose from. */
export interface CatalogEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** What a churn came to. */
export interface ChurnResult {
  readonly report: ChurnReport;
  /** How long the deletions took. */
  readonly deletions: readonly LatencyBucket[];
  /** The longest that a deletion takes without faults, and why. */
  readonly bound: { readonly ms: number; readonly why: string };
}

/** What the worker answers. */
export type Give =
  | {
      readonly type: 'opened';
      readonly run: RunId;
      readonly name: string;
      readonly scenario: Scenario;
      readonly release: string;
      readonly end: number;
    }
  | { readonly type: 'refused'; readonly run: RunId; readonly diagnostics: readonly Diagnostic[] }
  /**
   * What has happened since the last batch: trace events from id `from` on, gauge samples (see `engine/gaugeSeries.ts`), how
   * far the run has been simulated, and its fingerprint so far.
   */
  | {
      readonly type: 'batch';
      readonly run: RunId;
      readonly from: number;
      readonly events: readonly TraceEvent[];
      readonly gauges: Float64Array<ArrayBuffer>;
      readonly now: number;
      readonly fingerprint: string;
    }
  /** `moment` is told by what has changed since the run's last one (`shortMoment.ts`). */
  | {
      readonly type: 'moment';
      readonly run: RunId;
      readonly event: number | null;
      readonly moment: ShortMoment;
    }
  | {
      readonly type: 'text';
      readonly run: RunId;
      readonly what: 'metrics' | 'klog' | 'scenario';
      readonly text: string;
    }
  /** How far a churn is: `gone` of `pods` have come and gone. `result`: `null` until it is over. */
  | {
      readonly type: 'churned';
      readonly run: RunId;
      readonly gone: number;
      readonly pods: number;
      readonly result: ChurnResult | null;
    }
  | { readonly type: 'catalog'; readonly run: RunId; readonly entries: readonly CatalogEntry[] }
  /** One of our own rules broke in this run; it stands where it was. The other runs go on. */
  | { readonly type: 'broken'; readonly run: RunId; readonly rule: string; readonly at: number };

export interface RequestMessage {
  readonly version: number;
  readonly seq: number;
  readonly wants: readonly Want[];
}

/** Exactly one for every request, so at most one a frame. */
export interface ReplyMessage {
  readonly version: number;
  readonly seq: number;
  readonly gives: readonly Give[];
}

export type { PodUID } from '../api/pod';
export type { Diagnostic } from '../base/result';
export type { ChurnOptions } from '../engine/churn/churnPlan';
export type { LatencyBucket, Percentiles } from '../engine/churn/churnReport';
export type { LedgerEntry } from '../engine/ledger';
export type { ArmedView, Moment, PodDetail, PodMoment } from '../engine/moment';
export type { TraceEvent } from '../engine/trace';
export type { VerdictKind } from '../engine/verdict';
export type { Command, Scenario } from '../scenarios/command';
