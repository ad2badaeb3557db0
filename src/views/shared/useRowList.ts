import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** A long list of equally high rows, of which only those in sight are in the page. */
export interface RowList {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly VirtualItem[];
  /** Height of all rows, px. */
  readonly height: number;
  /** The row that the Tab key goes to. */
  readonly active: number;
  /** Arrow keys, Page keys, Home and End go along the rows. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Tells that a row has got the focus. */
  readonly onFocusRow: (index: number) => void;
}

const PAGE = 10;

/** Rows that stay in sight behind the one at the playhead. */
const AHEAD = 2;

/** Where fingers have to hit the rows. */
const TOUCH = '(pointer: coarse), (max-width: 699px)';

const onTouchChange = (changed: () => void): (() => void) => {
  const media = matchMedia(TOUCH);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** The height of a row, px: `fine` for a mouse, at least 44 for fingers. */
export const useRowHeight = (fine: number): number =>
  useSyncExternalStore(onTouchChange, () => matchMedia(TOUCH).matches) ? Math.max(44, fine) : fine;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * One tab stop for a long list. `current` is the row at the playhead, -1 for none: the list follows it, two rows ahead.
 * `head` px of the scroller's top are covered by what sticks there. The row with the focus stays in
 * the page wherever the list is scrolled to. Rows carry `data-row={index}`.
 */
export function useRowList(count: number, rowHeight: number, current: number, head = 0): RowList {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const wantsFocus = useRef(false);
  const active = Math.max(0, Math.min(count - 1, focused ?? current));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingEnd: head + AHEAD * rowHeight,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return rows.includes(active) || active >= count ? rows : [...rows, active].sort((a, b) => a - b);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows measured anew when their height changes
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  useEffect(() => {
    setFocused(null);
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [current, virtualizer]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus({ preventScroll: true });
  }, [active]);

  return {
    scroller,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    active,
    onFocusRow: setFocused,
    onKeyDown: (event) => {
      const step = STEPS[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || count === 0) return;
      event.preventDefault();
      event.stopPropagation();
      const next = Math.max(0, Math.min(count - 1, step(active, count - 1)));
      wantsFocus.current = next !== active;
      setFocused(next);
      virtualizer.scrollToIndex(next, { align: 'auto' });
    },
  };
}
