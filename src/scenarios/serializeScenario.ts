import { Document } from 'yaml';
import type { ContainerSpec } from '../api/pod';
import { type Duration, duration, formatDuration } from '../clock/simTime';
import { DEFAULT_TIMING } from '../clock/timing';
import type { Command, Expectation, PodTemplate, Scenario, ScenarioStep } from './command';
import { DEFAULT_DELAY } from './expandSteps';
import { FAULT_MESSAGES } from './faultMessages';
import { DEFAULT_CONTAINER_NAMES } from './templateChecks';

/**
 * The scenario as YAML that `parseScenario` reads back to the same scenario (lines aside). What has its default is
 * left out; repeats stay written out.
 */
export function serializeScenario(scenario: Scenario): string {
  const document = new Document(null);
  // A `Map` for whatever has free keys, so that no name of a pod or a series is more than a name.
  const flow = (fields: Fields): unknown => document.createNode(given(fields), { flow: true });
  const pods = new Map<string, unknown>();
  for (const [name, template] of scenario.pods) pods.set(name, flow(templateFields(template)));
  const timing = Object.entries(scenario.timing)
    .filter(([name, period]) => period !== DEFAULT_TIMING[name as keyof typeof DEFAULT_TIMING])
    .map(([name, period]): [string, string] => [name, formatDuration(period)]);
  const content = given([
    ['version', scenario.version],
    ['title', scenario.title],
    ['description', unless('', scenario.description)],
    ['release', unless('v1.27', scenario.release)],
    ['seed', unless(1, scenario.seed)],
    ['maxPods', unless(110, scenario.maxPods)],
    ['shuffleTies', unless(false, scenario.shuffleTies)],
    ['until', time(scenario.until)],
    ['timing', timing.length === 0 ? undefined : new Map(timing)],
    ['pods', pods.size === 0 ? undefined : pods],
    ['steps', scenario.steps.map((step) => flow(stepFields(step)))],
  ]);
  document.contents = document.createNode(content) as unknown as typeof document.contents;
  return document.toString({ lineWidth: 0 });
}

type Fields = readonly (readonly [name: string, value: unknown])[];

/** The fields that have a value; `undefined` and `null` stand for the default. */
const given = (fields: Fields): ReadonlyMap<string, unknown> =>
  new Map(fields.filter(([, value]) => value !== undefined && value !== null));

const unless = <T>(usual: T, value: T): T | undefined => (value === usual ? undefined : value);

const time = (d: Duration | null): string | null => (d === null ? null : formatDuration(d));

const filled = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

function templateFields(template: PodTemplate): Fields {
  const [first] = template.containers;
  const initContainers = template.initContainers.map((c) =>
    given(containerFields(c, 'initContainers', template.name)),
  );
  const containers = template.containers.map((c) => given(containerFields(c, 'containers', template.name)));
  const isDefault = containers.length === 1 && first !== undefined && containers[0]?.size === 0;
  return [
    ['podName', unless(template.name, template.podName)],
    ['namespace', unless('default', template.namespace)],
    ['uid', template.uid],
    ['gracePeriod', unless(30, template.gracePeriod)],
    ['restartPolicy', unless('Always', template.restartPolicy)],
    ['containers', isDefault ? undefined : containers],
    ['initContainers', filled(initContainers)],
    ['volumes', filled(template.volumes)],
    ['hostNetwork', unless(false, template.hostNetwork)],
    ['finalizers', filled(template.finalizers)],
  ];
}

function containerFields(
  spec: ContainerSpec,
  list: keyof typeof DEFAULT_CONTAINER_NAMES,
  template: string,
): Fields {
  return [
    ['name', unless(DEFAULT_CONTAINER_NAMES[list], spec.name)],
    ['image', unless(`${template}:1`, spec.image)],
    ['stopTakes', unless('200ms', formatDuration(spec.stopTakes))],
    ['runsFor', time(spec.runsFor)],
    ['exitCode', unless(0, spec.exitCode)],
  ];
}

function stepFields(step: ScenarioStep): Fields {
  const at = ['at', formatDuration(step.at)] as const;
  return 'command' in step
    ? [at, ...commandFields(step.command), ['last', step.last]]
    : [at, ['expect', expectFields(step.expect)]];
}

const expectFields = (expectation: Expectation): ReadonlyMap<string, unknown> =>
  given(Object.entries(expectation));

function commandFields(command: Command): Fields {
  switch (command.do) {
    case 'injectFault': {
      const { kind, operation } = command;
      const usualDelay = kind === 'delay' ? DEFAULT_DELAY : duration(0);
      return Object.entries({
        ...command,
        code: unless('Unknown', command.code),
        message: unless(FAULT_MESSAGES[operation], command.message),
        delay: command.delay === usualDelay ? undefined : formatDuration(command.delay),
        times: command.times === null ? 'until-lifted' : unless(1, command.times),
        nth: unless(1, command.nth),
        probability: unless(1, command.probability),
      });
    }
    case 'restartKubelet':
      return [
        ['do', command.do],
        ['downtime', unless('1s', formatDuration(command.downtime))],
      ];
    case 'exitContainer':
      return Object.entries({ ...command, exitCode: unless(0, command.exitCode) });
    default:
      return Object.entries(command);
  }
}
