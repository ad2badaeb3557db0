import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Where a random source stands: JSON, part of the saved run. */
export type RandomState = readonly number[];

/**
 * The only chance in a run. Draws come in the order in which the model asks, so that one seed gives one run;
 * `save` and `restore` carry on exactly where the source stood.
 */
export class Random {
  private constructor(private readonly generator: ReturnType<typeof xoroshiro128plus>) {}

  static fromSeed(seed: number): Random {
    return new Random(xoroshiro128plus(seed));
  }

  static restore(state: RandomState): Random {
    return new Random(xoroshiro128plusFromState([...state]));
  }

  /** A number in [0, 1). */
  fraction(): number {
    return uniformFloat64(this.generator);
  }

  /** A whole number in [0, `count`). */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  save(): RandomState {
    return [...this.generator.getState()];
  }
}
