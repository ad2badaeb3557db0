import { shownText } from '../base/shownText';
import { namesOf, type PodReport, type RunReport } from '../engine/report';
import { stuckStory } from '../engine/stuckStory';
import type { Timeline } from '../engine/timeline';
import { emphasise, secondsText, table } from './terminal';

/**
 * A run's report for people: the pods from three sides, why those hang that hang, and which expectations failed. `what`: the
 * words by which the scenario was asked for.
 */
export function runText(report: RunReport, timeline: Timeline, what: string): string {
  const { title, release, seed, now } = report;
  const head = `${shownText(title)} · kubelet ${release} · seed ${seed} · ${now / 1000} s`;
  const blocks = [[emphasise('bold', head)], podTable(report, timeline)];
  for (const pod of report.pods) {
    const block = troubleOf(pod, report, timeline, what);
    if (block.length > 0) blocks.push(block);
  }
  blocks.push(expectations(report));
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function podTable(report: RunReport, timeline: Timeline): string[] {
  if (report.pods.length === 0) return ['No pods yet.'];
  const rows = report.pods.map((pod) => [
    shownText(pod.name),
    pod.kubectl,
    pod.worker,
    pod.runtime,
    pod.stuck ? `STUCK for ${secondsText(report.now - story(pod, timeline).since)}` : notes(pod),
  ]);
  return table([['POD', 'KUBECTL', 'WORKER', 'RUNTIME', ''], ...rows]).map((line) =>
    line.includes('  STUCK for ') ? emphasise('red', line) : line,
  );
}

const notes = (pod: PodReport): string => {
  if (pod.verdict === 'abandoned') return 'ABANDONED';
  if (pod.verdict === 'blocked') return 'BLOCKED';
  return '';
};

const story = (pod: PodReport, timeline: Timeline) =>
  stuckStory(timeline.events, pod.uid, namesOf(timeline.simulation));

/** The story of a pod that will not get where it should without help. */
function troubleOf(pod: PodReport, report: RunReport, timeline: Timeline, what: string): string[] {
  const name = shownText(pod.name);
  const here = `npm run -s lab -- run ${shownText(what)} --release v1.27`;
  const compare = `npm run -s lab -- compare ${shownText(what)}`;
  const help =
    report.release === 'v1.26'
      ? [`Frees it: a kubelet restart. Fixed in v1.27 (kubernetes#113145): try`, `  ${here}`, `  ${compare}`]
      : ['Frees it: a kubelet restart.'];
  if (pod.stuck) {
    const lines = story(pod, timeline).lines.map(({ at, text, isHere }) => [
      `  ${secondsText(at).padStart(8)}`,
      shownText(text) + (isHere ? emphasise('yellow', '   <- here') : ''),
    ]);
    return [emphasise('bold', `${name} is stuck: ${pod.why}.`), ...table(lines), ...help];
  }
  if (pod.verdict === 'abandoned' || pod.verdict === 'blocked') {
    return [
      emphasise('bold', `${name} is ${pod.verdict}: ${shownText(nameUIDs(pod.why, report))}.`),
      ...help,
    ];
  }
  return [];
}

/** A sentence with pods by name instead of uid. */
const nameUIDs = (text: string, report: RunReport): string =>
  report.pods.reduce((sentence, { uid, name }) => sentence.replaceAll(uid, name), text);

function expectations({ expects }: RunReport): string[] {
  const failed = expects.filter(({ ok }) => !ok);
  if (expects.length === 0) return ['The scenario expects nothing.'];
  if (failed.length === 0) return [emphasise('green', `All ${expects.length} expectations hold.`)];
  return [
    emphasise('red', `${failed.length} of ${expects.length} expectations fail:`),
    ...failed.flatMap(({ at, expected, got }) => [
      `  at ${secondsText(at)} expected ${shownText(expected)}`,
      `  ${' '.repeat(`at ${secondsText(at)}`.length)}      got ${shownText(got)}`,
    ]),
  ];
}
