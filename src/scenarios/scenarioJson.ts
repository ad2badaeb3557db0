import type { ContainerSpec } from '../api/pod';
import { duration } from '../clock/simTime';
import { DEFAULT_TIMING, type Timing } from '../clock/timing';
import type { Command, Expectation, PodTemplate, Scenario, ScenarioStep } from './command';
import { FAULT_MESSAGES } from './faultMessages';

/**
 * A scenario that has been read and checked, as JSON: what a build can store so that nothing has to be read again. It holds only
 * what differs from the defaults below, for the page's sake; they are this form's own and need not be those of the file format.
 */
export interface ScenarioJson extends Partial<Omit<Scenario, 'pods' | 'steps' | 'timing'>> {
  readonly timing?: Partial<Timing>;
  readonly pods: readonly (readonly [string, Json])[];
  readonly steps: readonly StepJson[];
}

type Json = { readonly [field: string]: unknown };

/** `do` beside the fields of the command, or `expect`. */
type StepJson = Json & { readonly at: number; readonly line?: number | null };

const HEAD: Omit<Scenario, 'title' | 'description' | 'pods' | 'steps' | 'timing'> = {
  version: 1,
  release: 'v1.27',
  seed: 1,
  maxPods: 110,
  shuffleTies: false,
  until: null,
};

const template = (name: string): Omit<PodTemplate, 'containers' | 'initContainers'> => ({
  name,
  namespace: 'default',
  uid: null,
  podName: name,
  gracePeriod: 30,
  restartPolicy: 'Always',
  volumes: [],
  hostNetwork: false,
  finalizers: [],
});

const container = (pod: string): ContainerSpec => ({
  name: 'app',
  image: `${pod}:1`,
  stopTakes: duration(200),
  runsFor: null,
  exitCode: 0,
});

const fault = (command: Json): Json => ({
  name: null,
  pod: null,
  code: 'Unknown',
  message: FAULT_MESSAGES[command.operation as keyof typeof FAULT_MESSAGES],
  delay: 0,
  times: 1,
  nth: 1,
  probability: 1,
});

/** Leaves out what is as in the defaults; Maps become lists of entries. */
export const scenarioToJson = ({ timing, pods, steps, ...head }: Scenario): ScenarioJson => ({
  ...unlike(HEAD, head),
  timing: unlike(DEFAULT_TIMING, timing),
  pods: [...pods].map(([name, pod]) => [name, templateToJson(name, pod)]),
  steps: steps.map(stepToJson),
});

/** What `scenarioToJson` wrote; not for anything that a person could have changed. */
export const scenarioFromJson = ({ timing, pods, steps, ...head }: ScenarioJson): Scenario => ({
  ...HEAD,
  ...(head as Scenario),
  timing: { ...DEFAULT_TIMING, ...timing },
  pods: new Map(pods.map(([name, pod]) => [name, templateFromJson(name, pod)])),
  steps: steps.map(stepFromJson),
});

const templateToJson = (name: string, pod: PodTemplate): Json => {
  const list = (containers: readonly ContainerSpec[]): readonly Json[] =>
    containers.map((spec) => unlike(container(name), spec));
  return {
    ...unlike(template(name), { ...pod, containers: undefined, initContainers: undefined }),
    ...unlike(
      { containers: [{}], initContainers: [] },
      {
        containers: list(pod.containers),
        initContainers: list(pod.initContainers),
      },
    ),
  };
};

const templateFromJson = (name: string, json: Json): PodTemplate => {
  const list = (containers: unknown): readonly ContainerSpec[] =>
    (containers as readonly Json[]).map((spec) => ({ ...container(name), ...spec }));
  return {
    ...template(name),
    ...json,
    containers: list(json.containers ?? [{}]),
    initContainers: list(json.initContainers ?? []),
  };
};

function stepToJson(step: ScenarioStep): StepJson {
  const { at, line } = step;
  const when = { at, line, ...(step.last === true ? { last: true } : {}) };
  if ('command' in step) {
    const command: Json = { ...step.command };
    return { ...when, ...(command.do === 'injectFault' ? unlike(fault(command), command) : command) };
  }
  const { metrics } = step.expect;
  return {
    ...when,
    expect: metrics === undefined ? step.expect : { ...step.expect, metrics: [...metrics] },
  };
}

function stepFromJson({ at, line = null, last, ...said }: StepJson): ScenarioStep {
  const when = { at: duration(at), line, ...(last === true ? { last: true as const } : {}) };
  const expect = said.expect as Expectation | undefined;
  if (expect === undefined) {
    const command = said.do === 'injectFault' ? { ...fault(said), ...said } : said;
    return { ...when, command: command as Command };
  }
  if (expect.metrics === undefined) return { ...when, expect };
  const metrics = new Map(expect.metrics as unknown as Iterable<readonly [string, number]>);
  return { ...when, expect: { ...expect, metrics } };
}

/** The fields of `value` that are not as in `usual`. */
const unlike = <T extends object>(usual: object, value: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([field, given]) =>
        given !== undefined && JSON.stringify(given) !== JSON.stringify((usual as Json)[field]),
    ),
  ) as Partial<T>;
