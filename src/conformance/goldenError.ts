/** A file of golden traces that is none. `place` is a path in the file. */
export class GoldenError extends Error {
  override readonly name = 'GoldenError';

  constructor(
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

/** Refuses the file. */
export function fail(place: string, message: string): never {
  throw new GoldenError(place, message);
}
