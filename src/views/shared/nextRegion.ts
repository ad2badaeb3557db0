/** The regions of the page, in the order in which F6 goes through them. */
const REGIONS = [
  '.scenario-bar',
  '.panes',
  '.gauges',
  '.tab-list',
  '#tab-panel',
  '.details',
  '.inject',
  '.narr',
  '.foot',
];

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, textarea, a[href], [tabindex="0"]';

/** Gives the focus to the next (or previous) region that has something to be focused. */
export function nextRegion(direction: 1 | -1): void {
  const places = REGIONS.flatMap((region) => {
    const place = document.querySelector<HTMLElement>(region);
    const first = place?.querySelector<HTMLElement>(FOCUSABLE) ?? null;
    return place === null || first === null ? [] : [{ place, first }];
  });
  const at = places.findIndex(({ place }) => place.contains(document.activeElement));
  const next = at === -1 ? (direction === 1 ? 0 : places.length - 1) : at + direction;
  places[(next + places.length) % places.length]?.first.focus();
}
