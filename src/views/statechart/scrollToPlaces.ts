/**
 * Brings the active boxes of the drawing into view where its scrolling parent has room for them all; else `latest`, the one that
 * was entered last.
 */
export function scrollToPlaces(svg: SVGSVGElement, latest: string | null): void {
  const box = svg.parentElement;
  const leaves = [...svg.querySelectorAll('[data-kind="atomic"][aria-current="true"]')];
  if (box === null || leaves.length === 0) return;
  const view = box.getBoundingClientRect();
  const all = around(leaves);
  const fits = all.right - all.left < view.width - 40 && all.bottom - all.top < view.height - 40;
  const newest = leaves.filter((leaf) => `${leaf.getAttribute('data-place')}.`.startsWith(`${latest}.`));
  const goal = fits || newest.length === 0 ? all : around(newest);
  if (goal.left < view.left + 8 || goal.right > view.right - 8) {
    box.scrollLeft += (goal.left + goal.right) / 2 - (view.left + view.right) / 2;
  }
  if (goal.top < view.top + 8 || goal.bottom > view.bottom - 8) {
    box.scrollTop += (goal.top + goal.bottom) / 2 - (view.top + view.bottom) / 2;
  }
}

/** The rectangle around the frames of some boxes. */
function around(boxes: readonly Element[]) {
  const rects = boxes.map((box) => (box.querySelector('.chart-frame') ?? box).getBoundingClientRect());
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    right: Math.max(...rects.map(({ right }) => right)),
    top: Math.min(...rects.map(({ top }) => top)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
}
