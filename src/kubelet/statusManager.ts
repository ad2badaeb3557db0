import { isMirrorPod, isStaticPod, isTerminalPhase, type Pod, type PodUID } from '../api/pod';
import type { PodStatus } from '../api/podStatus';
import { canonicalJson } from '../base/canonicalJson';
import type { StatusWrite } from './callProgram';
import type { KubeletPorts } from './kubeletPorts';
import type { PodManager } from './podManager';

interface Entry {
  readonly status: PodStatus;
  /** SyncTerminatedPod has said its last word. */
  readonly finished: boolean;
  /** Counts changes; what the API server has got so far is `written`. */
  readonly version: number;
  readonly written: number;
  /** Where it was written to: a static pod's mirror pod may be another one by now. */
  readonly writtenTo: PodUID | null;
  readonly inFlight: boolean;
  readonly deleteSent: boolean;
}

export type SavedStatusManager = readonly (readonly [PodUID, Entry])[];

/** What the status manager needs beside the ports. */
export interface StatusPorts {
  readonly ports: Pick<KubeletPorts, 'api' | 'emit'>;
  readonly podManager: PodManager;
  /** v1.26: nothing of the pod is left on the node. Later releases go by `finished`. */
  isReclaimed(pod: Pod): boolean;
  readonly deletesOnlyFinishedPods: boolean;
}

/**
 * Writes pod statuses to the API server (`status_manager.go`): on change, and again every 10 s what did not get through.
 * When a pod with a deletion timestamp is over, it deletes the object; that is what makes a graceful deletion end.
 */
export class StatusManager {
  private readonly entries = new Map<PodUID, Entry>();

  constructor(private readonly deps: StatusPorts) {}

  set({ uid, status, finished }: StatusWrite): void {
    const before = this.entries.get(uid);
    const done = finished || before?.finished === true;
    const same = before !== undefined && canonicalJson(before.status) === canonicalJson(status);
    if (same && done === before.finished) return;
    const { phase, reason } = status;
    this.deps.ports.emit({ kind: 'statusSet', uid, phase, reason, finished: done });
    this.entries.set(uid, {
      status,
      finished: done,
      version: (before?.version ?? 0) + 1,
      written: before?.written ?? 0,
      writtenTo: before?.writtenTo ?? null,
      inFlight: before?.inFlight ?? false,
      deleteSent: before?.deleteSent ?? false,
    });
    this.write(uid);
  }

  statusOf(uid: PodUID): PodStatus | null {
    return this.entries.get(uid)?.status ?? null;
  }

  dropExcept(wanted: ReadonlySet<PodUID>): void {
    for (const uid of [...this.entries.keys()]) if (!wanted.has(uid)) this.entries.delete(uid);
  }

  /** The ten-second round: what is not written is written, what may go is deleted. */
  syncBatch(): void {
    for (const uid of [...this.entries.keys()]) this.write(uid);
  }

  /** The outcome of a status write. */
  written(uid: PodUID, error: string | null): void {
    const entry = this.entries.get(uid);
    if (entry === undefined) return;
    if (error !== null) {
      // Not tried again before the next round.
      this.entries.set(uid, { ...entry, inFlight: false, written: 0 });
      this.deps.ports.emit({ kind: 'apiWriteFailed', uid, what: 'status', error });
      return;
    }
    // Whatever changed meanwhile is written in another round.
    this.deps.ports.emit({ kind: 'statusWritten', uid, phase: entry.status.phase });
    this.entries.set(uid, { ...entry, inFlight: false });
    this.write(uid);
  }

  /** The outcome of a deletion. */
  deleted(uid: PodUID, error: string | null): void {
    const entry = this.entries.get(uid);
    if (error === null || entry === undefined) return;
    this.entries.set(uid, { ...entry, deleteSent: false });
    this.deps.ports.emit({ kind: 'apiWriteFailed', uid, what: 'deletion', error });
  }

  private write(uid: PodUID): void {
    const entry = this.entries.get(uid);
    const pod = this.deps.podManager.get(uid);
    if (entry === undefined || pod === null || entry.inFlight) return;
    // A static pod's status goes to its mirror pod; while there is none there is nowhere to write to.
    const target = isStaticPod(pod) ? this.deps.podManager.mirrorPodOf(pod) : pod;
    if (target === null) return;
    if (entry.written !== entry.version || entry.writtenTo !== target.uid) {
      this.entries.set(uid, { ...entry, inFlight: true, written: entry.version, writtenTo: target.uid });
      this.deps.ports.api(
        { op: 'patchStatus', uid: target.uid, status: entry.status },
        { for: 'status', uid },
      );
    } else if (!entry.deleteSent && this.canBeDeleted(pod, entry)) {
      this.entries.set(uid, { ...entry, deleteSent: true });
      this.deps.ports.emit({ kind: 'apiDeleteSent', uid });
      this.deps.ports.api({ op: 'deletePod', uid }, { for: 'deletion', uid });
    }
  }

  private canBeDeleted(pod: Pod, entry: Entry): boolean {
    if (pod.deletion === null || isMirrorPod(pod) || isStaticPod(pod)) return false;
    if (!this.deps.deletesOnlyFinishedPods) return this.deps.isReclaimed(pod);
    return isTerminalPhase(entry.status.phase) && entry.finished;
  }

  save(): SavedStatusManager {
    return [...this.entries];
  }

  restore(saved: SavedStatusManager): void {
    for (const [uid, entry] of saved) this.entries.set(uid, entry);
  }
}
