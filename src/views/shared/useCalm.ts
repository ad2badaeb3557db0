import { useEffect, useRef, useState } from 'react';
import { useView } from '../../store/hooks';

/** Often enough for what nobody reads while it plays. */
const EVERY_MS = 400;

/** `value`, but while the run plays not newer than twice or so a second: what need not be exact costs no frames. */
export function useCalm<T>(value: T): T {
  const playing = useView((view) => view.playing);
  const [shown, setShown] = useState(value);
  const newest = useRef(value);
  newest.current = value;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setShown(newest.current), EVERY_MS);
    return () => clearInterval(timer);
  }, [playing]);
  return playing ? shown : value;
}
