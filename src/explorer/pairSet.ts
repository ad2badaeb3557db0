/** The second number of a pair is below this; the first as far as a double is exact. */
const SECONDS = 2 ** 26;

/** At most so full, so that a search meets a free place soon. */
const FULL = 0.6;

/** A set of pairs of whole numbers in one flat table: eight bytes a place, nothing to collect. */
export class PairSet {
  /** A pair as one number, plus one; 0: free. */
  private table = new Float64Array(1 << 12);
  private count = 0;

  get bytes(): number {
    return this.table.byteLength;
  }

  /** True if the pair is new. */
  add(first: number, second: number): boolean {
    if (!this.put(first * SECONDS + second + 1)) return false;
    if (++this.count > this.table.length * FULL) this.grow();
    return true;
  }

  private put(key: number): boolean {
    const { table } = this;
    const mask = table.length - 1;
    const low = (key % 0x100000000) | 0;
    const high = (key / 0x100000000) | 0;
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let place = Math.imul(hash, 0x2c1b3c6d) >>> 7; ; place++) {
      const there = table[place & mask];
      if (there === key) return false;
      if (there !== 0) continue;
      table[place & mask] = key;
      return true;
    }
  }

  private grow(): void {
    const old = this.table;
    this.table = new Float64Array(old.length * 2);
    for (const key of old) if (key !== 0) this.put(key);
  }
}
