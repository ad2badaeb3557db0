import { useEffect, useState } from 'react';
import { useLab, usePane, useView } from '../../store/hooks';
import { PaneSwitch, usePaneIndex } from '../shared/PaneSwitch';
import { type LoadPart, Part } from '../shared/Part';
import { HowLong } from './HowLong';
import { TextPanel } from './TextPanel';
import './metrics.css';

const loadChurn: LoadPart = async () => (await import('./Churn')).Churn;

/** At most one question in so many wall ms while the playhead moves. */
const PAUSE_MS = 500;

/** What one would scrape from this kubelet, and what it would have logged, at the playhead, to read, copy and keep; how long things took; a churn. */
export function Metrics() {
  const lab = useLab();
  const [chosen, setPane] = useState(0);
  const [verbosity, setVerbosity] = useState(2);
  const pane = usePaneIndex(chosen);
  const run = usePane(pane);
  const at = useSettled(useView((view) => view.beat));
  const id = run?.id ?? null;
  const ready = run !== null && run.scenario !== null && run.now >= Math.round(at);

  useEffect(() => {
    if (id === null || !ready) return;
    lab.simulation.actions.text(id, 'metrics', at, 0);
    lab.simulation.actions.text(id, 'klog', at, verbosity);
  }, [lab, id, ready, at, verbosity]);

  const release = run?.release ?? '';
  const file = `${run?.name ?? 'run'}-${release}-${(at / 1000).toFixed(2)}s`;
  return (
    <section className="metrics" aria-label="Metrics and log">
      <div className="panel-bar">
        <PaneSwitch pane={pane} onChange={setPane} />
        <span>
          {release} at {(at / 1000).toFixed(2)} s
        </span>
        {release === 'v1.26' && (
          <span className="panel-note">computed by the lab: v1.26 does not export these metrics</span>
        )}
      </div>
      <div className="metrics-texts">
        <TextPanel
          label="Metrics exposition"
          copies="Copy metrics"
          downloads="Download metrics"
          file={`${file}.prom`}
          text={run?.texts.metrics ?? null}
          empty="No metrics yet: the first housekeeping pass of the kubelet is still to come."
        />
        <TextPanel
          label="Kubelet log"
          copies="Copy log"
          downloads="Download log"
          file={`${file}.log`}
          text={run?.texts.klog ?? null}
          empty="The kubelet has logged nothing yet."
          fromEnd
        >
          <label>
            Verbosity{' '}
            <select value={verbosity} onChange={(event) => setVerbosity(Number(event.target.value))}>
              <option value={2}>2</option>
              <option value={4}>4</option>
            </select>
          </label>
        </TextPanel>
      </div>
      <HowLong text={run?.texts.metrics ?? null} />
      <Part load={loadChurn} with={{}} waiting={<p className="panel-note">Loading …</p>} />
    </section>
  );
}

/** Follows a value: at once if it has stood still for a while, else every so often, and always ends on the last one. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState({ value, since: 0 });
  useEffect(() => {
    if (value === settled.value) return;
    const wait = Math.max(0, settled.since + PAUSE_MS - performance.now());
    const timer = setTimeout(() => setSettled({ value, since: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled.value;
}
