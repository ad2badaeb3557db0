import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { simTime } from '../../src/clock/simTime';
import { fingerprintOf } from '../../src/engine/fingerprint';
import { Simulation } from '../../src/engine/simulation';
import { endOf, Timeline } from '../../src/engine/timeline';
import type { TraceEvent } from '../../src/engine/trace';
import { releaseOf } from '../../src/kubelet/releases';
import type { Command, Scenario } from '../../src/scenarios/command';
import { at, catalogScenario, commandOf, scenarioOf } from './nodeRun';

// Whole runs, many of them: a shared machine may be slow.
vi.setConfig({ testTimeout: 60_000 });

const PODS = `
pods:
  web: { gracePeriod: 5, volumes: [data], containers: [{ name: app, stopTakes: 2s }] }
  proxy: { containers: [{ name: app }] }`;
const SCENARIO = scenarioOf(`${PODS}
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 2s, do: createStaticPod, pod: proxy }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, kind: error, times: 2 }
  - { at: 12s, do: deletePod, pod: web }`);
const RELEASE = releaseOf('v1.31');

const command = (text: string): Command => commandOf(text, PODS);
const lines = (trace: readonly TraceEvent[]) => trace.map((event) => JSON.stringify(event));
const saved = (sim: Simulation) => JSON.stringify(sim.save());

/** A run of its own that stands at `time`. */
function fresh(time: number, scenario: Scenario = SCENARIO): { sim: Simulation; trace: TraceEvent[] } {
  const trace: TraceEvent[] = [];
  const sim = Simulation.create(scenario, RELEASE, (event) => trace.push(event));
  sim.runUntil(simTime(time));
  return { sim, trace };
}

const run = (time: number, scenario: Scenario = SCENARIO): Timeline => {
  const timeline = new Timeline(scenario, RELEASE);
  timeline.runUntil(simTime(time));
  return timeline;
};

/** Many events, so that there are several keyframes. */
const LONG = catalogScenario('static-edit-300-times');

describe('the trace of a timeline', () => {
  it('is the trace of a simulation, and its fingerprint too, however it is asked for', () => {
    const timeline = new Timeline(SCENARIO, RELEASE);
    for (const time of [0, 3, 777, 9000, 9000, 30_000, 60_000]) {
      timeline.runUntil(simTime(time));
      expect(timeline.fingerprint()).toBe(fingerprintOf(timeline.events));
    }
    expect(lines(timeline.events)).toEqual(lines(fresh(60_000).trace));
    expect(saved(timeline.simulation)).toBe(saved(fresh(60_000).sim));
  });

  it('has ids that count from 0, and times that never go back', () => {
    const { events } = run(60_000);
    events.forEach((event, i) => {
      expect(event.id).toBe(i);
      expect(event.at).toBeGreaterThanOrEqual(events[i - 1]?.at ?? 0);
    });
  });
});

describe('seek', () => {
  it('gives the run as one that stopped there, for any moment', () => {
    const timeline = run(60_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (time) => {
        expect(saved(timeline.seek(simTime(time)))).toBe(saved(fresh(time).sim));
      }),
      { numRuns: 12, seed: 1 },
    );
  }, 30_000);

  it('does so across keyframes, forwards and backwards', () => {
    const timeline = run(60_000, LONG);
    for (const time of [40_000, 1000, 59_999, 41_234, 0, 60_000]) {
      expect(saved(timeline.seek(simTime(time)))).toBe(saved(fresh(time, LONG).sim));
    }
  }, 30_000);

  it('runs on if it is asked for more than there is', () => {
    const timeline = run(5000);
    const there = timeline.seek(simTime(20_000));
    expect(there.now).toBe(20_000);
    expect(timeline.simulation.now).toBe(20_000);
    expect(saved(there)).toBe(saved(fresh(20_000).sim));
  });

  it('never changes the head, nor does anything done to what it gives', () => {
    const timeline = run(30_000);
    const [before, length] = [saved(timeline.simulation), timeline.events.length];
    const past = timeline.seek(simTime(11_000));
    past.apply(command('do: forceDeletePod, pod: web'));
    past.runUntil(simTime(40_000));
    timeline.seekEvent(40).runUntil(simTime(50_000));
    const now = timeline.seek(simTime(30_000));
    now.apply(command('do: stopRuntime'));
    expect(saved(timeline.simulation)).toBe(before);
    expect(timeline.events.length).toBe(length);
    timeline.runUntil(simTime(60_000));
    expect(lines(timeline.events)).toEqual(lines(fresh(60_000).trace));
  });
});

describe('seekEvent', () => {
  it('gives the run right after the step in which the event happened', () => {
    const timeline = run(40_000);
    const { events } = timeline;
    for (const id of [0, 1, 2, 17, 50, Math.floor(events.length / 2), events.length - 1]) {
      const there = timeline.seekEvent(id);
      const { sim } = fresh(-1);
      while (sim.traceLength <= id) sim.step();
      expect(saved(there)).toBe(saved(sim));
      expect(there.now).toBe(events[id]?.at);
    }
  });

  it('of an event in a later keyframe does not need the beginning', () => {
    const timeline = run(60_000, LONG);
    const id = timeline.events.length - 3;
    const { sim } = fresh(-1, LONG);
    while (sim.traceLength <= id) sim.step();
    expect(saved(timeline.seekEvent(id))).toBe(saved(sim));
  });
});

describe('a command at the head', () => {
  const kill = command('do: forceDeletePod, pod: web');

  it('is done at once, and kept with its time', () => {
    const timeline = run(8000);
    timeline.apply(kill);
    expect(timeline.commands).toEqual([{ at: 8000, command: kill }]);
    expect(timeline.events.findLast((event) => event.kind === 'command')?.at).toBe(8000);
  });

  it('is there when one seeks to its moment or behind it, and not before', () => {
    const timeline = run(8000);
    timeline.apply(kill);
    timeline.runUntil(simTime(30_000));
    const uid = timeline.simulation.world.uidOf('web');
    const objectAt = (time: number) =>
      uid === null ? null : timeline.seek(simTime(time)).world.apiserver.get(uid);
    expect(objectAt(7999)).not.toBeNull();
    expect(objectAt(8000)).toBeNull();
    expect(objectAt(20_000)).toBeNull();
    expect(saved(timeline.seek(simTime(30_000)))).toBe(saved(timeline.simulation));
    expect(saved(timeline.seek(simTime(7999)))).toBe(saved(fresh(7999).sim));
  });

  it('can be sought by the event that says it, with all that it did at once', () => {
    const timeline = run(8000);
    timeline.apply(kill);
    timeline.runUntil(simTime(12_000));
    const event = timeline.events.find(({ kind, at: time }) => kind === 'command' && time === 8000);
    const there = timeline.seekEvent(event?.id ?? -1);
    expect(there.world.uidOf('web')).not.toBeNull();
    expect(there.world.apiserver.list().map((pod) => pod.template)).toEqual(['proxy']);
    expect(there.now).toBe(8000);
  });

  it('twice at one moment: both are there, in their order', () => {
    const timeline = run(8000);
    timeline.apply(kill);
    timeline.apply(command('do: createPod, pod: web'));
    timeline.runUntil(simTime(20_000));
    const there = timeline.seek(simTime(8000));
    expect(there.world.apiserver.list().map((pod) => pod.template)).toEqual(['proxy', 'web']);
    expect(saved(timeline.seek(simTime(20_000)))).toBe(saved(timeline.simulation));
  });
});

describe('a fork', () => {
  const kill = command('do: forceDeletePod, pod: web');

  it('shares the past and goes its own way', () => {
    const timeline = run(30_000);
    const before = lines(timeline.events);
    const other = timeline.fork(simTime(11_000));
    expect(other.simulation.now).toBe(11_000);
    expect(lines(other.events)).toEqual(before.slice(0, other.events.length));
    expect(other.fingerprint()).toBe(fingerprintOf(other.events));
    other.apply(kill);
    other.runUntil(simTime(30_000));
    const shared = other.events.findIndex((event, i) => JSON.stringify(event) !== before[i]);
    expect(other.events[shared]?.at).toBe(11_000);
    expect(lines(timeline.events)).toEqual(before);
    expect(timeline.commands).toEqual([]);
    timeline.runUntil(simTime(60_000));
    expect(lines(timeline.events)).toEqual(lines(fresh(60_000).trace));
  });

  it('that does nothing else comes to the same', () => {
    const timeline = run(60_000);
    for (const time of [0, 11_000, 12_000, 59_999]) {
      const other = timeline.fork(simTime(time));
      other.runUntil(simTime(60_000));
      expect(lines(other.events)).toEqual(lines(timeline.events));
      expect(saved(other.simulation)).toBe(saved(timeline.simulation));
      expect(other.gauges.since(0)).toEqual(timeline.gauges.since(0));
    }
  });

  it('can be sought like any other run, before and after the fork', () => {
    const other = run(40_000, LONG).fork(simTime(30_000));
    other.runUntil(simTime(40_000));
    for (const time of [0, 10_000, 30_000, 35_000]) {
      expect(saved(other.seek(simTime(time)))).toBe(saved(fresh(time, LONG).sim));
    }
  });

  it('of a run with commands has those up to its moment', () => {
    const timeline = run(8000);
    timeline.apply(kill);
    timeline.runUntil(simTime(14_000));
    timeline.apply(command('do: createPod, pod: web'));
    timeline.runUntil(simTime(20_000));
    expect(timeline.fork(simTime(7000)).commands).toHaveLength(0);
    expect(timeline.fork(simTime(8000)).commands).toHaveLength(1);
    expect(timeline.fork(simTime(14_000)).commands).toHaveLength(2);
    const other = timeline.fork(simTime(14_000));
    other.runUntil(simTime(20_000));
    expect(lines(other.events)).toEqual(lines(timeline.events));
  });

  it('of a fork is a run like any other', () => {
    const second = run(30_000).fork(simTime(20_000)).fork(simTime(10_000));
    second.runUntil(simTime(30_000));
    expect(lines(second.events)).toEqual(lines(fresh(30_000).trace));
  });
});

describe('toScenario', () => {
  it('plays the same trace again, with what was done by hand', () => {
    const timeline = run(8123);
    timeline.apply(command('do: evictPod, pod: web'));
    timeline.runUntil(simTime(20_001));
    timeline.apply(command('do: editStaticPod, pod: proxy'));
    timeline.runUntil(simTime(33_333));
    timeline.apply(command('do: restartKubelet'));
    timeline.runUntil(simTime(60_000));
    const scenario = timeline.toScenario('again');
    expect(scenario.title).toBe('again');
    expect(scenario.release).toBe('v1.31');
    expect(lines(run(60_000, scenario).events)).toEqual(lines(timeline.events));
  });

  it('does so for a fork', () => {
    const timeline = run(30_000);
    const other = timeline.fork(simTime(11_111));
    other.apply(command('do: forceDeletePod, pod: web'));
    other.runUntil(simTime(40_000));
    expect(lines(run(40_000, other.toScenario('fork')).events)).toEqual(lines(other.events));
  });
});

describe('keyframes', () => {
  it('are few: one in 500 events, or as many as there are pods if these are more', () => {
    for (const scenario of [SCENARIO, LONG]) {
      const timeline = run(endOf(scenario), scenario);
      const keyframes = (timeline as unknown as { keyframes: { count: number } }).keyframes.count;
      expect(keyframes).toBeLessThanOrEqual(2 + timeline.events.length / 500);
      expect(keyframes).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('the end of a run', () => {
  it.each([
    ['until: 7s\nsteps: []', 7000],
    ['steps: []', 60_000],
    [`${PODS}\nsteps: [{ at: 5s, do: stopRuntime }]`, 65_000],
    [
      `${PODS}\nsteps: [{ at: 0s, do: stopRuntime }, { at: 20s, expect: { pod: web, stuck: false } }]`,
      60_000,
    ],
    [
      `${PODS}\nsteps: [{ at: 0s, do: stopRuntime }, { at: 90s, expect: { pod: web, stuck: false } }]`,
      90_000,
    ],
  ])('of %j is at %i ms', (text, end) => {
    expect(endOf(scenarioOf(text))).toBe(end);
  });

  it('is the moment that it was run to', () => {
    expect(run(at('1m1s')).simulation.now).toBe(61_000);
  });
});

describe('a run with commands given by hand, as a scenario', () => {
  const TIMES = [...new Set(run(20_000).events.map((event) => event.at as number))];

  it.each([true, false])('is the same run wherever they were given, ties shuffled: %s', (shuffleTies) => {
    const scenario: Scenario = { ...SCENARIO, shuffleTies };
    // Every one of these times has something else that happens at it.
    expect(TIMES.length).toBeGreaterThan(30);
    for (const time of TIMES) {
      const timeline = run(time, scenario);
      timeline.apply(command('do: restartKubelet'));
      timeline.runUntil(simTime(time));
      timeline.apply(command('do: stopRuntime'));
      timeline.runUntil(simTime(40_000));
      const again = fresh(40_000, timeline.toScenario('again'));
      expect(lines(again.trace)).toEqual(lines(timeline.events));
    }
  });
});
