import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLab } from '../../store/hooks';

/** While playing, a chart is drawn anew at most once in so many wall ms. */
const PAUSE_MS = 500;

const waiting = new Set<() => void>();
let turning = false;

/** Lets one update through each frame, so that six charts never fall into the same one. */
function nextFrame(): void {
  const [first] = waiting;
  if (first !== undefined) {
    waiting.delete(first);
    first();
  }
  turning = waiting.size > 0;
  if (turning) requestAnimationFrame(nextFrame);
}

function inTurn(update: () => void): () => void {
  waiting.add(update);
  if (!turning) requestAnimationFrame(nextFrame);
  turning = true;
  return () => waiting.delete(update);
}

/**
 * Follows a value one chart a frame; while the run plays at most twice a second. Always ends on the last value, so that what stands still
 * is exact.
 */
export function useStaggered<T>(value: T): T {
  const lab = useLab();
  const [shown, setShown] = useState(value);
  const updated = useRef(0);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    let cancel: () => void = () => {};
    const wait = lab.view.getState().playing
      ? Math.max(0, updated.current + PAUSE_MS - performance.now())
      : 0;
    const timer = setTimeout(() => {
      cancel = inTurn(() => {
        updated.current = performance.now();
        // At once: left to React, two charts' turns may end in the same frame.
        flushSync(() => setShown(value));
      });
    }, wait);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [lab, value, shown]);
  return shown;
}
