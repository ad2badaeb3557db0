import * as v from 'valibot';
import { COMMAND_SCHEMAS, type CommandStep, stepTime } from './commandSchemas';
import { flag, imageField, label, oneOf, RELEASE_NAMES, said, unknownWord, words } from './fieldSchemas';
import { nearestWord, quoted } from './nearestWord';
import { child } from './places';

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
const COMMAND_NAMES: readonly string[] = [...commandSchemas.keys()];

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

/** A step, checked as what its own words say that it is, so that messages are about that. */
export const stepSchema = v.lazy((input: unknown): v.GenericSchema<unknown, Step> => {
  if (input === undefined) return anyStepSchema; // how the JSON Schema's maker asks
  const command = child(input, 'do');
  const expects = child(input, 'expect') !== undefined;
  if (Array.isArray(input) || (command === undefined) === !expects) return noStepSchema;
  if (expects) return expectStepSchema;
  return (typeof command === 'string' ? commandSchemas.get(command) : undefined) ?? unknownCommandSchema;
});
