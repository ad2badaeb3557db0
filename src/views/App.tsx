import { useDeferredValue, useEffect, useState } from 'react';
import { paceHero } from '../store/hero';
import { LabContext, useOfPane, useView } from '../store/hooks';
import type { Lab } from '../store/lab';
import type { Tab } from '../store/viewStore';
import { Details } from './details/Details';
import { Gauges } from './gauges/Gauges';
import { Inject } from './inject/Inject';
import { Lanes } from './lanes/Lanes';
import { Narration } from './narration/Narration';
import { PrintedEvents } from './print/PrintedEvents';
import { ScenarioBar } from './scenarioBar/ScenarioBar';
import { Banners } from './shared/Banners';
import { Keyboard } from './shared/Keyboard';
import { type LoadPart, Part } from './shared/Part';
import { TabList } from './shared/TabList';
import { useKeptFocus } from './shared/useKeptFocus';
import { useTheme } from './shared/useTheme';
import { TransportBar } from './transportBar/TransportBar';
import './shared/tokens.css';
import './app.css';
import './print.css';

/** So many lanes fit into the smaller part of the stage. */
const FEW_PODS = 5;

/** How the page was asked for. */
export interface AppProps {
  readonly lab: Lab;
  /** Part of another page: only what shows the run. */
  readonly embed: boolean;
}

/** The whole page around one lab. */
export function App({ lab, embed }: AppProps) {
  useEffect(() => {
    let last = performance.now();
    let handle = requestAnimationFrame(function tick(now) {
      paceHero(lab);
      lab.frame(now - last);
      last = now;
      handle = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(handle);
  }, [lab]);
  return (
    <LabContext value={lab}>
      <Page embed={embed} />
      <Keyboard />
    </LabContext>
  );
}

function Page({ embed }: { readonly embed: boolean }) {
  useTheme();
  useKeptFocus();
  const runs = useView((view) => view.panes);
  const layout = useView((view) => view.layout);
  const injectOpen = useView((view) => view.injectOpen);
  const detailsOpen = useView((view) => view.detailsOpen);
  // Laid over each other, both runs are in the lanes of the first pane.
  const panes = layout === 'overlay' ? runs.slice(0, 1) : runs;
  // With few pods the lanes need less room than what lies under them.
  const isImport = useView((view) => view.tab === 'import');
  const few = useOfPane(0, (run) => (run?.moment?.pods.length ?? 0) <= FEW_PODS);
  return (
    <div className="page" data-embed={embed} data-inject={injectOpen} data-details={detailsOpen}>
      <Banners />
      {!embed && <ScenarioBar />}
      {!embed && <Inject />}
      <main className="stage" data-few={few} data-import={isImport}>
        {embed && <h1 className="sr-only">Pod Worker Lab</h1>}
        <div className="panes" data-layout={layout} data-count={panes.length}>
          {panes.map((_, pane) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pane is its place; another run in it takes over the scroll and the focus
            <Lanes key={pane} pane={pane} />
          ))}
        </div>
        <Gauges />
        {!embed && <TabList />}
        {!embed && <TabPanel />}
      </main>
      {!embed && <Details />}
      <section className="narr" aria-label="Story">
        <Narration embed={embed} />
      </section>
      <footer className="foot">
        <TransportBar />
      </footer>
      <PrintedEvents />
    </div>
  );
}

/** Panels come when their tab is chosen, so that nothing of them stands before the lanes. */
const PANELS: { readonly [Name in Tab]: LoadPart } = {
  statechart: async () => (await import('./statechart/Statechart')).Statechart,
  sequence: async () => (await import('./sequence/Sequence')).Sequence,
  events: async () => (await import('./events/Events')).Events,
  metrics: async () => (await import('./metrics/Metrics')).Metrics,
  explorer: async () => (await import('./explorer/Explorer')).Explorer,
  import: async () => (await import('./import/Import')).Import,
};

const WAITING = <p className="panel-empty">Loading …</p>;

function TabPanel() {
  // The tab that was pressed answers first, then comes its panel.
  const tab = useDeferredValue(useView((view) => view.tab));
  // The first lanes come first: a big drawing that is read in meanwhile takes the time from them.
  const loads = useOfPane(
    0,
    (run) => run === null || (run.scenario === null && run.diagnostics.length === 0),
  );
  const [waits, setWaits] = useState(true);
  if (waits && !loads) setWaits(false);
  return (
    <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} className="tab-panel">
      {waits && tab === 'statechart' ? (
        WAITING
      ) : (
        <Part key={tab} load={PANELS[tab]} with={{}} waiting={WAITING} />
      )}
    </div>
  );
}
