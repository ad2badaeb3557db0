import { basename } from 'node:path';
import { shownText } from '../base/shownText';
import { counterexample } from '../explorer/counterexample';
import { describeTrace } from '../explorer/describeTrace';
import { type Bounds, Exploration, MOST_STATES } from '../explorer/explore';
import { grouped, leastStates, type Model, UNCONFIRMED_STATES } from '../explorer/model';
import { readSaved, writeSaved } from '../explorer/savedExploration';
import { type ReleaseName, releaseOf } from '../kubelet/releases';
import { serializeScenario } from '../scenarios/serializeScenario';
import { countArgument, readArguments, releaseArgument, wordArgument } from './arguments';
import { BadInput, refuse } from './failure';
import { readModel, readText, writeText } from './input';
import type { Outcome } from './outcome';
import { emphasise } from './terminal';

/** `explore MODEL`: tries every order of events; a search can be saved and gone on with. Exit 1 if a pod gets stuck or an invariant breaks. */
export function explore(args: readonly string[]): Outcome {
  const confirm = args.includes('--confirm');
  const { positionals, values } = readArguments(
    args.filter((arg) => arg !== '--confirm'),
    { release: {}, depth: {}, states: {}, format: {}, save: {}, resume: {} },
    { min: 0, max: 1, what: 'the model (a name, a file, or -)' },
  );
  const [what] = positionals;
  if ((what === undefined) === (values.resume === undefined)) {
    refuse(
      what === undefined ? 'the model is missing' : 'a saved exploration has its model',
      'explore MODEL, or explore --resume FILE',
    );
  }
  if (values.resume !== undefined && values.release !== undefined)
    refuse('a saved exploration has its release', 'leave --release out');
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const depth = values.depth === undefined ? null : countArgument('depth', values.depth);
  const most = values.states === undefined ? MOST_STATES : countArgument('states', values.states);
  const bounds = { depth, states: most };
  const begin = performance.now();
  const { name, exploration } =
    values.resume === undefined
      ? beginning(what ?? '', releaseArgument(values.release ?? 'v1.31'), bounds, confirm)
      : resumed(values.resume, bounds);
  while (!exploration.advance(10_000));
  const seconds = Math.round(performance.now() - begin) / 1000;
  const { model } = exploration;
  const release = exploration.release.name;
  const saved = values.save === undefined ? null : exploration.save();
  if (values.save !== undefined && saved !== null) writeText(values.save, writeSaved(saved));
  const { found, over, progress } = exploration;
  const example = found === null ? null : counterexample(model, releaseOf(release), found);
  const scenario = example?.scenario ?? null;
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
            noScenario: example?.why ?? '',
          },
  };
  const keeping =
    values.save === undefined
      ? ''
      : saved === null
        ? 'Nothing is saved: it is over.'
        : `Saved: ${values.save}`;
  const text =
    format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : exploreText(report, model, keeping);
  return { exit: found === null ? 0 : 1, text };
}

interface Begun {
  readonly name: string;
  readonly exploration: Exploration;
}

function beginning(what: string, release: ReleaseName, bounds: Bounds, confirm: boolean): Begun {
  const { name, model } = readModel(what);
  const least = leastStates(model);
  if (least > UNCONFIRMED_STATES && !confirm) {
    refuse(
      `${name}: at least ${grouped(least)} states would be visited, and mostly many times more`,
      'lower a budget or the number of pods, or add --confirm',
    );
  }
  return { name, exploration: new Exploration(model, releaseOf(release), bounds) };
}

function resumed(file: string, bounds: Bounds): Begun {
  const read = readSaved(file, readText(file));
  if (!read.ok) throw new BadInput(read.diagnostics);
  const exploration = Exploration.resume(read.value, bounds);
  if (exploration === null)
    return refuse(
      `${file}: this is no search of its model`,
      'it is damaged, or another version of this project wrote it',
    );
  const { title } = read.value.model;
  return { name: title === '' ? basename(file) : title, exploration };
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
    readonly noScenario: string;
  };
}

function exploreText(report: Report, model: Model, keeping: string): string {
  const { violation, ending, depth } = report;
  const { pods, budget } = model;
  const spent = Object.entries(budget)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${n} ${n === 1 ? what.slice(0, -1) : what}`);
  const lines = [
    emphasise(
      'bold',
      `${shownText(model.title === '' ? report.model : model.title)} · kubelet ${report.release}`,
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
        ? [`There is no scenario to play: ${violation.noScenario}.`]
        : ['It plays (save it, then: npm run -s lab -- run FILE):', '', violation.scenario.trimEnd()]),
    );
  }
  const rate =
    report.seconds === 0 ? '' : `, ${grouped(Math.round(report.states / report.seconds))} a second`;
  lines.push(
    '',
    `${grouped(report.states)} states, ${grouped(report.transitions)} transitions, ${report.seconds} s${rate}.`,
  );
  if (keeping !== '') lines.push(shownText(keeping));
  return `${lines.join('\n')}\n`;
}
