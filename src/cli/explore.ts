import { counterexample } from '../explorer/counterexample';
import { describeTrace } from '../explorer/describeTrace';
import { Exploration, MOST_STATES } from '../explorer/explore';
import { grouped, leastStates, type Model, UNCONFIRMED_STATES } from '../explorer/model';
import { releaseOf } from '../kubelet/releases';
import { serializeScenario } from '../scenarios/serializeScenario';
import { countArgument, readArguments, releaseArgument, wordArgument } from './arguments';
import { refuse } from './failure';
import { readModel } from './input';
import type { Outcome } from './outcome';
import { emphasise, visible } from './terminal';

/** `explore MODEL`: tries every order of events. Exit 1 if a pod gets stuck or an invariant breaks. */
export function explore(args: readonly string[]): Outcome {
  const confirm = args.includes('--confirm');
  const { positionals, values } = readArguments(
    args.filter((arg) => arg !== '--confirm'),
    { release: {}, depth: {}, states: {}, format: {} },
    { min: 1, max: 1, what: 'the model (a name, a file, or -)' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const release = releaseArgument(values.release ?? 'v1.31');
  const depth = values.depth === undefined ? null : countArgument('depth', values.depth);
  const most = values.states === undefined ? MOST_STATES : countArgument('states', values.states);
  const { name, model } = readModel(positionals[0] ?? '');
  const least = leastStates(model);
  if (least > UNCONFIRMED_STATES && !confirm) {
    refuse(
      `${name}: at least ${grouped(least)} states would be visited, and mostly many times more`,
      'lower a budget or the number of pods, or add --confirm',
    );
  }
  const begin = performance.now();
  const exploration = new Exploration(model, releaseOf(release), { depth, states: most });
  while (!exploration.advance(10_000));
  const seconds = Math.round(performance.now() - begin) / 1000;
  const { found, over, progress } = exploration;
  const scenario = found === null ? null : counterexample(model, releaseOf(release), found);
  const report = {
    model: name,
    release,
    depth: depth ?? progress.depth,
    exhausted: over === 'exhausted',
    ending: over,
    states: progress.states,
    transitions: progress.transitions,
    seconds,
    violation:
      found === null
        ? null
        : {
            kind: found.kind,
            pod: found.pod,
            why: found.why,
            trace: describeTrace(model, releaseOf(release), found.trace),
            length: found.trace.length,
            scenario: scenario === null ? null : serializeScenario(scenario),
          },
  };
  const text = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : exploreText(report, model);
  return { exit: found === null ? 0 : 1, text };
}

interface Report {
  readonly model: string;
  readonly release: string;
  readonly depth: number;
  readonly ending: string | null;
  readonly states: number;
  readonly transitions: number;
  readonly seconds: number;
  readonly violation: null | {
    readonly kind: string;
    readonly why: string;
    readonly trace: readonly string[];
    readonly scenario: string | null;
  };
}

function exploreText(report: Report, model: Model): string {
  const { violation, ending, depth } = report;
  const { pods, budget } = model;
  const spent = Object.entries(budget)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${n} ${n === 1 ? what.slice(0, -1) : what}`);
  const lines = [
    emphasise(
      'bold',
      `${visible(model.title === '' ? report.model : model.title)} · kubelet ${report.release}`,
    ),
    `${pods.map(({ name, static: isStatic }) => `${name} (${isStatic ? 'static' : 'API'})`).join(', ')} · at most ${[...spent, 'one removal of each life'].join(', ')}`,
    '',
  ];
  if (violation === null) {
    const bounds = new Map([
      ['exhausted', `these are all the orders there are (the longest way to a new state has ${depth} steps)`],
      ['depth', `traces of up to ${depth} steps were tried; there are longer ones`],
      ['memory', `the bound on states was reached at ${depth} steps; there are more (--states)`],
    ]);
    lines.push(
      emphasise('green', 'No pod gets stuck and no invariant breaks within these bounds.'),
      `${bounds.get(ending ?? '') ?? ''}.`,
    );
  } else {
    const what = violation.kind === 'stuck' ? violation.why : `${violation.kind}: ${violation.why}`;
    lines.push(
      emphasise('red', `${what}.`),
      `The shortest way, ${violation.trace.length} steps:`,
      ...violation.trace.map((step, i) => `  ${String(i + 1).padStart(2)}. ${step}`),
      '',
      ...(violation.scenario === null
        ? ['No scenario that the explorer can make of this shows the same in the simulation.']
        : ['It plays (save it, then: npm run -s lab -- run FILE):', '', violation.scenario.trimEnd()]),
    );
  }
  const rate =
    report.seconds === 0 ? '' : `, ${grouped(Math.round(report.states / report.seconds))} a second`;
  lines.push(
    '',
    `${grouped(report.states)} states, ${grouped(report.transitions)} transitions, ${report.seconds} s${rate}.`,
  );
  return `${lines.join('\n')}\n`;
}
