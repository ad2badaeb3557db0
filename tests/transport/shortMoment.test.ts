import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Moment, momentOf } from '../../src/engine/moment';
import { endOf, Timeline } from '../../src/engine/timeline';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { restored, shortened } from '../../src/transport/shortMoment';

const NAME = 'kubelet-restart-with-orphans';

function timelineOf(name: string): Timeline {
  const text = readFileSync(new URL(`../../src/scenarios/catalog/${name}.yaml`, import.meta.url), 'utf8');
  const parsed = parseScenario({ file: name, text });
  if (!parsed.ok) throw new Error(`${name} is no scenario`);
  const timeline = new Timeline(parsed.value, releaseOf('v1.27'));
  timeline.runUntil(endOf(parsed.value));
  return timeline;
}

const timeline = timelineOf(NAME);
const last = timeline.events.length - 1;
/** The moment right after an event, looking at one of the pods. */
function momentAfter(event: number, watched = 0): Moment {
  const sim = timeline.seekEvent(event);
  const uid = momentOf(sim, null).pods[watched]?.uid ?? null;
  return momentOf(sim, uid);
}
/** As a message carries it. */
const sent = <T>(value: T): T => structuredClone(value);

describe('a moment that is sent as what has changed', () => {
  it('arrives whole, whatever was looked at before', () => {
    const visit = fc.tuple(fc.integer({ min: 0, max: last }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(visit, { minLength: 2, maxLength: 12 }), (visits) => {
        let told: Moment | null = null;
        let known: Moment | null = null;
        for (const [event, watched] of visits) {
          const moment = momentAfter(event, watched);
          known = restored(known, sent(shortened(told, moment)));
          told = moment;
          expect(known).toEqual(moment);
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('says nothing of pods when none has changed, and the list stays the same one', () => {
    const moment = momentAfter(last);
    const again = { ...sent(moment), now: moment.now + 100 };
    const short = shortened(moment, again);
    expect(short.pods).toBeNull();
    const known = restored(null, shortened(null, moment));
    const next = restored(known, sent(short));
    expect(next.pods).toBe(known.pods);
    expect(next.metrics).toBe(known.metrics);
    expect(next.detail).toBe(known.detail);
    expect(next.now).toBe(moment.now + 100);
  });

  it('carries a pod that has changed, and the place of every other', () => {
    const moment = momentAfter(last);
    expect(moment.pods.length).toBeGreaterThan(1);
    const [first, ...others] = moment.pods;
    const changed = { ...moment, pods: first === undefined ? [] : [{ ...first, why: 'another' }, ...others] };
    const short = shortened(moment, changed);
    expect(short.pods).toEqual([changed.pods[0], ...others.map((_, i) => i + 1)]);
    const known = restored(null, shortened(null, moment));
    expect(restored(known, sent(short)).pods[1]).toBe(known.pods[1]);
  });

  it('tells of pods that are gone, and of another order', () => {
    const moment = momentAfter(last);
    const reversed = { ...moment, pods: [...moment.pods].reverse() };
    const fewer = { ...moment, pods: moment.pods.slice(1) };
    const known = restored(null, shortened(null, moment));
    expect(restored(known, sent(shortened(moment, reversed))).pods).toEqual(reversed.pods);
    expect(restored(known, sent(shortened(moment, fewer))).pods).toEqual(fewer.pods);
  });
});
