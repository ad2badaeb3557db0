import type { Pod, PodUID } from '../api/pod';
import type { ApiChange } from '../apiserver/fakeApiserver';
import { assertNever, present } from '../base/assert';
import { type Duration, duration, type SimTime } from '../clock/simTime';
import type { RuntimeProgress } from '../runtime/fakeRuntime';
import type { RuntimeWakeup } from '../runtime/runtimeEvents';
import type { Command, PodTemplate, Scenario } from '../scenarios/command';
import { apiPod, staticPod } from './podIdentity';
import type { NodeEvent } from './trace';
import type { World } from './world';

/** What a command needs of the run. */
export interface CommandPorts {
  readonly scenario: Scenario;
  readonly world: World;
  now(): SimTime;
  emit(event: NodeEvent): number;
  /** The API server's object changed; tell who watches. */
  apiChanged(change: ApiChange): void;
  /** What the file system tells of the manifests. */
  manifestsChanged(changes: readonly ApiChange[]): void;
  runtimeProgressed(progress: RuntimeProgress): void;
  wakeups(wakeups: readonly RuntimeWakeup[]): void;
  apiServerIsUp(up: boolean): void;
  evict(uid: PodUID, gracePeriod: number | null): boolean;
  restartKubelet(downtime: Duration): void;
}

/** Does what a person or a script asks for. What cannot be done is said in the trace, and nothing of it is done. */
export function runCommand(command: Command, ports: CommandPorts): void {
  const { world } = ports;
  const uid = 'pod' in command && command.pod !== null ? world.uidOf(command.pod) : null;
  ports.emit({ kind: 'command', uid: command.do.startsWith('create') ? null : uid, command });
  const why = perform(command, uid, ports);
  if (why !== null) ports.emit({ kind: 'commandFailed', uid, why });
}

/** `null`, or why it could not be done. */
function perform(command: Command, uid: PodUID | null, ports: CommandPorts): string | null {
  const { world } = ports;
  const { runtime } = world;
  switch (command.do) {
    case 'createPod':
      return createPod(template(command.pod, ports), null, ports);
    case 'createStaticPod':
      if (world.manifest(command.pod) !== null) return `the manifest of ${command.pod} is there already`;
      return setManifest(command.pod, staticPod(template(command.pod, ports), null), ports);
    case 'editStaticPod':
      if (world.manifest(command.pod) === null) return `there is no manifest of ${command.pod} to edit`;
      return setManifest(command.pod, staticPod(template(command.pod, ports), command.image), ports);
    case 'removeStaticPod':
      if (world.manifest(command.pod) === null) return `there is no manifest of ${command.pod} to remove`;
      return setManifest(command.pod, null, ports);
    case 'deletePod':
    case 'forceDeletePod':
      return deletePod(command, uid, ports);
    case 'recreatePodSameUID':
      return recreate(command.pod, uid, ports);
    case 'evictPod':
      if (uid === null || !ports.evict(uid, command.gracePeriod))
        return `the kubelet has no pod ${command.pod}`;
      return null;
    case 'exitContainer': {
      const running = runtime
        .containers()
        .filter((c) => c.uid === uid && c.state === 'running' && (command.container ?? c.name) === c.name);
      const last = running.at(-1);
      if (last === undefined) return `no container of ${command.pod} runs`;
      ports.runtimeProgressed(runtime.exitContainer(last.id, command.exitCode, ports.now()));
      return null;
    }
    case 'removeFinalizers': {
      const change = uid === null ? null : world.apiserver.removeFinalizers(uid);
      if (change === null) return `${command.pod} has no API object with finalizers`;
      ports.apiChanged(change);
      return null;
    }
    case 'injectFault': {
      const { do: _, name, ...spec } = command;
      const fault = world.newFaultId(name);
      runtime.faults.arm({ ...spec, id: fault });
      const { operation, kind: effect, pod: target } = command;
      ports.emit({ kind: 'faultInjected', fault, operation, effect, target });
      return null;
    }
    case 'liftFault': {
      const { ids, wakeups } = runtime.liftFaults(
        { id: command.name, operation: command.operation, pod: command.pod },
        ports.now(),
      );
      ports.emit({ kind: 'faultLifted', faults: ids });
      ports.wakeups(wakeups);
      return null;
    }
    case 'stopRuntime':
      ports.wakeups(runtime.stop(ports.now()));
      return null;
    case 'startRuntime':
      runtime.start();
      return null;
    case 'networkDown':
    case 'networkUp':
      runtime.setNetworkReady(command.do === 'networkUp');
      return null;
    case 'apiServerDown':
    case 'apiServerUp':
      ports.apiServerIsUp(command.do === 'apiServerUp');
      return null;
    case 'restartKubelet':
      ports.restartKubelet(command.downtime);
      return null;
    default:
      return assertNever(command);
  }
}

const template = (name: string, ports: CommandPorts): PodTemplate =>
  present(ports.scenario.pods.get(name), 'a command names a pod of the scenario');

function createPod(from: PodTemplate, uid: PodUID | null, ports: CommandPorts): string | null {
  const { world } = ports;
  if (!world.apiserver.up) return 'the API server is down';
  const fixed = from.uid as PodUID | null;
  const pod = apiPod(from, uid ?? fixed ?? world.newUID());
  const change = world.apiserver.create(pod);
  if (change === null) return `a pod ${from.podName} exists already`;
  world.remember(pod);
  ports.apiChanged(change);
  return null;
}

function setManifest(path: string, pod: Pod | null, ports: CommandPorts): null {
  ports.manifestsChanged(ports.world.setManifest(path, pod));
  return null;
}

function deletePod(
  command: Extract<Command, { do: 'deletePod' | 'forceDeletePod' }>,
  uid: PodUID | null,
  ports: CommandPorts,
): string | null {
  const { world } = ports;
  if (!world.apiserver.up) return 'the API server is down';
  const life = uid === null ? null : world.lifeOf(uid);
  const object = life === null ? null : world.apiObjectOf(life);
  if (object === null) return `the API server has no pod ${command.pod}`;
  const wished = command.do === 'forceDeletePod' ? 0 : command.gracePeriod;
  const change = world.apiserver.delete(
    object.uid,
    wished ?? object.terminationGracePeriod ?? 30,
    ports.now(),
  );
  if (change !== null) ports.apiChanged(change);
  return null;
}

/** Puts a pod back under its uid. One that is still there goes first, so that its source reports both. */
function recreate(name: string, uid: PodUID | null, ports: CommandPorts): string | null {
  const { world } = ports;
  if (uid === null) return `there has been no pod ${name} yet`;
  const life = present(world.lifeOf(uid), 'every uid has a life');
  const from = template(name, ports);
  if (life.isStatic) {
    const pod = world.manifest(name) ?? { ...staticPod(from, null), uid };
    setManifest(name, null, ports);
    return setManifest(name, pod, ports);
  }
  if (!world.apiserver.up) return 'the API server is down';
  const gone = world.apiserver.remove(uid, ports.now());
  if (gone !== null) ports.apiChanged(gone);
  return createPod(from, uid, ports);
}

/** How long the file source needs to notice: it is told by the file system. */
export const MANIFEST_NOTICE: Duration = duration(1);
