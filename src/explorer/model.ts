import { type Diagnostic, failure, type Result, success } from '../base/result';
import { didYouMean, quoted } from '../scenarios/nearestWord';
import { child, type TreePath } from '../scenarios/places';
import { type ScenarioSource, sourceText } from '../scenarios/sourceText';
import { readYamlTree } from '../scenarios/yamlTree';

/** One pod of a model. It comes into its source at most once, and once more for every re-add of the budget. */
export interface ModelPod {
  readonly name: string;
  readonly static: boolean;
  /** The name by which static pods take turns; API pods have one each. */
  readonly fullName: string;
  /** Its containers end by themselves (restart policy Never): SyncPod may find that the pod is over. */
  readonly ends: boolean;
  /** Nobody takes it from its source once it is there. */
  readonly stays: boolean;
}

/** How often each of these may happen in one trace, over all pods together. Every life of a pod can be removed once. */
export interface Budget {
  readonly errors: number;
  readonly restarts: number;
  readonly readds: number;
  readonly updates: number;
  readonly deletes: number;
}

/** What the explorer tries every order of. */
export interface Model {
  readonly version: 1;
  readonly title: string;
  readonly pods: readonly ModelPod[];
  readonly budget: Budget;
  /** Pods that must not get stuck; the others only have to keep the invariants. All, unless the model says otherwise. */
  readonly watch: readonly string[];
  /**
   * `atOnce`: a woken worker takes its turn, and a cancelled SyncPod ends, before anything else happens, as on the node's virtual
   * clock. `interleaved`: each is an action of its own, and so is the pod cache's refresh; many more orders, and longer traces.
   */
  readonly turns: 'atOnce' | 'interleaved';
  /**
   * `any`: an entry of the work queue may come due at any time, as if a period could be as long as it likes. `usual`: a retry (10 s and
   * more) or resync does not come due before housekeeping (every 2 s) has passed once; what only a stalled loop can do is left out.
   */
  readonly periods: 'any' | 'usual';
}

const BUDGET: Budget = { errors: 1, restarts: 0, readds: 0, updates: 0, deletes: 1 };
const BUDGETS = Object.keys(BUDGET) as (keyof Budget)[];
const FIELDS = ['version', 'title', 'pods', 'budget', 'watch', 'turns', 'periods'] as const;
const POD_FIELDS = ['static', 'fullName', 'ends', 'stays'] as const;
const TURNS = ['atOnce', 'interleaved'] as const;
const PERIODS = ['any', 'usual'] as const;

/** The most that a model can ask for; more does not fit into the explorer's words, and nobody would wait for it. */
const MOST_PODS = 8;
const MOST_OF_ONE = 1000;

/** A model with more states than this, by the least count that can be told beforehand, has to be confirmed. */
export const UNCONFIRMED_STATES = 200_000;

/**
 * The states that will be visited at least: pods that are to come, in their source, or gone, and budgets spent in every
 * combination. What the workers do meanwhile multiplies this by ten and more.
 */
export const leastStates = ({ pods, budget }: Model): number =>
  3 ** pods.length * BUDGETS.reduce((product, name) => product * (budget[name] + 1), 1);

/** Reads a model file, YAML or JSON. */
export function parseModel(source: ScenarioSource): Result<Model> {
  const text = sourceText(source);
  if (!text.ok) return text;
  const { file } = source;
  const read = readYamlTree(text.value, (path) => path.length === 1 && path[0] === 'pods');
  if (!read.ok) return failure(...read.problems.map((problem): Diagnostic => ({ file, ...problem })));
  const { root, places } = read;
  const found: Diagnostic[] = [];
  const wrong = (path: TreePath, message: string, tip?: string): null => {
    const { line, column } = places.find(root, path, 'key');
    found.push({ severity: 'error', file, line, column, message, ...(tip === undefined ? {} : { tip }) });
    return null;
  };
  for (const { path, key } of read.duplicates) wrong([...path, key], `field ${quoted(key)} is given twice`);
  if (!isFields(root)) {
    wrong([], root === null ? 'no model: the file is empty' : `no model: the file holds ${quoted(root)}`);
    return failure(...found);
  }
  const unknown = (of: unknown, path: TreePath, known: readonly string[], what = 'field'): void => {
    for (const key of Object.keys(of as object)) {
      if (!known.includes(key))
        wrong([...path, key], `unknown ${what} ${quoted(key)}`, didYouMean(key, known));
    }
  };
  unknown(root, [], FIELDS);
  const version = child(root, 'version') ?? 1;
  if (version !== 1) wrong(['version'], `unknown version ${quoted(version)}`, 'write `version: 1`');
  const title = child(root, 'title') ?? '';
  if (typeof title !== 'string') wrong(['title'], `\`title\` must be a text, not ${quoted(title)}`);

  const pods: ModelPod[] = [];
  const given = child(root, 'pods');
  if (!(given instanceof Map) || given.size === 0) {
    wrong(['pods'], 'a model has pods, and this one has none', 'such as `pods: { a: {} }`');
  } else {
    if (given.size > MOST_PODS)
      wrong(['pods'], `${given.size} pods are too many for a model`, `at most ${MOST_PODS}`);
    for (const [name, fields] of given as ReadonlyMap<string, unknown>) {
      const pod = readPod(name, fields, wrong, unknown);
      if (pod !== null) pods.push(pod);
    }
  }
  const budget = { ...BUDGET };
  const budgets = child(root, 'budget') ?? {};
  if (!isFields(budgets)) wrong(['budget'], `\`budget\` must be a map of fields, not ${quoted(budgets)}`);
  else {
    unknown(budgets, ['budget'], BUDGETS, 'budget');
    for (const name of BUDGETS) {
      const value = child(budgets, name) ?? budget[name];
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
        wrong(['budget', name], `\`${name}\` must be a whole number from 0, not ${quoted(value)}`);
      else if (value > MOST_OF_ONE) {
        const least = 3 ** pods.length * (value + 1);
        wrong(
          ['budget', name],
          `\`${name}: ${value}\` is far too much: at least ${grouped(least)} states would be visited`,
          'lower it: what goes wrong goes wrong with one or two',
        );
      } else budget[name] = value;
    }
  }
  const watch = child(root, 'watch') ?? pods.map(({ name }) => name);
  const names = pods.map(({ name }) => name);
  if (!Array.isArray(watch)) wrong(['watch'], `\`watch\` must be a list of pods, not ${quoted(watch)}`);
  else
    for (const name of watch)
      if (!names.includes(String(name)))
        wrong(['watch'], `no pod is called ${quoted(name)}`, didYouMean(String(name), names));
  const turns = child(root, 'turns') ?? 'atOnce';
  if (!(TURNS as readonly unknown[]).includes(turns))
    wrong(['turns'], `unknown kind of turns ${quoted(turns)}`, didYouMean(String(turns), TURNS));
  const periods = child(root, 'periods') ?? 'any';
  if (!(PERIODS as readonly unknown[]).includes(periods))
    wrong(['periods'], `unknown kind of periods ${quoted(periods)}`, didYouMean(String(periods), PERIODS));
  if (found.length > 0) return failure(...found);
  return success({
    version: 1,
    title: title as string,
    pods,
    budget,
    watch: watch as string[],
    turns: turns as Model['turns'],
    periods: periods as Model['periods'],
  });
}

/** A model as the text of a model file, JSON. */
export function writeModel({ title, pods, budget, watch, turns, periods }: Model): string {
  const fields = pods.map(
    ({ name, static: isStatic, fullName, ends, stays }) =>
      `${JSON.stringify(name)}:${JSON.stringify({ static: isStatic, ...(isStatic ? { fullName } : {}), ends, stays })}`,
  );
  const rest = JSON.stringify({ version: 1, title, budget, watch, turns, periods });
  return `{"pods":{${fields.join()}},${rest.slice(1)}`;
}

type Wrong = (path: TreePath, message: string, tip?: string) => null;

function readPod(
  name: string,
  given: unknown,
  wrong: Wrong,
  unknown: (of: unknown, path: TreePath, known: readonly string[]) => void,
): ModelPod | null {
  const path = ['pods', name];
  if (!/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/.test(name))
    return wrong(path, `Kubernetes takes no name such as ${quoted(name)}`, 'small letters, digits and `-`');
  const fields = given ?? {};
  if (!isFields(fields)) return wrong(path, `${quoted(name)} must be a map of fields, not ${quoted(given)}`);
  unknown(fields, path, POD_FIELDS);
  for (const flag of ['static', 'ends', 'stays'] as const) {
    const value = child(fields, flag) ?? false;
    if (typeof value !== 'boolean')
      return wrong([...path, flag], `\`${flag}\` must be \`true\` or \`false\`, not ${quoted(value)}`);
  }
  const fullName = child(fields, 'fullName') ?? name;
  if (typeof fullName !== 'string' || !/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/.test(fullName))
    return wrong([...path, 'fullName'], `Kubernetes takes no name such as ${quoted(fullName)}`);
  const isStatic = child(fields, 'static') === true;
  if (!isStatic && fullName !== name)
    return wrong(
      [...path, 'fullName'],
      `${quoted(name)} is an API pod, and those have one name each`,
      'only static pods share a `fullName`: add `static: true`',
    );
  const is = (flag: string): boolean => child(fields, flag) === true;
  return { name, static: isStatic, fullName, ends: is('ends'), stays: is('stays') };
}

const isFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);

/** `1,234,567` */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
