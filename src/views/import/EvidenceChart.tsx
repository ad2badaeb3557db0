import { useMemo, useRef } from 'react';
import type { EvidencePod } from '../../transport/evidenceProtocol';
import type { BoxLook } from '../shared/drawing/ChartBox';
import { ChartTree } from '../shared/drawing/ChartTree';
import { withParents } from '../shared/drawing/chartWords';
import '../shared/drawing/drawing.css';

const NONE: ReadonlySet<string> = new Set();
const HERE: BoxLook = { active: true, count: 0, onlyIn: null, inner: [], innerMarked: false };
const ignore = (): void => {};

/** The statechart with the places in which the lines leave a pod; what they do not tell is not lit. */
export function EvidenceChart({ pod, name }: { readonly pod: EvidencePod; readonly name: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const { final, calling } = pod;
  const active = useMemo(() => placesOf({ final, calling }), [final, calling]);
  const looks = useMemo(() => new Map([...active].map((place) => [place, HERE])), [active]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="import-chart" tabIndex={0} aria-label={`Where the lines leave ${name}`}>
      <ChartTree
        ref={svg}
        name={name}
        looks={looks}
        active={active}
        last={NONE}
        marked={NONE}
        pulses={false}
        onHover={ignore}
        onPick={ignore}
        onLeave={ignore}
      />
      {active.size === 0 && <p className="import-note">The lines do not tell where its worker is.</p>}
    </section>
  );
}

const LIFECYCLE: Readonly<Partial<Record<EvidencePod['final'], string>>> = {
  running: 'syncing',
  terminating: 'terminating',
  terminated: 'terminated',
  finished: 'finished',
};

const CALLS = { syncing: 'syncPod', terminating: 'syncTerminatingPod', terminated: 'syncTerminatedPod' };

/** The places of the chart that are known. A pod that is gone has none: its record is forgotten. */
export function placesOf({ final, calling }: Pick<EvidencePod, 'final' | 'calling'>): ReadonlySet<string> {
  const lifecycle = LIFECYCLE[final];
  if (lifecycle === undefined) return NONE;
  const places = withParents(`pod.lifecycle.${lifecycle}`);
  return new Set(
    calling === null ? places : [...places, ...withParents(`pod.worker.calling.${CALLS[calling]}`)],
  );
}
