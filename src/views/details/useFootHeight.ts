import { useEffect, useState } from 'react';

/** How high the page's foot is, px: on a phone the sheet stands on it. */
export function useFootHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const foot = document.querySelector('.foot');
    if (foot === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.round(foot.getBoundingClientRect().height)));
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);
  return height;
}
