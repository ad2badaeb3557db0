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

/** How a sentence tells of a step: what a line says of a pod, and what a release would have done with it. */
export const STEP_WORDS: {
  readonly [Kind in WorkerStepKind]: { readonly said: string; readonly done: string };
} = {
  stopBegins: { said: 'an attempt to stop it begins', done: 'tried to stop it' },
  stopFails: { said: 'an attempt to stop it fails', done: 'failed to stop it' },
  stopped: { said: 'its containers are stopped for good', done: 'stopped its containers for good' },
  cleanupBegins: { said: 'its clean-up begins', done: 'tried to clean it up' },
  cleanupFails: { said: 'its clean-up fails', done: 'failed to clean it up' },
  finished: { said: 'its worker is done', done: 'been done with it' },
  forgotten: { said: 'its uid is forgotten', done: 'forgotten its uid' },
};
