import { describe, expect, it } from 'vitest';
import { computeGracePeriod } from '../../src/machine/gracePeriod';
import { newPod } from '../helpers/newPod';
import { NOW } from './row';

/** `termination`: the pod's own; `deletion`: undefined if it is not deleted, null if deleted without one. */
interface GraceRow {
  desc: string;
  recorded: number;
  termination: number | null;
  deletion?: number | null;
  override: number | null;
  seconds: number;
  shortened: boolean;
  /** What v1.26 and v1.27.0 come to, where it differs. */
  early?: { seconds: number; shortened: boolean };
}

const ROWS: readonly GraceRow[] = [
  {
    desc: "Without anything else the pod's own counts.",
    recorded: 0,
    termination: 30,
    override: null,
    seconds: 30,
    shortened: false,
  },
  {
    desc: 'A pod without one gets the least, 1.',
    recorded: 0,
    termination: null,
    override: null,
    seconds: 1,
    shortened: false,
  },
  {
    desc: "A pod's own 0 gives 1.",
    recorded: 0,
    termination: 0,
    override: null,
    seconds: 1,
    shortened: false,
  },
  {
    desc: 'A deletion without a grace period says nothing.',
    recorded: 0,
    termination: 30,
    deletion: null,
    override: null,
    seconds: 30,
    shortened: false,
  },
  {
    desc: "A deletion's counts before the pod's own, even if it is longer.",
    recorded: 0,
    termination: 30,
    deletion: 60,
    override: null,
    seconds: 60,
    shortened: false,
  },
  {
    desc: "An override counts before the pod's own, even if it is longer.",
    recorded: 0,
    termination: 30,
    override: 90,
    seconds: 90,
    shortened: false,
  },
  {
    desc: "The smaller of a deletion's and an override counts: here the override.",
    recorded: 0,
    termination: 30,
    deletion: 20,
    override: 10,
    seconds: 10,
    shortened: false,
  },
  {
    desc: "The smaller of a deletion's and an override counts: here the deletion's.",
    recorded: 0,
    termination: 30,
    deletion: 10,
    override: 20,
    seconds: 10,
    shortened: false,
  },
  {
    desc: 'A recorded value stays when nothing is said.',
    recorded: 25,
    termination: 5,
    override: null,
    seconds: 25,
    shortened: false,
  },
  {
    desc: 'A recorded value does not grow by a deletion.',
    recorded: 10,
    termination: 30,
    deletion: 20,
    override: null,
    seconds: 10,
    shortened: false,
  },
  {
    desc: 'A recorded value does not grow by an override.',
    recorded: 10,
    termination: 30,
    override: 20,
    seconds: 10,
    shortened: false,
  },
  {
    desc: 'A smaller deletion shortens it.',
    recorded: 10,
    termination: 30,
    deletion: 5,
    override: null,
    seconds: 5,
    shortened: true,
  },
  {
    desc: 'A smaller override shortens it.',
    recorded: 10,
    termination: 30,
    override: 2,
    seconds: 2,
    shortened: true,
  },
  {
    desc: 'The same once more shortens nothing.',
    recorded: 10,
    termination: 30,
    override: 10,
    seconds: 10,
    shortened: false,
  },
  {
    desc: 'An explicit override of 0 gives 1; it was mistaken for none.',
    recorded: 0,
    termination: 30,
    override: 0,
    seconds: 1,
    shortened: false,
    early: { seconds: 30, shortened: false },
  },
  {
    desc: 'A deletion grace period of 0 gives 1; it was mistaken for none.',
    recorded: 0,
    termination: 30,
    deletion: 0,
    override: null,
    seconds: 1,
    shortened: false,
    early: { seconds: 30, shortened: false },
  },
  {
    desc: 'An explicit 0 shortens a recorded value to 1; before it was set back to the own one of the pod.',
    recorded: 10,
    termination: 30,
    override: 0,
    seconds: 1,
    shortened: true,
    early: { seconds: 30, shortened: true },
  },
  {
    desc: 'A deletion of 0 counts as none given when the override is looked at, which then counts.',
    recorded: 0,
    termination: 30,
    deletion: 0,
    override: 20,
    seconds: 20,
    shortened: false,
  },
  {
    desc: 'An explicit 0 of a recorded 1 shortens nothing; before, even that could grow.',
    recorded: 1,
    termination: 30,
    override: 0,
    seconds: 1,
    shortened: false,
    early: { seconds: 30, shortened: true },
  },
];

const podOf = ({ termination, deletion }: GraceRow) =>
  newPod({
    terminationGracePeriod: termination,
    deletion: deletion === undefined ? null : { at: NOW, gracePeriod: deletion },
  });

describe('the grace period of a termination', () => {
  it.each(ROWS)('$desc', (row) => {
    const { recorded, override, seconds, shortened } = row;
    expect(computeGracePeriod(recorded, podOf(row), override, true)).toEqual({ seconds, shortened });
  });

  it.each(ROWS)('v1.26, v1.27.0: $desc', (row) => {
    const { recorded, override, seconds, shortened, early = { seconds, shortened } } = row;
    expect(computeGracePeriod(recorded, podOf(row), override, false)).toEqual(early);
  });

  it('is 1 where no pod is known', () => {
    expect(computeGracePeriod(0, null, null, true)).toEqual({ seconds: 1, shortened: false });
    expect(computeGracePeriod(0, null, null, false)).toEqual({ seconds: 1, shortened: false });
  });
});
