import { useLayoutEffect, useState } from 'react';

/** How high the page's foot is, px: on a phone the sheet stands on it. */
export function useFootHeight(): number {
  const [height, setHeight] = useState(0);
  // Before it is painted for the first time: the sheet would be seen to rise.
  useLayoutEffect(() => {
    const foot = document.querySelector('.foot');
    if (foot === null) return;
    const measure = (): void => setHeight(Math.round(foot.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);
  return height;
}
