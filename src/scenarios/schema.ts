import * as v from 'valibot';
import { DEFAULT_TIMING, type Timing } from '../clock/timing';
import { COMMAND_SCHEMAS, type CommandStep, stepTime } from './commandSchemas';
import {
  durationField,
  flag,
  imageField,
  label,
  oneOf,
  RELEASE_NAMES,
  said,
  textField,
  unknownWord,
  wholeNumber,
  words,
} from './fieldSchemas';
import { nearestWord, quoted } from './nearestWord';
import { child, type TreePath } from './places';

/** A container of a template. */
export const containerSchema = v.strictObject({
  name: v.optional(label('Its name; absent: `app`, of an init container `init`.')),
  image: v.optional(imageField('Its image; absent: the template’s name with the tag 1.')),
  stopTakes: v.optional(durationField('How long the process needs to end after SIGTERM.'), '200ms'),
  runsFor: v.optional(
    durationField('The process ends by itself after this long; absent: it runs until it is stopped.'),
  ),
  exitCode: v.optional(wholeNumber('Exit code when the process ends by itself.', 0, 255), 0),
});

/** A pod template: everything is optional, `{}` is a pod with one container. */
export const templateSchema = v.strictObject({
  podName: v.optional(label('The pod’s name; absent: the template’s.')),
  namespace: v.optional(label('The pod’s namespace.'), 'default'),
  uid: v.optional(words('Fixes the uid; absent: the API server draws one, a manifest’s is a hash.')),
  gracePeriod: v.optional(wholeNumber('terminationGracePeriodSeconds.', 0, 86_400, 'seconds'), 30),
  restartPolicy: v.optional(
    oneOf('restart policy', ['Always', 'OnFailure', 'Never'], 'What happens when a container ends.'),
    'Always',
  ),
  containers: v.optional(
    v.pipe(
      v.array(containerSchema),
      v.minLength(1, '{field} is empty: a pod has a container'),
      v.maxLength(20, '{field}: at most 20 containers'),
    ),
  ),
  initContainers: v.optional(
    v.pipe(v.array(containerSchema), v.maxLength(20, '{field}: at most 20 containers')),
    [],
  ),
  volumes: v.optional(
    v.pipe(v.array(label('A volume’s name.')), v.maxLength(20, '{field}: at most 20 volumes')),
    [],
  ),
  hostNetwork: v.optional(
    flag('The pod uses the node’s network and does not wait for the pod network.'),
    false,
  ),
  finalizers: v.optional(
    v.pipe(v.array(words('A finalizer.')), v.maxLength(20, '{field}: at most 20 finalizers')),
    [],
  ),
});

/** A series as the exposition writes it, with its labels. */
const series = v.pipe(
  v.string(),
  v.maxLength(500, 'the name of a series has at most 500 characters'),
  v.regex(/^[a-zA-Z_:][a-zA-Z0-9_:]*(\{(\w+="([^"\\]|\\.)*"(,\w+="([^"\\]|\\.)*")*)?\})?$/, (issue) =>
    said(
      `${quoted(issue.input)} is no series`,
      'such as `kubelet_working_pods{static="true"}`, in single quotes inside `{ }`',
    ),
  ),
);

/** What must hold: what is checked of a pod needs `pod`. */
export const expectationSchema = v.strictObject({
  pod: v.optional(label('Whose worker, kubectl, runtime, image or mirror pod: a name under `pods`.')),
  worker: v.optional(
    oneOf(
      'worker state',
      ['observed', 'syncing', 'terminating', 'terminated', 'finished', 'forgotten'],
      'The pod worker’s state; `forgotten`: it has no record.',
    ),
  ),
  kubectl: v.optional(words('The STATUS that kubectl shows, such as `Running` or `(gone)`.')),
  runtime: v.optional(
    oneOf('runtime state', ['none', 'running', 'sandbox ready', 'exited'], 'What really runs.'),
  ),
  stuck: v.optional(flag('Whether nothing will ever reach the pod’s worker again.')),
  image: v.optional(imageField('The image that runs.')),
  mirrorPod: v.optional(
    oneOf('state of a mirror pod', ['present', 'absent'], 'The static pod’s mirror pod.'),
  ),
  metrics: v.optional(
    v.pipe(
      v.map(series, v.pipe(v.number(), v.finite('{field} must be a finite number'))),
      v.description('Series to value; a series that is not there counts as 0.'),
    ),
  ),
  releases: v.optional(
    v.pipe(
      v.array(oneOf('release', RELEASE_NAMES, 'A release.')),
      v.minLength(1, '{field} is empty: remove it to check every release'),
      v.description('Holds in these releases only.'),
    ),
  ),
});

const expectStepSchema = v.pipe(
  v.strictObject({ at: stepTime, expect: expectationSchema }),
  v.description('Says what must hold at a time.'),
);

/** A step as the schema hands it over. */
export type Step = CommandStep | v.InferOutput<typeof expectStepSchema>;

/** Every form that a step can have; `stepSchema` picks one of them by the step's own words. */
export const anyStepSchema = v.union([...Object.values(COMMAND_SCHEMAS), expectStepSchema]);

const commandSchemas: ReadonlyMap<string, v.GenericSchema<unknown, Step>> = new Map(
  Object.entries(COMMAND_SCHEMAS),
);

/** The words after `do`. */
export const COMMAND_NAMES: readonly string[] = [...commandSchemas.keys()];

const unknownCommandSchema = v.looseObject({
  at: stepTime,
  do: v.custom<never>(
    () => false,
    (issue) => unknownWord('command', issue.input, COMMAND_NAMES),
  ),
});

const noStepSchema = v.custom<never>(
  () => false,
  ({ input }) => {
    const shape = 'such as `{ at: 0s, do: createPod, pod: web }`';
    if (input === null || typeof input !== 'object' || Array.isArray(input))
      return said(`a step is a map of fields, not ${quoted(input)}`, shape);
    if (child(input, 'do') !== undefined)
      return said('a step has either `do` or `expect`, not both', 'make it two steps');
    const meant = Object.keys(input).find((key) => nearestWord(key, ['do', 'expect']) !== null);
    const tip =
      meant === undefined
        ? shape
        : `is \`${meant}\` meant to be \`${nearestWord(meant, ['do', 'expect'])}\`?`;
    return said('a step has neither `do` nor `expect`', tip);
  },
);

const stepSchema = v.lazy((input: unknown): v.GenericSchema<unknown, Step> => {
  if (input === undefined) return anyStepSchema; // how the JSON Schema's maker asks
  const command = child(input, 'do');
  const expects = child(input, 'expect') !== undefined;
  if (Array.isArray(input) || (command === undefined) === !expects) return noStepSchema;
  if (expects) return expectStepSchema;
  return (typeof command === 'string' ? commandSchemas.get(command) : undefined) ?? unknownCommandSchema;
});

/** What repeats must take time, or the run would never get past one instant. */
const PERIODS: ReadonlySet<keyof Timing> = new Set([
  ...(['syncTick', 'housekeeping', 'relist', 'runtimeCheck', 'statusSync', 'volumePoll', 'resync'] as const),
  ...(['backoff', 'transient', 'crashLoopBackoff', 'crashLoopBackoffMax', 'containerGC'] as const),
]);

const timingField = (name: keyof Timing) =>
  v.optional(durationField(`Instead of the default \`${name}\`.`, PERIODS.has(name) ? 1 : 0));

const TIMING_NAMES = Object.keys(DEFAULT_TIMING) as readonly (keyof Timing)[];

/** Periods and durations of the node that a scenario overrides. */
const timingSchema = v.strictObject(
  Object.fromEntries(TIMING_NAMES.map((name) => [name, timingField(name)])) as Record<
    keyof Timing,
    ReturnType<typeof timingField>
  >,
);

/** A scenario file. What one field alone can get wrong is said here, what takes two is in `crossChecks.ts`. */
export const scenarioSchema = v.strictObject({
  version: v.pipe(
    v.number(),
    v.literal(1, (issue) => said(`unknown version ${quoted(issue.input)}`, 'write `version: 1`')),
    v.description('The version of the file format.'),
  ),
  title: words('What the scenario is called.', 200),
  description: v.optional(textField('What it teaches.'), ''),
  release: v.optional(oneOf('release', RELEASE_NAMES, 'The kubelet’s release.'), 'v1.27'),
  seed: v.optional(wholeNumber('Where all chance of the run comes from.', 0, Number.MAX_SAFE_INTEGER), 1),
  maxPods: v.optional(wholeNumber('How many pods the kubelet admits.', 0, 10_000), 110),
  shuffleTies: v.optional(
    flag('Whether what is due at one instant comes in an order drawn from the seed.'),
    false,
  ),
  until: v.optional(durationField('The run’s length; absent: until a while after the last step.')),
  timing: v.optional(v.pipe(timingSchema, v.description('Periods and durations of the node.'))),
  pods: v.optional(
    v.pipe(
      v.map(label('A template’s name.'), templateSchema),
      v.description('Templates, by the names that steps use.'),
    ),
  ),
  steps: v.pipe(v.array(stepSchema), v.description('What happens and what must hold, in order of time.')),
});

/** A scenario as the schema hands it over. */
export type ScenarioFields = v.InferOutput<typeof scenarioSchema>;

/** Whether the map at `path` has keys of the writer's choice, which the reader then keeps in a `Map`. */
export const isFreeMap = (path: TreePath): boolean =>
  (path.length === 1 && path[0] === 'pods') ||
  (path.length === 4 && path[0] === 'steps' && path[2] === 'expect' && path[3] === 'metrics');
