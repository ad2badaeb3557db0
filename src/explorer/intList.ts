/** A list of whole numbers of 32 bits that grows in place, four bytes a number. */
export class IntList {
  private numbers = new Int32Array(1024);
  private count = 0;

  get length(): number {
    return this.count;
  }

  get bytes(): number {
    return this.numbers.byteLength;
  }

  push(number: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count++] = number;
  }

  /** The `i`th number; 0 beyond the end. */
  at(i: number): number {
    return this.numbers[i] ?? 0;
  }

  set(i: number, number: number): void {
    this.numbers[i] = number;
  }

  toArray(): number[] {
    return Array.from(this.numbers.subarray(0, this.count));
  }
}
