import type { RuntimePod } from '../api/pod';
import { present } from '../base/assert';
import { between, type SimTime } from '../clock/simTime';
import { type CriReply, rpcError, type SandboxView } from '../runtime/criCalls';
import { runningPods } from '../runtime/podRuntimeState';
import type { BegunPass, Housekeeping } from './housekeeping';
import type { KubeletPorts } from './kubeletPorts';
import type { PodMetrics } from './podMetrics';

interface PassUnderWay {
  readonly startedAt: SimTime;
  readonly begun: BegunPass;
  readonly sandboxes: readonly SandboxView[];
}

interface RuntimeList {
  readonly at: SimTime;
  readonly pods: readonly RuntimePod[];
}

export interface SavedHousekeepingLoop {
  readonly pass: PassUnderWay | null;
  readonly list: RuntimeList | null;
}

/** What the loop needs beside the ports. */
export interface HousekeepingLoopPorts {
  readonly ports: Pick<KubeletPorts, 'now' | 'timing' | 'cri' | 'emit'>;
  readonly housekeeping: Housekeeping;
  /** Since v1.27 the runtime is asked anew in every pass; v1.26 uses a list that is younger than `runtimeCacheAge`. */
  readonly listsRuntimeAfresh: boolean;
  metrics(): PodMetrics;
  /** The pass is over: the sync loop is free again. */
  passOver(): void;
}

/** Runs one housekeeping pass after the other; the sync loop does nothing else until the runtime has given its list. */
export class HousekeepingLoop {
  private pass: PassUnderWay | null = null;
  private list: RuntimeList | null = null;

  constructor(private readonly deps: HousekeepingLoopPorts) {}

  /** Begins a pass. `done` if it needed no fresh list. */
  begin(): 'done' | 'busy' {
    const { ports, housekeeping, listsRuntimeAfresh } = this.deps;
    ports.emit({ kind: 'housekeepingStarted' });
    this.pass = { startedAt: ports.now(), begun: housekeeping.begin(), sandboxes: [] };
    const isFresh = this.list !== null && between(this.list.at, ports.now()) < ports.timing.runtimeCacheAge;
    if (!listsRuntimeAfresh && isFresh) {
      this.finish(present(this.list, 'a fresh list is a list').pods);
      return 'done';
    }
    ports.cri({ op: 'ListPodSandbox' }, { for: 'housekeeping', step: 'sandboxes' });
    return 'busy';
  }

  replied(step: 'sandboxes' | 'containers' | 'removal', reply: CriReply): void {
    const { ports } = this.deps;
    const pass = present(this.pass, 'a list belongs to a pass');
    if (!reply.ok) {
      this.pass = null;
      ports.emit({ kind: 'housekeepingFailed', error: rpcError(reply) });
      this.deps.passOver();
    } else if (step === 'sandboxes') {
      this.pass = { ...pass, sandboxes: reply.value.kind === 'sandboxes' ? reply.value.sandboxes : [] };
      ports.cri({ op: 'ListContainers' }, { for: 'housekeeping', step: 'containers' });
    } else {
      const containers = reply.value.kind === 'containers' ? reply.value.containers : [];
      // The list is as old as the moment before it was asked for.
      this.list = { at: pass.startedAt, pods: runningPods(pass.sandboxes, containers) };
      this.finish(this.list.pods);
      this.deps.passOver();
    }
  }

  private finish(running: readonly RuntimePod[]): void {
    const { ports, housekeeping } = this.deps;
    const { startedAt, begun } = present(this.pass, 'only a pass under way ends');
    this.pass = null;
    this.deps.metrics().record(housekeeping.finish(begun, running));
    ports.emit({ kind: 'housekeepingEnded', took: between(startedAt, ports.now()) });
  }

  save(): SavedHousekeepingLoop {
    return { pass: this.pass, list: this.list };
  }

  restore(saved: SavedHousekeepingLoop): void {
    this.pass = saved.pass;
    this.list = saved.list;
  }
}
