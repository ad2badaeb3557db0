import { useEffect } from 'react';
import { LabContext, useView } from '../store/hooks';
import type { Lab } from '../store/lab';
import type { Tab } from '../store/viewStore';
import { Details } from './details/Details';
import { Events } from './events/Events';
import { Gauges } from './gauges/Gauges';
import { Inject } from './inject/Inject';
import { Lanes } from './lanes/Lanes';
import { Metrics } from './metrics/Metrics';
import { Narration } from './narration/Narration';
import { ScenarioBar } from './scenarioBar/ScenarioBar';
import { Sequence } from './sequence/Sequence';
import { TabList } from './shared/TabList';
import { Statechart } from './statechart/Statechart';
import { TransportBar } from './transportBar/TransportBar';
import './shared/tokens.css';
import './app.css';

/** The whole page around one lab. */
export function App({ lab }: { readonly lab: Lab }) {
  useEffect(() => {
    let last = performance.now();
    let handle = requestAnimationFrame(function tick(now) {
      lab.frame(now - last);
      last = now;
      handle = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(handle);
  }, [lab]);
  return (
    <LabContext value={lab}>
      <Page />
    </LabContext>
  );
}

function Page() {
  const panes = useView((view) => view.panes);
  const layout = useView((view) => view.layout);
  const injectOpen = useView((view) => view.injectOpen);
  const detailsOpen = useView((view) => view.detailsOpen);
  return (
    <div className="page" data-inject={injectOpen} data-details={detailsOpen}>
      <ScenarioBar />
      <Inject />
      <main className="stage">
        <div className="panes" data-layout={layout} data-count={panes.length}>
          {panes.map((run, pane) => (
            <Lanes key={run} pane={pane} />
          ))}
        </div>
        <Gauges />
        <TabList />
        <TabPanel />
      </main>
      <Details />
      <footer className="foot">
        <TransportBar />
        <Narration />
      </footer>
    </div>
  );
}

const PANELS: { readonly [Name in Tab]: () => React.ReactNode } = {
  statechart: Statechart,
  sequence: Sequence,
  events: Events,
  metrics: Metrics,
  explorer: () => null,
  import: () => null,
};

function TabPanel() {
  const tab = useView((view) => view.tab);
  const Panel = PANELS[tab];
  return (
    <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} className="tab-panel">
      <Panel />
    </div>
  );
}
