import { useLab, useOfPane, useSimulation, useView } from '../../store/hooks';
import type { RunView } from '../../store/simulationStore';
import type { Theme } from '../../store/viewStore';
import { RELEASE_NAMES } from '../../store/vocabulary';
import { FileMenu } from './FileMenu';
import { ShareButton } from './ShareButton';
import './scenarioBar.css';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['contrast', 'High contrast'],
];

/** What is run, in which releases, and how it is kept. */
export function ScenarioBar() {
  const lab = useLab();
  const theme = useView((view) => view.theme);
  const panes = useView((view) => view.panes.length);
  const a = useOfPane(0, releaseOf);
  const b = useOfPane(1, releaseOf);
  const compare = panes === 2;
  const other = RELEASE_NAMES.find((name) => name !== a) ?? 'v1.27';
  return (
    <header className="scenario-bar">
      <h1>Pod Worker Lab</h1>
      <ScenarioPicker />
      <Releases
        name={compare ? 'Release A' : 'Release'}
        value={a ?? ''}
        onChange={(release) => lab.setReleases(compare && b !== null ? [release, b] : [release])}
      />
      {b !== null && a !== null && (
        <Releases name="Release B" value={b} onChange={(release) => lab.setReleases([a, release])} />
      )}
      <button
        type="button"
        role="switch"
        aria-checked={compare}
        className="switch"
        onClick={() => a !== null && lab.setReleases(compare ? [a] : [a, other])}
      >
        Compare
      </button>
      {compare && <LayoutPicker />}
      <span className="spring" />
      <FileMenu />
      <ShareButton />
      <label>
        <span className="sr-only">Theme</span>
        <select
          aria-label="Theme"
          value={theme}
          onChange={(event) => lab.setTheme(event.target.value as Theme)}
        >
          {THEMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="keys-button"
        aria-label="Keyboard shortcuts"
        onClick={() => lab.set({ keysOpen: 'sheet' })}
      >
        ?
      </button>
    </header>
  );
}

const releaseOf = (run: RunView | null): string | null => run?.release ?? null;

function ScenarioPicker() {
  const lab = useLab();
  const catalog = useSimulation((state) => state.catalog);
  const source = useOfPane(0, (run) => run?.source ?? null);
  const scenario = useOfPane(0, (run) => run?.scenario ?? null);
  const name = source?.kind === 'catalog' ? source.name : '';
  return (
    <label className="picker">
      <span className="sr-only">Scenario</span>
      <select
        aria-label="Scenario"
        value={name}
        title={scenario?.description ?? ''}
        onChange={(event) =>
          lab.open(
            { kind: 'catalog', name: event.target.value },
            lab.panes().map((pane) => pane.release),
          )
        }
      >
        {name === '' && <option value="">{scenario?.title ?? 'Your own scenario'}</option>}
        {catalog.map((entry) => (
          <option key={entry.name} value={entry.name}>
            {entry.title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Releases({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (release: string) => void;
}) {
  return (
    <div role="radiogroup" aria-label={name} className="releases">
      {RELEASE_NAMES.map((release) => (
        <label key={release} data-checked={release === value}>
          <input
            type="radio"
            name={name}
            value={release}
            checked={release === value}
            onChange={() => onChange(release)}
          />
          {release}
        </label>
      ))}
    </div>
  );
}

function LayoutPicker() {
  const lab = useLab();
  const layout = useView((view) => view.layout);
  return (
    <label>
      <span className="sr-only">Layout</span>
      <select
        aria-label="Layout"
        value={layout}
        onChange={(event) => lab.setLayout(event.target.value as typeof layout)}
      >
        <option value="side">Side by side</option>
        <option value="stacked">Stacked</option>
        <option value="overlay">Overlay</option>
        <option value="differences">Differences only</option>
      </select>
    </label>
  );
}
