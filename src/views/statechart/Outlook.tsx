import { memo, type Ref } from 'react';
import type { PodDetail } from '../../transport/protocol';

type Next = PodDetail['next'][number];
type Guard = PodDetail['guards'][number];

interface NextProps {
  readonly ref: Ref<HTMLUListElement>;
  readonly next: readonly Next[];
  readonly marked: ReadonlySet<string>;
  readonly picked: string | null;
  readonly onHover: (id: string | null) => void;
  readonly onPick: (id: string) => void;
}

/** What could happen next, as buttons that show it in the chart; they do nothing to the run. */
export const NextEvents = memo(function NextEvents({
  ref,
  next,
  marked,
  picked,
  onHover,
  onPick,
}: NextProps) {
  return (
    <section className="chart-next" aria-label="Possible next events">
      <h3>Possible next events</h3>
      <p className="chart-hint">
        {next.length === 0
          ? 'None: the pod workers have no record of the pod.'
          : 'What each would change if it came. Whether it can come says the wake-up ledger.'}
      </p>
      <ul ref={ref}>
        {next.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              aria-pressed={picked === event.id}
              data-marked={marked.has(event.id)}
              data-changes={event.changes}
              onPointerEnter={() => onHover(event.id)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(event.id)}
              onBlur={() => onHover(null)}
              onClick={() => onPick(event.id)}
            >
              <strong>{event.label}</strong> <span>{outcomeWords(event)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

const IGNORED: { readonly [Reason in NonNullable<Next['ignored']>]: string } = {
  willRestart: 'ignored, but the pod is to restart once it is finished',
  finished: 'ignored: the pod is finished',
  runtimeOnlyAfterTermination: 'ignored: the containers are stopped already',
};

/** What the event would come to, in one line. */
function outcomeWords(event: Next): string {
  if (event.ignored !== null) return IGNORED[event.ignored];
  const moves = [
    [event.fromLifecycle, event.toLifecycle],
    [event.fromWorker, event.toWorker],
  ].flatMap(([from, to]) => (from === to ? [] : [`${from} → ${to}`]));
  const parts = [...moves, ...event.effects];
  if (parts.length > 0) return parts.join(' · ');
  return event.changes ? 'only the record changes' : 'changes nothing';
}

/** The guards of the chart: what each says now, and to which event. */
export const GuardList = memo(function GuardList({ guards }: { readonly guards: readonly Guard[] }) {
  const asked = guards.filter(({ value }) => value !== 'n/a');
  const others = guards.filter(({ value }) => value === 'n/a');
  return (
    <section className="chart-guards" aria-label="Guards">
      <h3>Guards</h3>
      <dl>
        {asked.map(({ name, value, holds, fails }) => (
          <div key={name} data-value={value}>
            <dt>{name}</dt>
            <dd>
              <b>{value === true ? '✓ true' : '✗ false'}</b>{' '}
              <span>
                for {(value === true ? holds : fails).join(', ')}
                {value === true && fails.length > 0 ? `; false for ${fails.join(', ')}` : ''}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <p className="chart-hint">n/a, nothing asks now: {others.map(({ name }) => name).join(', ')}</p>
      )}
    </section>
  );
});
