import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/engine/simulation';
import { endOf } from '../../src/engine/timeline';
import type { TraceEvent } from '../../src/engine/trace';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { chartHistories } from '../../src/views/statechart/chartHistory';
import { placesOf } from '../../src/views/statechart/chartModel';
import { population } from '../../src/views/statechart/population';

const FILES = ['kubelet-restart-with-orphans', 'static-edit-keeps-mirror', 'force-delete-cri-error'];

function eventsOf(name: string): readonly TraceEvent[] {
  const file = new URL(`../../src/scenarios/catalog/${name}.yaml`, import.meta.url);
  const parsed = parseScenario({ file: name, text: readFileSync(file, 'utf8') });
  if (!parsed.ok) throw new Error(`${name} is no scenario`);
  const events: TraceEvent[] = [];
  const sim = Simulation.create(parsed.value, releaseOf('v1.26'), (event) => events.push(event));
  sim.runUntil(endOf(parsed.value));
  return events;
}

/** A look at every pod. */
function counted(events: readonly TraceEvent[], event: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const history of chartHistories(events).values())
    for (const place of placesOf(history.after(event))) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

describe('how many pods are in each place', () => {
  it.each(FILES)('is what a look at every pod says, there and back: %s', (name) => {
    const events = eventsOf(name);
    const last = events.length - 1;
    const visits = [0, 7, last, 3, Math.floor(last / 2), Math.floor(last / 3), last, -1, 40];
    for (const event of [...events.keys(), ...visits]) {
      const told = Object.fromEntries([...population(events, event)].filter(([, count]) => count !== 0));
      expect(told).toEqual(counted(events, event));
    }
  });

  it('of one running pod is one in each of its places', () => {
    const events = eventsOf('force-delete-cri-error');
    const before = events.findIndex(({ kind }) => kind === 'updateReceived');
    expect(population(events, before - 1).get('pod') ?? 0).toBe(0);
    expect(population(events, before).get('pod')).toBe(1);
  });
});
