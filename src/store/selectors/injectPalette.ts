import type { Command } from '../../transport/protocol';
import { commandWords, FAULT_OPERATIONS } from '../vocabulary';

type InjectFault = Extract<Command, { do: 'injectFault' }>;
export type FaultOperation = InjectFault['operation'];
export type FaultKind = InjectFault['kind'];
export type GroupName = 'CRI' | 'Pods' | 'Node';

/** A button of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: GroupName;
  /** The name on the button: the scenario command in words. */
  readonly name: string;
  /** What it does, one line. */
  readonly effect: string;
  /** Pressed after `X`; a capital is pressed with Shift. */
  readonly hotkey: string;
  readonly does: Command['do'];
  /** What a fault's form begins with. */
  readonly fault: { readonly operation: FaultOperation; readonly kind: FaultKind } | null;
}

/** What a failing call means for the pod, and its hotkey. The sentence is also the error's text. */
const FAULTS: Readonly<Record<FaultOperation, readonly [hotkey: string, effect: string]>> = {
  Status: ['S', 'the runtime cannot tell how it is'],
  ListPodSandbox: ['L', 'the list of sandboxes cannot be read'],
  ListContainers: ['I', 'the list of containers cannot be read'],
  PodSandboxStatus: ['O', 'the state of the sandbox cannot be read'],
  ContainerStatus: ['N', 'the state of the container cannot be read'],
  PullImage: ['P', 'the registry did not hand out the image'],
  RunPodSandbox: ['R', 'the sandbox cannot be set up'],
  CreateContainer: ['C', 'the container cannot be created'],
  StartContainer: ['T', 'the container cannot be started'],
  StopContainer: ['K', 'the container cannot be stopped'],
  StopPodSandbox: ['B', 'the network of the sandbox cannot be torn down'],
  RemoveContainer: ['E', 'the container cannot be removed'],
  RemovePodSandbox: ['X', 'the sandbox cannot be removed'],
  MountVolume: ['M', 'the volume cannot be mounted'],
  UnmountVolume: ['U', 'the volume is busy and cannot be unmounted'],
  RemoveCgroup: ['G', 'the cgroup is busy and cannot be removed'],
  AdmitPod: ['A', 'the node turns the pod away'],
};

type Plain = Exclude<Command['do'], 'injectFault'>;

const PLAIN: Readonly<Record<Plain, readonly [group: GroupName, hotkey: string, effect: string]>> = {
  createPod: ['Pods', 'c', 'creates it in the API server'],
  createStaticPod: ['Pods', 's', 'puts its manifest into the folder'],
  editStaticPod: ['Pods', 'e', 'another image, and so another uid'],
  removeStaticPod: ['Pods', 'm', 'takes its manifest away'],
  deletePod: ['Pods', 'd', 'gracefully'],
  forceDeletePod: ['Pods', 'f', 'the API object goes at once'],
  recreatePodSameUID: ['Pods', 'u', 'back under the uid that it had'],
  evictPod: ['Pods', 'v', 'as under pressure'],
  exitContainer: ['Pods', 'x', 'a process ends by itself'],
  removeFinalizers: ['Pods', 'z', 'takes them off the API object'],
  restartKubelet: ['Node', 'r', 'it loses its memory'],
  stopRuntime: ['Node', 't', 'containers run on'],
  startRuntime: ['Node', 'g', 'the runtime answers again'],
  networkDown: ['Node', 'n', 'the runtime reports it not ready'],
  networkUp: ['Node', 'w', 'the runtime reports it ready'],
  apiServerDown: ['Node', 'a', 'the API server answers no more'],
  apiServerUp: ['Node', 'p', 'the API server answers again'],
  liftFault: ['Node', 'l', 'all of them, or those that match'],
};

/** The text of an error that nobody has worded. */
export const faultMessage = (operation: FaultOperation): string => FAULTS[operation][1];

/** A command as its button calls it. */
function commandName(command: Command): string {
  if (command.do === 'injectFault') return `Fail ${command.operation}`;
  return command.do === 'liftFault' ? 'Lift faults' : commandWords(command.do);
}

/** A command with what it is about: `Fail StopContainer, web, hang`. */
export function commandLine(command: Command): string {
  const pod = 'pod' in command && command.pod !== null ? ` ${command.pod}` : '';
  const kind = command.do === 'injectFault' && command.kind !== 'error' ? ` (${command.kind})` : '';
  const of = command.do === 'injectFault' && pod !== '' ? ' of' : '';
  return `${commandName(command)}${of}${pod}${kind}`;
}

/** Every button, in the order in which they stand. */
export const PALETTE: readonly PaletteEntry[] = [
  ...FAULT_OPERATIONS.map(
    (operation): PaletteEntry => ({
      id: operation,
      group: 'CRI',
      name: `Fail ${operation}`,
      effect: FAULTS[operation][1],
      hotkey: FAULTS[operation][0],
      does: 'injectFault',
      fault: { operation, kind: 'error' },
    }),
  ),
  ...(Object.keys(PLAIN) as Plain[]).map((does): PaletteEntry => {
    const [group, hotkey, effect] = PLAIN[does];
    const name = does === 'liftFault' ? 'Lift faults' : commandWords(does);
    return { id: does, group, name, effect, hotkey, does, fault: null };
  }),
  {
    id: 'hangVolume',
    group: 'Node',
    name: 'Hang volume unmount',
    effect: 'until it is lifted',
    hotkey: 'h',
    does: 'injectFault',
    fault: { operation: 'UnmountVolume', kind: 'hang' },
  },
];

/** The entries that a search finds: every word of it somewhere in the name, the effect or the group. */
export function findEntries(search: string): readonly PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return PALETTE.filter(({ name, effect, group }) => {
    const text = `${name} ${effect} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
