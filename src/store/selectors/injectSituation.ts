import type { Command, Moment, PodMoment, Scenario } from '../../transport/protocol';
import type { RunView } from '../simulationStore';
import type { PaletteEntry } from './injectPalette';

export type PodTemplate = Scenario['pods'] extends ReadonlyMap<string, infer Template> ? Template : never;

/** What decides whether a command can be done at the playhead. */
export interface Situation {
  readonly moment: Moment;
  /** The pods by name, those of other namespaces too; the newest life of a name last. */
  readonly named: ReadonlyMap<string, readonly PodMoment[]>;
  readonly templates: readonly PodTemplate[];
  /** Templates whose manifest is in the folder. */
  readonly manifests: ReadonlySet<string>;
  /** The image that each template's manifest was last given. */
  readonly images: ReadonlyMap<string, string>;
}

/** The situation of a run at its playhead; `null` while it is not known. */
export function situationOf(run: RunView | null): Situation | null {
  const moment = run?.moment ?? null;
  if (run === null || run.scenario === null || moment === null) return null;
  const manifests = new Set<string>();
  const wereStatic = new Set<string>();
  const images = new Map<string, string>();
  const done = [...run.scenario.steps.flatMap((step) => ('command' in step ? [step] : [])), ...run.given]
    .filter(({ at }) => at <= moment.now)
    .sort((one, other) => one.at - other.at); // stable: what was given by hand came after the script
  for (const { command } of done) {
    if (command.do === 'createStaticPod') wereStatic.add(command.pod);
    if (command.do === 'createStaticPod') manifests.add(command.pod);
    if (command.do === 'removeStaticPod') manifests.delete(command.pod);
    if (command.do === 'editStaticPod') images.set(command.pod, command.image);
    if (command.do === 'recreatePodSameUID' && wereStatic.has(command.pod)) manifests.add(command.pod);
  }
  const named = new Map<string, PodMoment[]>();
  for (const pod of moment.pods) {
    const same = named.get(pod.name);
    if (same === undefined) named.set(pod.name, [pod]);
    else same.push(pod);
  }
  return { moment, named, templates: [...run.scenario.pods.values()], manifests, images };
}

/** The newest life of a template's pod; `null`: there has been none. */
export const podOf = ({ named }: Situation, { podName, namespace }: PodTemplate): PodMoment | null =>
  named.get(podName)?.findLast((pod) => pod.namespace === namespace) ?? null;

/** Whose pod that is. */
export const templateOf = ({ templates }: Situation, pod: PodMoment): PodTemplate | null =>
  templates.find(({ podName, namespace }) => pod.name === podName && pod.namespace === namespace) ?? null;

const hasObject = (pod: PodMoment | null): boolean => pod !== null && pod.kubectl !== '(gone)';

/** Why a command cannot be done to that template's pod; `null`: it can. */
export function podReason(does: Command['do'], template: PodTemplate, situation: Situation): string | null {
  const { moment, manifests } = situation;
  const pod = podOf(situation, template);
  const apiDown = moment.apiServerUp ? null : 'the API server is down';
  switch (does) {
    case 'createPod':
      return apiDown ?? (hasObject(pod) && pod?.static === false ? 'exists already' : null);
    case 'createStaticPod':
      return manifests.has(template.name) ? 'its manifest is there already' : null;
    case 'editStaticPod':
    case 'removeStaticPod':
      return manifests.has(template.name) ? null : 'has no manifest';
    case 'deletePod':
    case 'forceDeletePod':
      return apiDown ?? (hasObject(pod) ? null : 'the API server has no such pod');
    case 'recreatePodSameUID':
      if (pod === null) return 'has not been there yet';
      return pod.static ? null : apiDown;
    case 'evictPod':
      if (!moment.kubeletUp) return 'no kubelet is running';
      return pod === null || pod.worker === 'forgotten' ? 'the kubelet has no such pod' : null;
    case 'exitContainer':
      return pod?.runtime === 'running' ? null : 'none of its containers runs';
    case 'removeFinalizers':
      if (template.finalizers.length === 0) return 'has no finalizers';
      return hasObject(pod) ? null : 'the API server has no such pod';
    default:
      return null;
  }
}

const POD_COMMANDS: ReadonlySet<Command['do']> = new Set([
  'createPod',
  'createStaticPod',
  'editStaticPod',
  'removeStaticPod',
  'deletePod',
  'forceDeletePod',
  'recreatePodSameUID',
  'evictPod',
  'exitContainer',
  'removeFinalizers',
]);

/** Is the command about one pod of the scenario? Faults are not: they may be about any. */
export const isPodCommand = (does: Command['do']): boolean => POD_COMMANDS.has(does);

/** What has been found of a situation: with thousands of pods it takes some ms, and a palette asks often. */
const FOUND = new WeakMap<Situation, Map<Command['do'], string | null>>();

/** Why a button cannot be pressed at the playhead; `null`: it can. */
export function disabledReason({ does }: PaletteEntry, situation: Situation | null): string | null {
  if (situation === null) return 'the run is being read';
  const found = FOUND.get(situation) ?? new Map<Command['do'], string | null>();
  FOUND.set(situation, found);
  const known = found.get(does);
  if (known !== undefined) return known;
  const reason = reasonFor(does, situation);
  found.set(does, reason);
  return reason;
}

function reasonFor(does: Command['do'], situation: Situation): string | null {
  const { moment, templates } = situation;
  if (isPodCommand(does)) {
    if (templates.length === 0) return 'the scenario has no pods';
    // One pod of which it can be done is enough: with thousands of pods the others are not looked at.
    if (templates.some((template) => podReason(does, template, situation) === null)) return null;
    const [first, ...others] = templates;
    if (first === undefined) return null;
    const why = podReason(does, first, situation);
    const same = others.length > 0 && others.every((other) => podReason(does, other, situation) === why);
    return `${same ? 'every pod' : first.name}: ${why ?? ''}`;
  }
  switch (does) {
    case 'stopRuntime':
      return moment.runtimeUp ? null : 'the runtime is stopped already';
    case 'startRuntime':
      return moment.runtimeUp ? 'the runtime is up' : null;
    case 'networkDown':
      return moment.networkReady ? null : 'the network is down already';
    case 'networkUp':
      return moment.networkReady ? 'the network is up' : null;
    case 'apiServerDown':
      return moment.apiServerUp ? null : 'the API server is down already';
    case 'apiServerUp':
      return moment.apiServerUp ? 'the API server is up' : null;
    case 'restartKubelet':
      return moment.kubeletUp ? null : 'no kubelet is running';
    case 'liftFault':
      return moment.armed.length === 0 ? 'no fault is armed' : null;
    default:
      return null;
  }
}
