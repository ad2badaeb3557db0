import type { EventGroup } from '../../store/selectors/eventsFilter';

const PATHS: { readonly [G in EventGroup]: string } = {
  command: 'M7 1 3 7h3l-1 4 4-6H6z',
  config: 'M2 2h8M2 6h8M2 10h5',
  worker: 'M3 2v8l7-4z',
  runtime: 'M2 3h8v6H2zM4 3v6M8 3v6',
  retry: 'M10 6a4 4 0 1 1-1.2-2.8M10 1v2.5H7.5M6 4v2.3l1.5 1',
  housekeeping: 'M8.5 1.5 5.5 6M3 7l5 2-1 2H2z',
  status: 'M2 6.5 5 9.5 10 2.5',
  node: 'M6 1v5M3.5 2.8a4 4 0 1 0 5 0',
};

/** The sign of a kind of events; what it means stands in words beside it. */
export function EventGlyph({ group }: { readonly group: EventGroup }) {
  return (
    <svg
      className="event-glyph"
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <path d={PATHS[group]} />
    </svg>
  );
}
