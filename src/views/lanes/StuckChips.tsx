import { type RefObject, useEffect, useState } from 'react';
import type { Density } from './geometry';

interface Props {
  /** Indices of the rows that are stuck, ascending. */
  readonly stuck: readonly number[];
  readonly density: Density;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly show: (row: number) => void;
}

/** Says how many stuck pods lie above and below what is in view, and leads to the nearest. */
export function StuckChips({ stuck, density, scroller, show }: Props) {
  const [view, setView] = useState({ first: 0, last: Number.POSITIVE_INFINITY });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      const { scrollTop, clientHeight } = element;
      if (clientHeight === 0) return;
      const first = Math.floor(scrollTop / density);
      const last = Math.floor((scrollTop + clientHeight - density / 2) / density);
      setView((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, density]);
  const above = stuck.filter((row) => row < view.first);
  const below = stuck.filter((row) => row > view.last);
  const nearest = { above: above.at(-1), below: below[0] };
  return (
    <div role="presentation">
      {(['above', 'below'] as const).map((where) => {
        const row = nearest[where];
        if (row === undefined) return null;
        const count = where === 'above' ? above.length : below.length;
        return (
          <button
            key={where}
            type="button"
            className="lane-chip"
            data-where={where}
            onClick={() => show(row)}
          >
            {count} stuck {where} {where === 'above' ? '↑' : '↓'}
          </button>
        );
      })}
    </div>
  );
}
