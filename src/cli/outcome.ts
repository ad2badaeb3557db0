/** What a verb prints on standard output, and its exit status: 0, 1 if what it checks does not hold. */
export interface Outcome {
  readonly exit: 0 | 1;
  readonly text: string;
}
