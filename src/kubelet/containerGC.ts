import type { PodUID } from '../api/pod';
import { type ContainerView, type CriReply, rpcError, type SandboxView } from '../runtime/criCalls';
import type { KubeletPorts } from './kubeletPorts';

export interface SavedContainerGC {
  readonly sandboxes: readonly SandboxView[];
  readonly running: boolean;
}

/**
 * Removes dead containers and sandboxes of pods whose content may go (`kuberuntime_gc.go`), once a minute. It only looks at
 * what the pod workers say of a uid; a worker never waits for it.
 */
export class ContainerGC {
  private sandboxes: readonly SandboxView[] = [];
  private running = false;

  constructor(
    private readonly ports: Pick<KubeletPorts, 'cri' | 'emit' | 'schedule' | 'timing'>,
    private readonly mayGo: (uid: PodUID) => boolean,
  ) {}

  /** The minute is over; a round that is still under way is not disturbed. */
  tick(): void {
    this.ports.schedule(this.ports.timing.containerGC, { type: 'containerGC' });
    if (this.running) return;
    this.running = true;
    this.ports.cri({ op: 'ListPodSandbox' }, { for: 'containerGC', step: 'sandboxes' });
  }

  replied(step: 'sandboxes' | 'containers' | 'removal', reply: CriReply): void {
    if (step === 'removal') return;
    if (!reply.ok) {
      this.running = false;
      this.ports.emit({ kind: 'relistFailed', error: `garbage collection: ${rpcError(reply)}` });
    } else if (step === 'sandboxes') {
      this.sandboxes = reply.value.kind === 'sandboxes' ? reply.value.sandboxes : [];
      this.ports.cri({ op: 'ListContainers' }, { for: 'containerGC', step: 'containers' });
    } else {
      this.running = false;
      this.collect(reply.value.kind === 'containers' ? reply.value.containers : []);
    }
  }

  private collect(containers: readonly ContainerView[]): void {
    const tag = { for: 'containerGC', step: 'removal' } as const;
    const podOf = new Map(this.sandboxes.map(({ id, pod }) => [id, pod]));
    for (const { id, uid, sandbox, state } of containers) {
      const pod = podOf.get(sandbox);
      if (state !== 'exited' || pod === undefined || !this.mayGo(uid)) continue;
      this.ports.emit({ kind: 'containerGCRemoved', uid, what: 'container', id });
      this.ports.cri({ op: 'RemoveContainer', pod, container: id }, tag);
    }
    for (const { id, pod, ready } of this.sandboxes) {
      if (ready || !this.mayGo(pod.uid)) continue;
      this.ports.emit({ kind: 'containerGCRemoved', uid: pod.uid, what: 'sandbox', id });
      this.ports.cri({ op: 'RemovePodSandbox', pod, sandbox: id }, tag);
    }
    this.sandboxes = [];
  }

  save(): SavedContainerGC {
    return { sandboxes: this.sandboxes, running: this.running };
  }

  restore(saved: SavedContainerGC): void {
    this.sandboxes = saved.sandboxes;
    this.running = saved.running;
  }
}
