import { minimise as smallest } from '../explorer/minimise';
import { releaseOf } from '../kubelet/releases';
import { serializeScenario } from '../scenarios/serializeScenario';
import { readArguments, releaseArgument } from './arguments';
import { refuse } from './failure';
import { readScenario } from './input';
import type { Outcome } from './outcome';

/** `minimise SCENARIO`: the smallest scenario in which the same pod still gets stuck, as a file. */
export function minimise(args: readonly string[]): Outcome {
  const { positionals, values } = readArguments(
    args,
    { release: {} },
    { min: 1, max: 1, what: 'the scenario (a name, a file, or -)' },
  );
  const { name, scenario } = readScenario(positionals[0] ?? '');
  const release = releaseArgument(values.release ?? scenario.release);
  const found = smallest(scenario, releaseOf(release));
  if (found === null) {
    return refuse(`in ${name} no pod is stuck at the end in ${release}`, 'another --release, perhaps v1.26');
  }
  const { pod, runs } = found;
  const summary = `# ${pod} is stuck in ${release}: ${scenario.steps.length} steps became ${found.scenario.steps.length} (${runs} runs).`;
  return { exit: 0, text: `${summary}\n${serializeScenario(found.scenario)}` };
}
