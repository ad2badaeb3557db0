/**
 * What a pod worker does that both a log and the model's trace show, and that the worker itself decides: its turns at stopping
 * and cleaning up, and what they come to. Syncs are left out: how often a pod is synced is up to probes, the runtime and jitter.
 */
export type WorkerStepKind =
  | 'stopBegins'
  | 'stopFails'
  | 'stopped'
  | 'cleanupBegins'
  | 'cleanupFails'
  | 'finished'
  | 'forgotten';

/** One step, ms on the log's clock; `null` if its line has no time. */
export interface WorkerStep {
  readonly kind: WorkerStepKind;
  readonly at: number | null;
  /** The line that shows it; `null` of a step of the model. */
  readonly line: number | null;
}

/** What a step is in a sentence about a pod: `it begins to be stopped`. */
export const STEP_WORDS: { readonly [Kind in WorkerStepKind]: string } = {
  stopBegins: 'an attempt to stop it begins',
  stopFails: 'an attempt to stop it fails',
  stopped: 'its containers are stopped for good',
  cleanupBegins: 'its clean-up begins',
  cleanupFails: 'its clean-up fails',
  finished: 'its worker is done',
  forgotten: 'its uid is forgotten',
};
