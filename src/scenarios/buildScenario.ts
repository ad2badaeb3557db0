import type * as v from 'valibot';
import type { ContainerSpec } from '../api/pod';
import { duration } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import { DEFAULT_TIMING } from '../clock/timing';
import type { PodTemplate, Scenario } from './command';
import { expandSteps } from './expandSteps';
import type { ScenarioFields } from './schema';
import { DEFAULT_CONTAINER_NAMES } from './templateChecks';
import type { containerSchema, templateSchema } from './templateSchema';

/** The scenario that valid fields stand for: defaults filled in that depend on other fields, repeats written out. */
export function buildScenario(fields: ScenarioFields, lineOf: (step: number) => number | null): Scenario {
  const pods = new Map<string, PodTemplate>();
  for (const [name, template] of fields.pods ?? []) pods.set(name, podTemplate(name, template));
  const overrides = Object.entries(fields.timing ?? {}).filter(([, period]) => period !== undefined);
  return {
    version: 1,
    title: fields.title,
    description: fields.description,
    release: fields.release,
    seed: fields.seed,
    maxPods: fields.maxPods,
    shuffleTies: fields.shuffleTies,
    until: fields.until ?? null,
    timing: { ...DEFAULT_TIMING, ...(Object.fromEntries(overrides) as Partial<Timing>) },
    pods,
    steps: expandSteps(fields.steps, pods, lineOf),
  };
}

/** The template `name` with nothing said about it but `fields`. */
function podTemplate(name: string, fields: v.InferOutput<typeof templateSchema>): PodTemplate {
  const containers = fields.containers ?? [DEFAULT_CONTAINER];
  return {
    name,
    namespace: fields.namespace,
    uid: fields.uid ?? null,
    podName: fields.podName ?? name,
    gracePeriod: fields.gracePeriod,
    restartPolicy: fields.restartPolicy,
    containers: containers.map((c) => containerSpec(c, DEFAULT_CONTAINER_NAMES.containers, name)),
    initContainers: fields.initContainers.map((c) =>
      containerSpec(c, DEFAULT_CONTAINER_NAMES.initContainers, name),
    ),
    volumes: fields.volumes,
    hostNetwork: fields.hostNetwork,
    finalizers: fields.finalizers,
  };
}

type ContainerFields = v.InferOutput<typeof containerSchema>;

const DEFAULT_CONTAINER: ContainerFields = { stopTakes: duration(200), exitCode: 0 };

function containerSpec(fields: ContainerFields, name: string, template: string): ContainerSpec {
  return {
    name: fields.name ?? name,
    image: fields.image ?? `${template}:1`,
    stopTakes: fields.stopTakes,
    runsFor: fields.runsFor ?? null,
    exitCode: fields.exitCode,
  };
}
