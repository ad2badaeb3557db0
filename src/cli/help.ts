import { shownText } from '../base/shownText';
import { modelNames, readLibrary } from './input';
import type { Outcome } from './outcome';
import { table } from './terminal';

const USAGE = `Pod Worker Lab: the kubelet's pod worker, modelled event by event.

  npm run -s lab -- run SCENARIO [--release v1.26|v1.27|v1.31] [--until 120s] [--seed N]
                                 [--format text|json|metrics|klog] [-v 2|4]
  npm run -s lab -- compare SCENARIO [--a v1.26] [--b v1.27] [--until 120s] [--seed N] [--format text|json]
  npm run -s lab -- churn [--pods 300] [--parallel 10] [--force-share 0] [--fault StopPodSandbox:0.2]
                          [--release v1.31] [--seed N] [--format text|json]
  npm run -s lab -- conformance [DIR]
  npm run -s lab -- diagnose FILE... [--pod NAMESPACE/NAME] [--scenario OUT.yaml] [--redacted OUT]
                             [--format text|json]
  npm run -s lab -- explore MODEL [--release v1.31] [--depth N] [--states N] [--confirm]
                                [--save FILE] [--format text|json]
  npm run -s lab -- explore --resume FILE [--depth N] [--states N] [--save FILE] [--format text|json]
  npm run -s lab -- minimise SCENARIO [--release v1.26]

FILE is evidence of a node: kubelet logs, pods as YAML or JSON, /metrics, output of kubectl or crictl; plain or gzip.
A scenario or a report of run --format json is played first, and the log of that run is diagnosed.
--redacted writes a copy without addresses, names of nodes, tokens and the like, to be shared.
SCENARIO is a name of the catalog, a YAML or JSON file, or - for standard input. MODEL is a small model of which
the explorer tries every order of events: a file, -, or ${modelNames().join(', ')}.
Exit status: 0; 1 if an expectation, a trace or a pod of a churn fails, or a pod gets stuck in explore; 2 for bad input.

The catalog:`;

/** `help`: the verbs, and the scenarios that come with the project. */
export function help(): Outcome {
  const library = readLibrary();
  const rows = library.names().map((name) => {
    const scenario = library.get(name);
    return [`  ${name}`, scenario.ok ? shownText(scenario.value.title) : '(cannot be read)'];
  });
  return { exit: 0, text: `${[USAGE, ...table(rows)].join('\n')}\n` };
}
