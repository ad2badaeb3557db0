import type { ContainerSpec } from '../api/pod';
import { after, type Duration, duration, simTime } from '../clock/simTime';
import type { Command, PodTemplate, ScenarioStep } from './command';
import type { CommandStep } from './commandSchemas';
import { FAULT_MESSAGES } from './faultMessages';
import type { Step } from './stepSchema';

/** How long a fault of the kind `delay` delays a call when the scenario does not say. */
export const DEFAULT_DELAY: Duration = duration(10_000);

/**
 * The steps of a file as single steps in order of time: repeats written out, defaults filled in. At one instant
 * they come in the order of the file. `lineOf` gives the line of the step at an index.
 */
export function expandSteps(
  steps: readonly Step[],
  pods: ReadonlyMap<string, PodTemplate>,
  lineOf: (index: number) => number | null,
): ScenarioStep[] {
  const single = steps.flatMap((step, index) => {
    const times = ('repeat' in step ? step.repeat?.times : undefined) ?? 1;
    const every = ('repeat' in step ? step.repeat?.every : undefined) ?? duration(0);
    return Array.from({ length: times }, (_, k) => ({
      at: duration(after(simTime(step.at), duration(k * every))),
      line: lineOf(index),
      step,
      n: k + 1,
    }));
  });
  single.sort((a, b) => a.at - b.at); // stable
  const images = new Map<string, EditedImage>();
  return single.map(({ at, line, step, n }) =>
    'expect' in step
      ? { at, line, expect: step.expect }
      : {
          ...{ at, line, command: commandOf(step, n, pods, images) },
          ...(step.last === true ? { last: true } : {}),
        },
  ) as ScenarioStep[];
}

interface EditedImage {
  readonly edits: number;
  readonly image: string;
}

export function commandOf(
  step: CommandStep,
  n: number,
  pods: ReadonlyMap<string, PodTemplate>,
  images: Map<string, EditedImage>,
): Command {
  switch (step.do) {
    case 'deletePod':
    case 'evictPod':
      return { do: step.do, pod: step.pod, gracePeriod: step.gracePeriod ?? null };
    case 'exitContainer':
      return { do: step.do, pod: step.pod, container: step.container ?? null, exitCode: step.exitCode };
    case 'editStaticPod': {
      const first = pods.get(step.pod)?.containers[0];
      const before = images.get(step.pod) ?? { edits: 0, image: imageOf(first) };
      const edits = before.edits + 1;
      const image = step.image?.replaceAll('{n}', String(n)) ?? otherTag(imageOf(first), edits, before.image);
      images.set(step.pod, { edits, image });
      return { do: step.do, pod: step.pod, image };
    }
    case 'injectFault':
      return {
        do: step.do,
        name: step.name ?? null,
        operation: step.operation,
        pod: step.pod ?? null,
        kind: step.kind,
        code: step.code,
        message: step.message ?? FAULT_MESSAGES[step.operation],
        delay: step.delay ?? (step.kind === 'delay' ? DEFAULT_DELAY : duration(0)),
        times: step.times === 'until-lifted' ? null : step.times,
        nth: step.nth,
        probability: step.probability,
      };
    case 'liftFault':
      return {
        do: step.do,
        name: step.name ?? null,
        operation: step.operation ?? null,
        pod: step.pod ?? null,
      };
    case 'restartKubelet':
      return { do: step.do, downtime: step.downtime };
    case 'stopRuntime':
    case 'startRuntime':
    case 'networkDown':
    case 'networkUp':
    case 'apiServerDown':
    case 'apiServerUp':
      return { do: step.do };
    default:
      return { do: step.do, pod: step.pod };
  }
}

const imageOf = (container: ContainerSpec | undefined): string => container?.image ?? 'app:1';

/** The image of the template with a tag `by` higher: `web:1` → `web:2`; never the image that was there before. */
function otherTag(image: string, by: number, before: string): string {
  const [, name = image, tag] = /^(.*?)(?::(\d{1,9}))?$/.exec(image) ?? [];
  const untagged = tag === undefined && /[:@][^/]*$/.test(name);
  const next = untagged ? `${name}-${by + 1}` : `${name}:${Number(tag ?? 1) + by}`;
  return next === before ? otherTag(image, by + 1, before) : next;
}
