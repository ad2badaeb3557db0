import { shownText } from '../base/shownText';
import { simTime } from '../clock/simTime';
import { firstDivergence } from '../engine/divergence';
import { namesOf, reportOf } from '../engine/report';
import { endOf } from '../engine/timeline';
import { countArgument, durationArgument, readArguments, releaseArgument, wordArgument } from './arguments';
import { readScenario } from './input';
import type { Outcome } from './outcome';
import { runToEnd } from './run';
import { runText } from './runText';
import { emphasise, secondsText, table } from './terminal';

/** `compare SCENARIO`: the same scenario in two releases, where they part first, and what each pod came to. */
export function compare(args: readonly string[]): Outcome {
  const { positionals, values } = readArguments(
    args,
    { a: {}, b: {}, until: {}, seed: {}, format: {} },
    { min: 1, max: 1, what: 'the scenario (a name, a file, or -)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const what = positionals[0] ?? '';
  const { name, scenario: read } = readScenario(what);
  const scenario = {
    ...read,
    seed: values.seed === undefined ? read.seed : countArgument('seed', values.seed),
  };
  const until =
    values.until === undefined ? endOf(scenario) : simTime(durationArgument('until', values.until));
  const one = runToEnd(scenario, releaseArgument(values.a ?? 'v1.26'), until);
  const other = runToEnd(scenario, releaseArgument(values.b ?? 'v1.27'), until);
  const a = reportOf(name, one.simulation, one.events);
  const b = reportOf(name, other.simulation, other.events);
  const divergence = firstDivergence(one.events, other.events, namesOf(one.simulation));
  const exit = [...a.expects, ...b.expects].every(({ ok }) => ok) ? 0 : 1;
  if (format === 'json') return { exit, text: `${JSON.stringify({ a, b, divergence }, null, 2)}\n` };

  const parts =
    divergence === null
      ? ['The two runs are the same, event by event.']
      : [
          emphasise('bold', `They part at ${secondsText(divergence.at)}${podOf(divergence.pod, one)}:`),
          ...table([
            [`  ${a.release}`, shownText(divergence.a ?? 'nothing more happens')],
            [`  ${b.release}`, shownText(divergence.b ?? 'nothing more happens')],
          ]),
        ];
  const difference = a.pods.filter((pod, i) => {
    const twin = b.pods[i];
    return (
      twin === undefined ||
      twin.worker !== pod.worker ||
      twin.kubectl !== pod.kubectl ||
      twin.stuck !== pod.stuck
    );
  });
  const sum = `${difference.length} of ${a.pods.length} pods come to something else.`;
  return {
    exit,
    text: `${[...parts, sum].join('\n')}\n\n${runText(a, one, what)}\n${runText(b, other, what)}`,
  };
}

function podOf(pod: string | null, timeline: ReturnType<typeof runToEnd>): string {
  const life = timeline.simulation.world.allLives().find(({ uid }) => uid === pod);
  return life === undefined ? '' : ` (${shownText(life.template)})`;
}
