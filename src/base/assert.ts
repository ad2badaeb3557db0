/** Our own bug, never bad input and never a modelled failure. Carries the rule that was broken. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}

/** Stops the run when one of our own rules does not hold; `rule` says it in a sentence. */
export function assert(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new BrokenRule(rule);
}

/** Ends an exhaustive `switch`: the compiler proves that it is never reached. */
export function assertNever(value: never): never {
  throw new BrokenRule(`not one of the known cases: ${JSON.stringify(value)}`);
}

/** `value`, which a rule of ours says is present. */
export function present<T>(value: T | null | undefined, rule: string): T {
  assert(value !== null && value !== undefined, rule);
  return value;
}
