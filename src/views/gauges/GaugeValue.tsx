import { useId, useRef, useState } from 'react';
import { useLab, useSimulation, useView } from '../../store/hooks';
import { podNames } from '../../store/selectors/eventsNames';
import { countedBy } from '../../store/selectors/gaugesCounted';
import type { GaugeColumn } from '../../store/selectors/gaugesSeries';
import type { RunId } from '../../transport/protocol';
import { grouped } from '../shared/grouped';
import type { GaugeRun } from './useGaugeRuns';

/** At most so many pods are listed by name. */
const LISTED = 50;

/** What the list takes at most, px: with less room above it opens below. */
const ROOM = 250;

/** One number at the playhead. Under the pointer or the focus it lists the pods that it counts; pressing one selects it. */
export function GaugeValue(props: {
  readonly metric: string;
  readonly series: GaugeColumn;
  readonly run: GaugeRun;
  /** `A`, `B`, or empty when there is one run. */
  readonly side: string;
  readonly colour: string;
  readonly value: number | null;
}) {
  const { series, value, side } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number } | null>(null);
  const open = (): void => {
    const box = button.current?.getBoundingClientRect();
    if (box === undefined) return;
    const left = Math.max(4, Math.min(box.left, innerWidth - 248));
    setPlace({ left, ...(box.top < ROOM ? { top: box.bottom } : { bottom: innerHeight - box.top }) });
  };
  const close = (): void => setPlace(null);
  const isTold = series.label !== 'pods' && value !== 0 && value !== null;
  const shown = value === null ? '–' : grouped(value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the pointer or Escape does here, the button does too
    <span
      className="gauge-value"
      onPointerEnter={(event) => event.pointerType === 'mouse' && open()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && close()}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || place === null) return;
        event.stopPropagation();
        button.current?.focus();
        close();
      }}
    >
      <button
        type="button"
        ref={button}
        aria-expanded={place !== null}
        aria-controls={id}
        onFocus={open}
        onClick={open}
      >
        <i style={{ background: props.colour }} />
        {/* Its name is what is seen, and the series where there is no room for it. */}
        {side !== '' && <span className="gauge-side">{side} </span>}
        <b>{shown}</b>
        <span className={isTold ? 'gauge-label' : 'sr-only'}> {series.label}</span>
        {value === null && <span className="sr-only">, no value yet</span>}
      </button>
      {place !== null && (
        <div id={id} className="gauge-pods" style={place}>
          <Pods metric={props.metric} series={series} run={props.run.id} onDone={close} />
        </div>
      )}
    </span>
  );
}

function Pods(props: {
  readonly metric: string;
  readonly series: GaugeColumn;
  readonly run: RunId;
  readonly onDone: () => void;
}) {
  const lab = useLab();
  const beat = useView((view) => view.beat);
  const run = useSimulation(({ runs }) => runs.get(props.run));
  const { moment = null, events = [] } = run ?? {};
  const pods = moment?.pods ?? [];
  const counted = countedBy(props.metric, props.series, pods, events, beat, podNames(events, pods));
  return (
    <>
      <p>
        {counted.pods.length === 0
          ? 'No pod'
          : `${counted.pods.length} pod${counted.pods.length === 1 ? '' : 's'}`}
        <small> {counted.remark}</small>
      </p>
      <ul>
        {counted.pods.slice(0, LISTED).map(({ uid, name }) => (
          <li key={uid}>
            <button
              type="button"
              onClick={() => {
                lab.select(uid);
                props.onDone();
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {counted.pods.length > LISTED && <p>and {counted.pods.length - LISTED} more</p>}
    </>
  );
}
