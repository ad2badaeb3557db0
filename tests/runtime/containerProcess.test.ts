import { describe, expect, it } from 'vitest';
import { duration } from '../../src/clock/simTime';
import { exitOf, startProcess, terminateProcess } from '../../src/runtime/containerProcess';
import { at, newContainerSpec } from './driver';

describe('the end of a process that starts at 100', () => {
  const rows = [
    { desc: 'runs on when nothing ends it', runsFor: null, sigterms: [], kill: null, exit: null },
    { desc: 'ends by itself with its own code', runsFor: 500, sigterms: [], kill: null, exit: [600, 7] },
    { desc: 'ends stopTakes after SIGTERM', runsFor: null, sigterms: [1000], kill: null, exit: [1200, 143] },
    {
      desc: 'takes only the first SIGTERM',
      runsFor: null,
      sigterms: [1000, 1100],
      kill: null,
      exit: [1200, 143],
    },
    {
      desc: 'is killed before stopTakes is over',
      runsFor: null,
      sigterms: [1000],
      kill: 1150,
      exit: [1150, 137],
    },
    {
      desc: 'makes it on SIGTERM when the kill comes at the same instant',
      runsFor: null,
      sigterms: [1000],
      kill: 1200,
      exit: [1200, 143],
    },
    {
      desc: 'ends by itself between SIGTERM and its effect',
      runsFor: 1000,
      sigterms: [1000],
      kill: null,
      exit: [1100, 7],
    },
    {
      desc: 'ends by itself when the kill comes at the same instant',
      runsFor: 900,
      sigterms: [],
      kill: 1000,
      exit: [1000, 7],
    },
  ] as const;
  it.each(rows)('$desc', ({ runsFor, sigterms, kill, exit }) => {
    const spec = newContainerSpec({ runsFor: runsFor === null ? null : duration(runsFor), exitCode: 7 });
    const process = sigterms.reduce((p, t) => terminateProcess(p, at(t)), startProcess(spec, at(100)));
    const end = exitOf(process, kill === null ? null : at(kill));
    expect(end === null ? null : [end.at, end.exitCode]).toEqual(exit);
  });
});
