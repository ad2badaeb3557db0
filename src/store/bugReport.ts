import { describe } from '../transport/vocabulary';
import { ENGINE_VERSION } from './engineVersion';
import type { Lab } from './lab';
import { interestingIn } from './selectors/interesting';
import { linkOf } from './session';

/** A Markdown report of what is shown: scenario, releases, what became of the pods, the events that matter, a link to it on `page`. */
export async function bugReport(lab: Lab, page: string): Promise<string> {
  const sections = lab.panes().map((run) => {
    const pods = run.moment?.pods ?? [];
    const names = new Map(pods.map(({ uid, name }) => [uid, name]));
    const rows = pods.map(
      ({ name, kubectl, worker, runtime, stuck, why }) =>
        `| ${[name, kubectl, worker, runtime, stuck ? `STUCK: ${why}` : ''].map(cell).join(' | ')} |`,
    );
    const events = run.events
      .filter((event) => event.at <= lab.view.getState().playhead && interestingIn(run.events, event))
      .slice(-60)
      .map(
        (event) =>
          `- ${(event.at / 1000).toFixed(3)} s ${cell(describe(event, (uid) => names.get(uid) ?? uid))}`,
      );
    return [
      `## kubelet ${run.release}`,
      '',
      '| pod | kubectl | worker | runtime | |',
      '|---|---|---|---|---|',
      ...rows,
      '',
      ...events,
      '',
    ].join('\n');
  });
  const [first] = lab.panes();
  return [
    `# ${cell(first?.scenario?.title ?? 'A run')}`,
    '',
    `Seed ${first?.scenario?.seed ?? 1}, at ${(lab.view.getState().playhead / 1000).toFixed(2)} s, engine ${ENGINE_VERSION}, fingerprint ${first?.fingerprint ?? ''}.`,
    '',
    ...sections,
    `[Open this run](${page}#${await linkOf(lab)})`,
    '',
  ].join('\n');
}

/** Text from outside as one cell of a table: no markup of its own. */
const cell = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>()#|!]/g, (char) => `\\${char}`).replace(/\s+/g, ' ');
