import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { Lab } from '../../src/store/lab';
import { branchesOf } from '../../src/store/selectors/branches';
import { interestingIn } from '../../src/store/selectors/interesting';
import { linkOf, openAddress } from '../../src/store/session';
import type { RunView } from '../../src/store/simulationStore';
import { localPort } from '../../src/transport/localPort';
import type { Command } from '../../src/transport/protocol';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';

const TEXT = `version: 1
title: Two pods
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
  job: { restartPolicy: Never, containers: [{ name: app, image: 'job:1', runsFor: 5s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 1s,  do: createPod, pod: job }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
`;

const COMMANDS: readonly Command[] = [
  { do: 'deletePod', pod: 'web', gracePeriod: null },
  { do: 'createPod', pod: 'web' },
  { do: 'stopRuntime' },
  { do: 'startRuntime' },
  { do: 'restartKubelet', downtime: 1000 as never },
  { do: 'exitContainer', pod: 'web', container: 'app', exitCode: 1 } as never,
];

/** Given at once: an armed fault that is changed is lifted and armed anew. */
const FAULT: Command = {
  ...{ do: 'injectFault', name: null, operation: 'StartContainer', pod: 'web', kind: 'error' },
  ...{ code: 'Unknown', message: 'no', delay: 0 as never, times: null, nth: 1, probability: 1 },
};
const LIFT: Command = { do: 'liftFault', name: 'fault-2', operation: null, pod: null };

const RELEASES = ['v1.26', 'v1.27', 'v1.31'];

const newLab = (): Lab => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  return new Lab(() => localPort(host));
};

/** Frames until nothing more is asked for. */
function settle(lab: Lab): void {
  for (let i = 0; i < 200; i++) {
    lab.frame(0);
    if (lab.simulation.actions.isIdle() && i > 5) return;
  }
  throw new Error('it comes to rest');
}

/** One thing that a person does. */
type Action = readonly [name: string, act: (lab: Lab) => void];

const time = fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.double({ min: 0, max: 90_000, noNaN: true }));
const named = <T>(name: string, from: fc.Arbitrary<T>, act: (lab: Lab, value: T) => void) =>
  from.map((value): Action => [`${name} ${JSON.stringify(value)}`, (lab) => act(lab, value)]);
const nothing = fc.constant(null);

const action: fc.Arbitrary<Action> = fc.oneof(
  named('frame', fc.integer({ min: 1, max: 300 }), (lab, ms) => lab.frame(ms)),
  named('seek', time, (lab, at) => lab.seek(at)),
  named('play', nothing, (lab) => lab.play()),
  named('pause', nothing, (lab) => lab.pause()),
  named('speed', fc.constantFrom(0.1, 1, 10, 1000), (lab, speed) => lab.setSpeed(speed)),
  named('skip', fc.boolean(), (lab, skipIdle) => lab.set({ skipIdle })),
  named('step', fc.constantFrom(1 as const, -1 as const), (lab, by) => lab.step(by, () => true)),
  named('interesting', fc.constantFrom(1 as const, -1 as const), (lab, by) =>
    lab.step(by, (run, event) => interestingIn(run.events, event)),
  ),
  named('select', fc.nat(3), (lab, i) => lab.select(lab.panes()[0]?.moment?.pods[i]?.uid ?? null)),
  named('selectEvent', fc.nat(300), (lab, id) => {
    const event = lab.panes()[0]?.events[id];
    if (event !== undefined) lab.select(event.pod, id);
  }),
  named('inject', fc.tuple(fc.nat(COMMANDS.length - 1), fc.option(time)), (lab, [i, at]) => {
    const command = COMMANDS[i];
    if (command !== undefined) lab.inject(command, at ?? lab.view.getState().playhead);
  }),
  named('fault', nothing, (lab) => lab.inject(FAULT)),
  named('change fault', nothing, (lab) => lab.injectAll([FAULT, LIFT], lab.view.getState().playhead)),
  named('undo', nothing, (lab) => lab.undo()),
  named('redo', nothing, (lab) => lab.redo()),
  named('mute', fc.nat(3), (lab, i) => {
    if ((lab.panes()[0]?.given.length ?? 0) > i) lab.mute(i);
  }),
  named('regive', fc.tuple(fc.nat(3), fc.integer({ min: 0, max: 90_000 })), (lab, [i, at]) => {
    const given = lab.panes()[0]?.given[i];
    if (given !== undefined) lab.regiveAt(i, { ...given, at });
  }),
  named('releases', fc.array(fc.constantFrom(...RELEASES), { minLength: 1, maxLength: 2 }), (lab, releases) =>
    lab.setReleases(releases),
  ),
  named('branch', fc.nat(5), (lab, i) => {
    const run = lab.panes()[0];
    const runs = lab.simulation.getState().runs.values();
    const branch = run === undefined ? undefined : branchesOf(runs, run)[i];
    if (branch !== undefined) lab.showBranch(branch.id);
  }),
);

/** Does it; what may never happen, whatever is done, is looked for at every step. */
function perform(lab: Lab, [name, act]: Action): void {
  const before = lab.view.getState();
  act(lab);
  const after = lab.view.getState();
  if (name.startsWith('frame')) expect(after.playhead).toBeGreaterThanOrEqual(before.playhead);
  const given = lab.panes().map((run) => run.given);
  expect(given.every((commands) => JSON.stringify(commands) === JSON.stringify(given[0]))).toBe(true);
}

/** What a page shows of its runs and of the moment. */
const shownBy = (lab: Lab) => {
  const { pod, event, playhead } = lab.view.getState();
  return {
    ...{ pod, event, playhead: Math.round(playhead) },
    panes: lab.panes().map(({ release, given, moment }) => ({ release, given, moment })),
  };
};

/** The same run, played from its beginning in one go. */
function fresh({
  source,
  release,
  seed,
  given,
  now,
}: Pick<RunView, 'source' | 'release' | 'seed' | 'given' | 'now'>): RunView | undefined {
  const lab = newLab();
  lab.simulation.actions.open('a', source, release, seed, given);
  for (let i = 0; i < 10; i++) {
    lab.simulation.actions.extend('a', now);
    lab.simulation.actions.frame();
  }
  return lab.simulation.getState().runs.get('a');
}

/** What comes of the file that a run is saved as. */
function saved(lab: Lab, { id, release, now }: RunView): RunView {
  lab.simulation.actions.text(id, 'scenario', now, 0);
  settle(lab);
  const text = lab.simulation.getState().runs.get(id)?.texts.scenario ?? '';
  const source = { kind: 'text', file: 'saved.yaml', text } as const;
  const same = fresh({ source, release, seed: null, given: [], now });
  if (same === undefined || same.diagnostics.length > 0) throw new Error(same?.diagnostics[0]?.message);
  return same;
}

describe('whatever a person does', () => {
  it('the runs are those that their commands make, the moment is that of the playhead, and a link shows the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const lab = newLab();
        lab.open({ kind: 'text', file: 'two.yaml', text: TEXT }, ['v1.26', 'v1.27']);
        settle(lab);
        for (const done of actions) perform(lab, done);
        lab.pause();
        settle(lab);
        const { playhead } = lab.view.getState();
        for (const run of lab.panes()) {
          expect(run.moment?.now).toBe(Math.round(playhead));
          const same = fresh(run);
          expect(run.events).toEqual(same?.events);
          expect(run.gauges).toEqual(same?.gauges);
        }
        const shown = shownBy(lab);
        let undone = 0;
        for (; lab.canUndo && undone < 3; undone++) lab.undo();
        for (; undone > 0; undone--) lab.redo();
        settle(lab);
        expect(shownBy(lab)).toEqual(shown);
        for (const run of lab.panes()) expect(saved(lab, run).events).toEqual(run.events);
        const other = newLab();
        await openAddress(other, `#${await linkOf(lab)}`, () => {});
        settle(other);
        expect(other.view.getState().problem).toBeNull();
        expect(shownBy(other)).toEqual(shownBy(lab));
      }),
      { numRuns: 60 },
    );
  });
});
