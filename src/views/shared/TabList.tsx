import { useLab, useView } from '../../store/hooks';
import type { Tab } from '../../store/viewStore';

const TABS: readonly (readonly [Tab, string])[] = [
  ['statechart', 'Statechart'],
  ['sequence', 'Sequence'],
  ['events', 'Events'],
  ['metrics', 'Metrics'],
  ['explorer', 'Explorer'],
  ['import', 'Import'],
];

/** The tabs under the lanes; arrow keys go along them. */
export function TabList() {
  const lab = useLab();
  const tab = useView((view) => view.tab);
  const go = (event: React.KeyboardEvent, i: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(i + step + TABS.length) % TABS.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    lab.setTab(next[0]);
    document.getElementById(`tab-${next[0]}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Views" className="tab-list">
      {TABS.map(([name, label], i) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls="tab-panel"
          tabIndex={tab === name ? 0 : -1}
          onClick={() => lab.setTab(name)}
          onKeyDown={(event) => go(event, i)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
