import type { ContainerSpec, PodUID, RuntimePod } from '../api/pod';
import { fingerprint } from '../base/canonicalJson';
import type { SimTime } from '../clock/simTime';
import {
  type ContainerProcess,
  EXIT_SIGKILL,
  exitOf,
  type ProcessExit,
  startProcess,
  terminateProcess,
} from './containerProcess';
import type { ContainerView, SandboxView } from './criCalls';
import { type PodRuntimeState, podRuntimeState } from './podRuntimeState';
import type { RuntimeChange, RuntimeWakeup } from './runtimeEvents';

/** A container as the runtime keeps it. */
export interface RuntimeContainer extends ContainerView {
  readonly spec: ContainerSpec;
  /** `null` before the start. */
  readonly process: ContainerProcess | null;
  /** How the process is going to end as things stand; `null`: not, or it has ended. */
  readonly exit: ProcessExit | null;
  /** Counts the changes of `exit`: a wake-up for an older one is stale. */
  readonly generation: number;
  /** The runtime said that it stopped it and did not: StopPodSandbox passes it over, until an honest StopContainer. */
  readonly believedStopped: boolean;
}

/** All that the runtime keeps, as data. */
export interface SavedRuntimeObjects {
  readonly sandboxes: readonly SandboxView[];
  readonly containers: readonly RuntimeContainer[];
  readonly images: readonly string[];
  readonly nextId: number;
}

/**
 * What is on the node: images, sandboxes, containers and their processes, in the order of their creation. It
 * knows no calls, no faults and no durations; the rules that hold whoever asks are here: a container lives in a
 * sandbox, an exited one never runs again.
 */
export class RuntimeObjects {
  private readonly sandboxMap = new Map<string, SandboxView>();
  private readonly containerMap = new Map<string, RuntimeContainer>();
  private readonly images = new Set<string>();
  private nextId = 1;

  sandboxes(): readonly SandboxView[] {
    return [...this.sandboxMap.values()];
  }

  containers(): readonly RuntimeContainer[] {
    return [...this.containerMap.values()];
  }

  stateOf(uid: PodUID): PodRuntimeState {
    return podRuntimeState(uid, this.sandboxMap.values(), this.containerMap.values());
  }

  sandbox(id: string): SandboxView | null {
    return this.sandboxMap.get(id) ?? null;
  }

  container(id: string): RuntimeContainer | null {
    return this.containerMap.get(id) ?? null;
  }

  hasImage(image: string): boolean {
    return this.images.has(image);
  }

  addImage(image: string): void {
    this.images.add(image);
  }

  /** A new id: 64 hex digits, another one at each call, the same ones in each run. */
  newId(): string {
    const serial = this.nextId++;
    return Array.from({ length: 8 }, (_, part) => fingerprint(`${part}/${serial}/id of the runtime`)).join(
      '',
    );
  }

  addSandbox(pod: RuntimePod): string {
    const id = this.newId();
    this.sandboxMap.set(id, { id, pod, ready: true });
    return id;
  }

  addContainer(uid: PodUID, sandbox: string, spec: ContainerSpec): RuntimeContainer {
    const container: RuntimeContainer = {
      id: this.newId(),
      uid,
      sandbox,
      name: spec.name,
      image: spec.image,
      state: 'created',
      exitCode: null,
      exitedAt: null,
      spec,
      process: null,
      exit: null,
      generation: 0,
      believedStopped: false,
    };
    this.containerMap.set(container.id, container);
    return container;
  }

  /** Starts a created container; the wake-up is for its end by itself, if it has one. */
  start(container: RuntimeContainer, now: SimTime): RuntimeWakeup[] {
    const process = startProcess(container.spec, now);
    this.containerMap.set(container.id, { ...container, state: 'running', process });
    return this.scheduleExit(container.id, null);
  }

  /** SIGTERM for a running container. `scheduleExit` must follow. */
  terminate(id: string, now: SimTime): void {
    const container = this.container(id);
    if (container === null || container.process === null) return;
    this.containerMap.set(id, { ...container, process: terminateProcess(container.process, now) });
  }

  /** Marks a running container as one that the runtime takes for stopped, or takes the mark off. */
  believeStopped(id: string, believedStopped: boolean): void {
    const container = this.container(id);
    if (container?.state === 'running') this.containerMap.set(id, { ...container, believedStopped });
  }

  /** Works out anew when the container ends, given the earliest kill that is due; a wake-up if that has changed. */
  scheduleExit(id: string, killAt: SimTime | null): RuntimeWakeup[] {
    const container = this.container(id);
    if (container === null || container.state !== 'running' || container.process === null) return [];
    const exit = exitOf(container.process, killAt);
    if (exit?.at === container.exit?.at && exit?.exitCode === container.exit?.exitCode) return [];
    const generation = container.generation + 1;
    this.containerMap.set(id, { ...container, exit, generation });
    return exit === null ? [] : [{ type: 'processExits', container: id, generation, at: exit.at }];
  }

  /** The process of a container has ended. Nothing happens unless it was running. */
  exit(id: string, exitCode: number, now: SimTime): RuntimeChange[] {
    const container = this.container(id);
    if (container?.state !== 'running') return [];
    const over = { state: 'exited', exitCode, exitedAt: now, exit: null, believedStopped: false } as const;
    this.containerMap.set(id, { ...container, ...over });
    return [{ type: 'containerExited', uid: container.uid, id, name: container.name, exitCode }];
  }

  /** Stops a sandbox; what still runs in it is killed, `alsoBelievedStopped` or only what is not believed stopped. */
  stopSandbox(id: string, alsoBelievedStopped: boolean, now: SimTime): RuntimeChange[] {
    const sandbox = this.sandbox(id);
    if (sandbox === null) return [];
    const changes: RuntimeChange[] = [];
    for (const container of this.containersOf(id)) {
      if (alsoBelievedStopped || !container.believedStopped) {
        changes.push(...this.exit(container.id, EXIT_SIGKILL, now));
      }
    }
    if (!sandbox.ready) return changes;
    this.sandboxMap.set(id, { ...sandbox, ready: false });
    return [...changes, { type: 'sandboxStopped', uid: sandbox.pod.uid, id }];
  }

  /** Removes a sandbox and everything in it: stopped first, a container believed stopped as well. */
  removeSandbox(id: string, now: SimTime): RuntimeChange[] {
    const sandbox = this.sandbox(id);
    if (sandbox === null) return [];
    const changes = this.stopSandbox(id, true, now);
    for (const container of this.containersOf(id)) changes.push(...this.removeContainer(container.id, now));
    this.sandboxMap.delete(id);
    return [...changes, { type: 'sandboxRemoved', uid: sandbox.pod.uid, id }];
  }

  /** Removes a container; a running one is killed first. */
  removeContainer(id: string, now: SimTime): RuntimeChange[] {
    const container = this.container(id);
    if (container === null) return [];
    const changes = this.exit(id, EXIT_SIGKILL, now);
    this.containerMap.delete(id);
    return [...changes, { type: 'containerRemoved', uid: container.uid, id, name: container.name }];
  }

  save(): SavedRuntimeObjects {
    return {
      sandboxes: this.sandboxes(),
      containers: this.containers(),
      images: [...this.images],
      nextId: this.nextId,
    };
  }

  static restore(saved: SavedRuntimeObjects): RuntimeObjects {
    const objects = new RuntimeObjects();
    for (const sandbox of saved.sandboxes) objects.sandboxMap.set(sandbox.id, sandbox);
    for (const container of saved.containers) objects.containerMap.set(container.id, container);
    for (const image of saved.images) objects.images.add(image);
    objects.nextId = saved.nextId;
    return objects;
  }

  private containersOf(sandbox: string): RuntimeContainer[] {
    return this.containers().filter((container) => container.sandbox === sandbox);
  }
}
