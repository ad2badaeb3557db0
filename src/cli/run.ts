import { type SimTime, simTime } from '../clock/simTime';
import { metricsText } from '../engine/metricsText';
import { reportOf } from '../engine/report';
import { endOf, Timeline } from '../engine/timeline';
import { formatKlog } from '../klog/formatKlog';
import { type ReleaseName, releaseOf } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import { countArgument, durationArgument, readArguments, releaseArgument, wordArgument } from './arguments';
import { readScenario } from './input';
import type { Outcome } from './outcome';
import { runText } from './runText';

/** Runs a scenario of one release to its end. */
export function runToEnd(scenario: Scenario, release: ReleaseName, until: SimTime): Timeline {
  const timeline = new Timeline(scenario, releaseOf(release));
  timeline.runUntil(until);
  return timeline;
}

/** `run SCENARIO`: runs it and says what came of it. Exit 1 if an expectation fails. */
export function run(args: readonly string[]): Outcome {
  const { positionals, values } = readArguments(
    args,
    { release: {}, until: {}, seed: {}, format: {}, verbosity: { short: 'v' } },
    { min: 1, max: 1, what: 'the scenario (a name, a file, or -)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json', 'metrics', 'klog']);
  const { name, scenario: read } = readScenario(positionals[0] ?? '');
  const seed = values.seed === undefined ? read.seed : countArgument('seed', values.seed);
  const scenario = { ...read, seed };
  const release = releaseArgument(values.release ?? scenario.release);
  const until =
    values.until === undefined ? endOf(scenario) : simTime(durationArgument('until', values.until));
  const verbosity = countArgument('verbosity', values.verbosity ?? '2');

  const timeline = runToEnd(scenario, release, until);
  const sim = timeline.simulation;
  const report = reportOf(name, sim, timeline.events);
  const exit = report.expects.every(({ ok }) => ok) ? 0 : 1;
  switch (format) {
    case 'json':
      return { exit, text: `${JSON.stringify(report, null, 2)}\n` };
    case 'metrics':
      return {
        exit,
        text: metricsText(sim),
      };
    case 'klog': {
      const pods = sim.world.livesByUid();
      const lines = formatKlog(timeline.events, { release, verbosity, pods });
      return { exit, text: lines.map((line) => `${line}\n`).join('') };
    }
    case 'text':
      return { exit, text: runText(report, timeline, positionals[0] ?? '') };
  }
}
