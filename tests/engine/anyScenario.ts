import fc from 'fast-check';
import { parseDuration } from '../../src/clock/simTime';
import { FAULT_KINDS, FAULT_OPERATIONS } from '../../src/runtime/faults';
import type { Scenario } from '../../src/scenarios/command';
import { scenarioOf } from './nodeRun';

/** A step of a scenario file. */
export type RawStep = { readonly at: string } & Readonly<Record<string, unknown>>;

/** A random scenario in the words of a file, so that a counterexample can be put into one. */
export interface RawScenario {
  readonly seed: number;
  readonly shuffleTies: boolean;
  readonly maxPods: number;
  readonly steps: readonly RawStep[];
}

const app = (over: object = {}) => ({ name: 'app', image: 'app:1', stopTakes: '200ms', ...over });

/** Templates of every kind: volumes, a job, a crasher, init containers, finalizers, fixed uids, twins of one name. */
export const PODS = {
  web: { gracePeriod: 5, volumes: ['data'], containers: [app({ stopTakes: '2s' })] },
  job: { restartPolicy: 'Never', containers: [app({ runsFor: '3s' })] },
  crash: { gracePeriod: 2, containers: [app({ runsFor: '1s', exitCode: 1, stopTakes: '30s' })] },
  parts: {
    gracePeriod: 10,
    restartPolicy: 'OnFailure',
    finalizers: ['lab/keep'],
    initContainers: [app({ name: 'init', runsFor: '500ms' })],
    containers: [app({ name: 'one', stopTakes: '1s' }), app({ name: 'two', runsFor: '20s' })],
  },
  same: { uid: 'api-fixed', hostNetwork: true, containers: [app()] },
  // Carries the name that the mirror pod of `left` and `right` wants.
  rival: { podName: 'twin-node1', gracePeriod: 1, containers: [app()] },
  left: { podName: 'twin', gracePeriod: 3, volumes: ['data'], containers: [app({ stopTakes: '10s' })] },
  right: { podName: 'twin', gracePeriod: 4, containers: [app({ image: 'app:2' })] },
  first: { podName: 'fixed', uid: 'file-fixed', gracePeriod: 6, containers: [app({ stopTakes: '1s' })] },
  second: { podName: 'fixed', uid: 'file-fixed', containers: [app({ image: 'app:3' })] },
  lone: { gracePeriod: 8, restartPolicy: 'OnFailure', containers: [app({ runsFor: '15s' })] },
} as const;

const API = ['web', 'job', 'crash', 'parts', 'same', 'rival'] as const;
const STATIC = ['left', 'right', 'first', 'second', 'lone'] as const;

type Pods = readonly [api: readonly string[], files: readonly string[]];

const grace = fc.option(fc.constantFrom(0, 1, 2, 7, 60), { nil: undefined });

/** Faults where they matter: mostly on the way down. */
const operation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('StopContainer', 'StopPodSandbox', 'UnmountVolume', 'RemoveCgroup' as const),
  },
  { weight: 2, arbitrary: fc.constantFrom('RunPodSandbox', 'StartContainer', 'ContainerStatus' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...FAULT_OPERATIONS) },
);

const fault = (pods: readonly string[]) =>
  fc.record(
    {
      do: fc.constant('injectFault'),
      operation,
      pod: fc.constantFrom(...pods),
      kind: fc.constantFrom(...FAULT_KINDS),
      code: fc.constantFrom('Unknown', 'Unavailable', 'NotFound', 'DeadlineExceeded'),
      times: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant('until-lifted')),
      nth: fc.constantFrom(1, 1, 2),
      probability: fc.constantFrom(0.5, 1),
      delay: fc.constantFrom('1s', '40s'),
    },
    { requiredKeys: ['do', 'operation', 'kind'] },
  );

const commandOf = ([api, files]: Pods): fc.Arbitrary<Record<string, unknown>> => {
  const all = [...api, ...files];
  const anyPod = fc.constantFrom(...all);
  const onPod = (word: string, pods: readonly string[]) =>
    fc.record({ do: fc.constant(word), pod: fc.constantFrom(...pods) });
  const inApi =
    api.length === 0
      ? []
      : [
          { weight: 3, arbitrary: onPod('createPod', api) },
          { weight: 4, arbitrary: onPod('forceDeletePod', api) },
        ];
  const inFiles =
    files.length === 0
      ? []
      : [
          { weight: 3, arbitrary: onPod('createStaticPod', files) },
          { weight: 3, arbitrary: onPod('editStaticPod', files) },
          { weight: 4, arbitrary: onPod('removeStaticPod', files) },
        ];
  return fc.oneof(
    ...inApi,
    ...inFiles,
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('deletePod'), pod: anyPod, gracePeriod: grace }),
    },
    { weight: 2, arbitrary: onPod('recreatePodSameUID', all) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('evictPod'), pod: anyPod, gracePeriod: grace }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('exitContainer'), pod: anyPod, exitCode: fc.nat(1) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'removeFinalizers', pod: 'parts' }) },
    { weight: 8, arbitrary: fault(all) },
    { weight: 1, arbitrary: fc.constant({ do: 'liftFault' }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        { do: 'stopRuntime' },
        { do: 'startRuntime' },
        { do: 'networkDown' },
        { do: 'networkUp' },
        { do: 'apiServerDown' },
        { do: 'apiServerUp' },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('restartKubelet'),
        downtime: fc.constantFrom('0s', '1s', '20s'),
      }),
    },
  );
};

/** Often at once or almost, so that things meet; sometimes so late that time-outs and back-offs come first. */
const pause = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 1) },
  { weight: 6, arbitrary: fc.integer({ min: 2, max: 4000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4000, max: 25_000 }) },
);

/** A few pods that meet each other, not one of everything. */
const somePods: fc.Arbitrary<Pods> = fc.constantFrom<Pods>(
  [['web', 'crash'], []],
  [['web'], ['lone']],
  [['job', 'parts'], []],
  [['same'], ['first', 'second']],
  [['rival'], ['left', 'right']],
  [[], ['left', 'right']],
  [[], ['first', 'second', 'lone']],
  [API, STATIC],
);

/** A random scenario: its pods are there from the beginning, then anything may happen. */
export const anyScenario = (maxSteps: number): fc.Arbitrary<RawScenario> =>
  somePods.chain(([api, files]) =>
    fc.noBias(
      fc.record({
        seed: fc.integer({ min: 0, max: 1000 }),
        shuffleTies: fc.boolean(),
        maxPods: fc.constantFrom(110, 110, 2),
        steps: fc
          .array(fc.tuple(pause, commandOf([api, files])), { minLength: 1, maxLength: maxSteps, size: 'max' })
          .map((commands) => {
            let now = 0;
            const create = (word: string) => (pod: string) => ({ at: '0ms', do: word, pod });
            return [
              ...api.map(create('createPod')),
              ...files.map(create('createStaticPod')),
              ...commands.map(([wait, step]) => {
                now += wait;
                return { at: `${now}ms`, ...step };
              }),
            ];
          }),
      }),
    ),
  );

/** When the last step is. */
export const lastStep = ({ steps }: RawScenario): number => parseDuration(steps.at(-1)?.at ?? '0s') ?? 0;

/** The scenario as it is played; with `healed`, everything is put right after the last step. */
export function played(raw: RawScenario, healed = false): Scenario {
  const end = `${lastStep(raw) + 1}ms`;
  const healing = ['liftFault', 'startRuntime', 'networkUp', 'apiServerUp'].map((word) => ({
    at: end,
    do: word,
  }));
  const { seed, shuffleTies, maxPods } = raw;
  const steps = healed ? [...raw.steps, ...healing] : raw.steps;
  const fields = { seed, shuffleTies, maxPods, pods: PODS, steps };
  return scenarioOf(
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join('\n'),
  );
}
