import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { podReports } from './engine/report';
import { endOf, Timeline } from './engine/timeline';
import { releaseOf } from './kubelet/releases';
import text from './scenarios/catalog/force-delete-cri-error.yaml?raw';
import { parseScenario } from './scenarios/parseScenario';
import { Welcome } from './views/Welcome';
import './views/welcome.css';

const parsed = parseScenario({ file: 'force-delete-cri-error.yaml', text });
const root = document.getElementById('root');
if (root !== null && parsed.ok) {
  const scenario = parsed.value;
  const runs = (['v1.26', 'v1.27'] as const).map((release) => {
    const timeline = new Timeline(scenario, releaseOf(release));
    timeline.runUntil(endOf(scenario));
    return { release, rows: podReports(timeline.simulation) };
  });
  createRoot(root).render(
    <StrictMode>
      <Welcome title={scenario.title} description={scenario.description} runs={runs} />
    </StrictMode>,
  );
}
