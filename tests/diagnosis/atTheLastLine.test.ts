import { describe, expect, it } from 'vitest';
import { LIBRARY, readBack } from '../helpers/readBack';

/** The worker's states as a diagnosis calls them. */
const FINAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['observed', ['running']],
  ['syncing', ['running']],
  ['terminating', ['terminating']],
  ['terminated', ['terminated']],
  ['finished', ['finished']],
  // Whose record is gone may still have an object.
  ['forgotten', ['gone', 'finished']],
]);
const HELPLESS: ReadonlySet<string> = new Set(['stuck', 'abandoned', 'blocked']);

describe('what a log says of its pods is true when its last line is written', () => {
  for (const name of LIBRARY.names()) {
    it(`${name}: what is observed is so, who is called stuck is helpless, and nobody stuck is called well`, () => {
      for (const release of ['v1.26', 'v1.27', 'v1.31'] as const) {
        for (const verbosity of [2, 4]) {
          for (const longer of [0, 240_000]) {
            const { diagnosis, truth } = readBack(name, release, verbosity, longer);
            for (const { uid, name: pod, worker, verdict, stuck } of truth) {
              const told = diagnosis.pods.findLast((other) => other.uid === uid);
              if (told === undefined) continue;
              const where = `${pod} in ${release} at -v=${verbosity}, ${longer} ms longer: ${told.why}`;
              if (told.certainty === 'observed') expect(FINAL.get(worker), where).toContain(told.final);
              if (told.stuck === true) expect(HELPLESS, where).toContain(verdict);
              if (stuck) expect(told.stuck, where).not.toBe(false);
            }
          }
        }
      }
    });
  }
});

describe('at -v=2, where no line is the worker’s own', () => {
  const finals = (name: string, release: 'v1.26' | 'v1.27' = 'v1.27') =>
    readBack(name, release, 2).diagnosis.pods.map(({ final, certainty, stuck }) => [final, certainty, stuck]);

  it('a static pod whose containers start again under its uid is in its next life', () => {
    expect(finals('case-07-static-delete-and-recreate-same-uid')).toEqual([['running', 'inferred', false]]);
    const [pod] = readBack('case-07-static-delete-and-recreate-same-uid', 'v1.27', 2).diagnosis.pods;
    expect(pod?.intervals.map(({ phase, generation }) => [phase, generation])).toEqual([
      ['syncing', 1],
      ['terminating', 1],
      ['gone', 1],
      ['syncing', 2],
    ]);
  });

  it('a static pod is through once another of its name starts', () => {
    expect(finals('static-edit-keeps-mirror').map(([final]) => final)).toEqual(['gone', 'running']);
  });

  it('a manifest that came back may be another pod’s: whether the failed one is tried again is not known', () => {
    expect(finals('case-02-static-removed-sandbox-error', 'v1.26')).toEqual([
      ['terminating', 'inferred', 'unknown'],
    ]);
  });

  it('a pod that admission refused has nothing to be stopped when it is deleted', () => {
    expect(finals('case-15-rejected-at-admission-then-deleted').map(([final]) => final)).toEqual([
      'finished',
    ]);
  });

  it('an end after the failure may be that of a retry', () => {
    expect(finals('cri-error-then-success')).toEqual([['unknown', 'unknown', 'unknown']]);
  });
});
