import * as v from 'valibot';
import { formatDuration } from '../clock/simTime';
import { DEFAULT_TIMING, type Timing } from '../clock/timing';
import {
  durationField,
  flag,
  label,
  oneOf,
  RELEASE_NAMES,
  said,
  textField,
  wholeNumber,
  words,
} from './fieldSchemas';
import { quoted } from './nearestWord';
import type { TreePath } from './places';
import { stepSchema } from './stepSchema';
import { templateSchema } from './templateSchema';

/** What repeats must take time, or the run would never get past one instant. */
const PERIODS: ReadonlySet<keyof Timing> = new Set([
  ...(['syncTick', 'housekeeping', 'relist', 'runtimeCheck', 'statusSync', 'volumePoll', 'resync'] as const),
  ...(['backoff', 'transient', 'crashLoopBackoff', 'crashLoopBackoffMax', 'containerGC'] as const),
]);

const timingField = (name: keyof Timing) =>
  v.optional(durationField(`Instead of ${formatDuration(DEFAULT_TIMING[name])}.`, PERIODS.has(name) ? 1 : 0));

const TIMING_NAMES = Object.keys(DEFAULT_TIMING) as readonly (keyof Timing)[];

/** Periods and durations of the node that a scenario overrides. */
const timingSchema = v.strictObject(
  Object.fromEntries(TIMING_NAMES.map((name) => [name, timingField(name)])) as Record<
    keyof Timing,
    ReturnType<typeof timingField>
  >,
);

/** A scenario file. What one field alone can get wrong is said here, what takes two is in `stepChecks.ts`. */
export const scenarioSchema = v.strictObject({
  $schema: v.optional(textField('For editors; not read.')),
  version: v.pipe(
    v.number(),
    v.value(1, (issue) => said(`unknown version ${quoted(issue.input)}`, 'write `version: 1`')),
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
