import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/engine/simulation';
import { endOf } from '../../src/engine/timeline';
import type { TraceEvent } from '../../src/engine/trace';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { activePlaces, guardValues } from '../../src/machine/guardValues';
import { nextEvents, recordedFacts } from '../../src/machine/nextEvents';
import { PodStepper } from '../../src/machine/step';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { CHART_LAYOUT } from '../../src/views/shared/drawing/chartLayout';
import { chartHistories } from '../../src/views/statechart/chartHistory';

const CATALOG = new URL('../../src/scenarios/catalog/', import.meta.url);
const names = readdirSync(CATALOG).filter((name) => name.endsWith('.yaml'));
const drawn = new Map(CHART_LAYOUT.edges.map((edge) => [`${edge.from}>${edge.to}`, edge]));

/** Runs a scenario, comparing at every step what the trace tells with where the machine stands. */
function compare(file: string, release: (typeof RELEASE_NAMES)[number]): string[] {
  const parsed = parseScenario({ file, text: readFileSync(new URL(file, CATALOG), 'utf8') });
  if (!parsed.ok) return [`${file} is no scenario`];
  const events: TraceEvent[] = [];
  const sim = Simulation.create(parsed.value, releaseOf(release), (event) => events.push(event));
  const stepper = new PodStepper(releaseOf(release));
  const end = endOf(parsed.value);
  const wrong = new Set<string>();
  const seen = new Set<string>();
  for (let steps = 0; sim.now < end && steps < 20_000 && sim.step(); steps++) {
    for (const [uid, history] of chartHistories(events)) {
      const standing = history.standings.at(-1);
      const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
      const told =
        standing == null || standing.lifecycle === null
          ? 'none'
          : [standing.lifecycle, standing.worker].join(' ');
      const places = pod === null ? [] : activePlaces(pod.value);
      const leaf = (region: string) =>
        places.findLast((place) => place.startsWith(`pod.${region}.`))?.slice(region.length + 5);
      const real = pod === null ? 'none' : [leaf('lifecycle'), leaf('worker')].join(' ');
      if (told !== real) wrong.add(`${uid.slice(0, 6)} told ${told}, is ${real}`);
      for (const taken of [standing?.lastLifecycle, standing?.lastWorker]) {
        if (taken == null) continue;
        const edge = drawn.get(`${taken.from}>${taken.to}`);
        if (edge?.transitions.some(({ event }) => event === taken.event) !== true)
          wrong.add(`no edge ${taken.from} > ${taken.to} on ${taken.event}`);
      }
      if (pod !== null && !seen.has(real)) {
        seen.add(real);
        nextEvents(stepper, pod, recordedFacts(pod, sim.now));
        guardValues(stepper, pod, recordedFacts(pod, sim.now));
      }
    }
  }
  return [...wrong];
}

describe.each(RELEASE_NAMES)('what the trace tells of the chart in %s', (release) => {
  it.each(names)('is where the machine stands: %s', (file) => {
    expect(compare(file, release)).toEqual([]);
  });
});
