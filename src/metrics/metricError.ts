/**
 * A metric was declared, fed or restored with something that does not fit: a mistake in our own program, never in
 * what a person gave us. The message names the metric and the offending thing. Whoever throws it has changed nothing.
 */
export class MetricError extends Error {
  override readonly name = 'MetricError';
  /** The metric's name as it was given, even where that name is what is wrong. */
  readonly metric: string;

  constructor(metric: string, problem: string) {
    super(`metric ${metric === '' ? '(no name)' : metric}: ${problem}`);
    this.metric = metric;
  }
}
