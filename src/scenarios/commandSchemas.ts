import * as v from 'valibot';
import { FAULT_KINDS, FAULT_OPERATIONS, GRPC_CODES } from '../runtime/faults';
import { durationField, imageField, label, oneOf, said, textField, wholeNumber, words } from './fieldSchemas';
import { quoted } from './nearestWord';

/** Steps that one scenario may have, repeats written out. */
export const MAX_STEPS = 10_000;

const pod = label('A template: a name under `pods`.');
const gracePeriod = v.optional(
  wholeNumber('Seconds that the pod gets instead of its own grace period.', 0, 86_400, 'seconds'),
);

/** When a step happens. */
export const stepTime = durationField('When it happens, counted from the start of the run.');

const repeat = v.optional(
  v.pipe(
    v.strictObject({
      times: wholeNumber('How often the command is given.', 1, MAX_STEPS),
      every: durationField('From one time to the next.'),
    }),
    v.description('Gives the command many times over.'),
  ),
);

const last = v.optional(
  v.pipe(
    v.literal(true, said('{field} must be `true`, or left out')),
    v.description('Done after everything else that is due at its time; absent: before it.'),
  ),
);

/** One `do` step: when, what, and the fields of the command. */
const command = <const Name extends string, const Entries extends v.ObjectEntries>(
  name: Name,
  description: string,
  entries: Entries,
) =>
  v.pipe(
    v.strictObject({ at: stepTime, do: v.literal(name), ...entries, repeat, last }),
    v.description(description),
  );

const timesMistake = (issue: { readonly input: unknown }): string =>
  said(`{field} must be a whole number, 1 or more, or \`until-lifted\`, not ${quoted(issue.input)}`);

/** How many calls a fault hits. */
const times = v.pipe(
  v.union(
    [v.pipe(v.number(), v.integer(timesMistake), v.minValue(1, timesMistake)), v.literal('until-lifted')],
    timesMistake,
  ),
  v.description('How many calls it hits, or `until-lifted`.'),
);

const probabilityMistake = (issue: { readonly input: unknown }): string =>
  said(`{field} must be more than 0 and at most 1, not ${quoted(issue.input)}`);

const probability = v.pipe(
  v.number(probabilityMistake),
  v.gtValue(0, probabilityMistake),
  v.maxValue(1, probabilityMistake),
  v.description('Chance of each matching call to be hit, drawn from the seed.'),
);

const faultPod = words('Whose calls: a template, a pod name or a uid; absent: everybody’s.');
const faultName = words(
  'A name to lift the fault by; one without a name is called `fault-1`, `fault-2` and so on.',
);
const operation = oneOf('operation', FAULT_OPERATIONS, 'The operation that goes wrong.');

/** What a step can do, by the word after `do`, each with its fields. */
export const COMMAND_SCHEMAS = {
  createPod: command('createPod', 'Creates the pod in the API server.', { pod }),
  createStaticPod: command('createStaticPod', 'Puts the pod’s manifest into the static pod folder.', { pod }),
  editStaticPod: command(
    'editStaticPod',
    'Replaces the manifest by one with another image, and so another uid.',
    {
      pod,
      image: v.optional(
        imageField('The new image; absent: the next tag. In a repeated step `{n}` counts from 1.'),
      ),
    },
  ),
  removeStaticPod: command('removeStaticPod', 'Takes the manifest away.', { pod }),
  deletePod: command('deletePod', 'Deletes the pod gracefully.', { pod, gracePeriod }),
  forceDeletePod: command('forceDeletePod', 'Deletes the API object at once, without waiting for the node.', {
    pod,
  }),
  recreatePodSameUID: command('recreatePodSameUID', 'Puts the pod back under the uid that it had.', { pod }),
  evictPod: command('evictPod', 'Evicts the pod, as under pressure.', { pod, gracePeriod }),
  exitContainer: command('exitContainer', 'Lets a container’s process end by itself.', {
    pod,
    container: v.optional(label('Which container; absent: the first one.')),
    exitCode: v.optional(wholeNumber('The process’s exit code.', 0, 255), 0),
  }),
  removeFinalizers: command('removeFinalizers', 'Takes the finalizers off the API object.', { pod }),
  injectFault: command('injectFault', 'Lets calls fail from now on.', {
    name: v.optional(faultName),
    operation,
    pod: v.optional(faultPod),
    kind: oneOf('kind of fault', FAULT_KINDS, 'What goes wrong with the call.'),
    code: v.optional(oneOf('gRPC code', GRPC_CODES, 'The gRPC code of the error.'), 'Unknown'),
    message: v.optional(textField('The text of the error.', 1000)),
    delay: v.optional(
      durationField('How much later the call returns, 10s by default; for the kind `delay`.'),
    ),
    times: v.optional(times, 1),
    nth: v.optional(
      wholeNumber('The first call that can be hit: 1 is the next.', 1, Number.MAX_SAFE_INTEGER),
      1,
    ),
    probability: v.optional(probability, 1),
  }),
  liftFault: command('liftFault', 'Lifts the faults that match every field given; with none, all.', {
    name: v.optional(faultName),
    operation: v.optional(operation),
    pod: v.optional(faultPod),
  }),
  stopRuntime: command('stopRuntime', 'Stops the container runtime; containers run on.', {}),
  startRuntime: command('startRuntime', 'Starts the container runtime.', {}),
  networkDown: command('networkDown', 'The runtime reports that the network is not ready.', {}),
  networkUp: command('networkUp', 'The runtime reports that the network is ready.', {}),
  apiServerDown: command('apiServerDown', 'The API server answers no more.', {}),
  apiServerUp: command('apiServerUp', 'The API server answers again.', {}),
  restartKubelet: command(
    'restartKubelet',
    'Stops the kubelet, which loses its memory, and starts it again.',
    {
      downtime: v.optional(durationField('How long it is down.'), '1s'),
    },
  ),
};

/** A `do` step as the schema hands it over, its own defaults filled in. */
export type CommandStep = v.InferOutput<(typeof COMMAND_SCHEMAS)[keyof typeof COMMAND_SCHEMAS]>;
