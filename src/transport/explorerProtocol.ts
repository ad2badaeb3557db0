import type { Diagnostic } from '../base/result';
import type { Ending, Progress } from '../explorer/explore';
import type { Model } from '../explorer/model';

/** Changes when a message changes its meaning; both sides refuse one that they do not know. */
export const EXPLORER_PROTOCOL_VERSION = 1;

/** A model that comes with the page. */
export interface NamedModel {
  readonly name: string;
  readonly model: Model;
}

/** What the page wants of the explorer; `id` names what it is about, and the answer bears it. */
export type ExplorerWant =
  /** The models that come with the page. Answered by `models`. */
  | { readonly type: 'models'; readonly id: string }
  /** Is this text a model file? Answered by `read` or `refused`. */
  | { readonly type: 'read'; readonly id: string; readonly text: string }
  /**
   * Begin an exploration, or go on with the one of that id for a slice; wanted again until its result is there. One that is not
   * wanted again stands still and can be gone on with. Answered by `explored`, `refused`, or `large` unless it is `confirmed`.
   */
  | {
      readonly type: 'explore';
      readonly id: string;
      readonly text: string;
      readonly release: string;
      /** Longest trace; `null`: none. */
      readonly depth: number | null;
      readonly confirmed: boolean;
    }
  /** Forget an exploration. Not answered with anything. */
  | { readonly type: 'forget'; readonly id: string }
  /** Make a scenario file smaller in which the pod of that name is stuck at the end. Answered by `minimised` or `refused`. */
  | {
      readonly type: 'minimise';
      readonly id: string;
      readonly text: string;
      readonly release: string;
      readonly pod: string;
    };

/** The shortest trace to something that must not be. */
export interface FoundTrace {
  /** `stuck`, or the name of an invariant. */
  readonly kind: string;
  readonly pod: string;
  readonly why: string;
  /** One sentence a step. */
  readonly trace: readonly string[];
  /** A scenario file in which the simulation shows the same; `null`: see `noScenario`. */
  readonly scenario: string | null;
  /** Why there is no such scenario; empty if there is. */
  readonly noScenario: string;
}

/** What an exploration came to. */
export interface ExplorationResult {
  readonly ending: Ending;
  readonly found: FoundTrace | null;
}

/** A scenario that was made smaller. */
export interface MinimisedScenario {
  readonly text: string;
  /** Where it ends, virtual ms: there the pod is stuck. */
  readonly until: number;
  /** Commands; expectations are left out. */
  readonly stepsBefore: number;
  readonly steps: number;
  readonly runs: number;
}

/** What the explorer answers. */
export type ExplorerGive =
  | { readonly type: 'models'; readonly id: string; readonly models: readonly NamedModel[] }
  | { readonly type: 'read'; readonly id: string; readonly model: Model }
  | {
      readonly type: 'explored';
      readonly id: string;
      readonly progress: Progress;
      /** Wall ms that were spent exploring, pauses not counted. */
      readonly elapsed: number;
      readonly result: ExplorationResult | null;
    }
  /** So many states will be visited at least: it has to be confirmed. */
  | { readonly type: 'large'; readonly id: string; readonly least: number }
  | { readonly type: 'minimised'; readonly id: string; readonly result: MinimisedScenario }
  | { readonly type: 'refused'; readonly id: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'forgotten'; readonly id: string }
  /** One of our own rules broke; nothing more comes of this id. */
  | { readonly type: 'broken'; readonly id: string; readonly rule: string };

export interface ExplorerRequest {
  readonly version: number;
  readonly want: ExplorerWant;
}

/** Exactly one for every request. */
export interface ExplorerReply {
  readonly version: number;
  readonly give: ExplorerGive;
}

/** A line to a host of the explorer. */
export interface ExplorerPort {
  post(request: ExplorerRequest): void;
  onReply(handler: (reply: ExplorerReply) => void): void;
  /** The other side has died; nothing more will come. */
  onDeath(handler: (why: string) => void): void;
  close(): void;
}

export type { Diagnostic } from '../base/result';
export type { Ending, Progress } from '../explorer/explore';
export type { Budget, Model, ModelPod } from '../explorer/model';
