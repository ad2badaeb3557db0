import type { ImportedPod } from '../importers/importedRun';
import type { LogEvent } from '../importers/logEvent';
import type { Command } from '../scenarios/command';
import { calledBy } from './names';
import type { Notes } from './reproduction';

/** When a step happens: a moment of the log in ms, before everything in it, or while the kubelet of a run was not yet up. */
export type StepTime =
  | { readonly at: number }
  | { readonly at: 'before the log' }
  | { readonly at: 'before the kubelet'; readonly run: number };

/** A command at a moment of the log. `rank` orders what falls together: what is armed comes before what meets it. */
export interface LogStep {
  readonly when: StepTime;
  readonly rank: number;
  readonly command: Command;
}

export const ARMED_FIRST = 0;
export const COMMAND = 1;

/** What happened to one pod from outside, as commands for its template. */
export interface PodScript {
  readonly steps: readonly LogStep[];
  /** Its containers ended by themselves, and the kubelet took that for its end. */
  readonly completes: boolean;
  /** Something kept its API object after its worker was through. */
  readonly isHeld: boolean;
}

/** The kubelet sees an end with its next relist, half a period after it on the average. */
const RELIST_LAG = 500;
/** The end of a sandbox comes together with that of its container; PLEG tells of both in the same way. */
const SAME_END = 3000;

/** The kubelet's delete and the news of it take a moment; a status that did not get through is tried again every 10 s. */
const OBJECT_LEAVES = 15_000;

const number = (value: number | undefined, most: number): number | null =>
  value === undefined ? null : Math.min(most, Math.max(0, value));

/**
 * The lines about a pod as what somebody did to it: made, deleted, taken away, made again, evicted. What the kubelet did itself
 * is left to the model. `template` is the name that the commands use.
 */
export function podScript(pod: ImportedPod, template: string, isStatic: boolean, notes: Notes): PodScript {
  return new ScriptWriter(pod, template, isStatic, notes).write();
}

class ScriptWriter {
  private readonly steps: LogStep[] = [];
  private made = false;
  /** The API object or the manifest is there. */
  private there = false;
  private deleting = false;
  /** Somebody asked for its end, so that what ends ends because of it. */
  private ending = false;
  /** A container of this life was seen to run, so that an end is its own. */
  private up = false;
  private completes = false;
  private isHeld = false;
  private lastEnd = Number.NEGATIVE_INFINITY;
  private readonly sandboxes: ReadonlySet<string>;
  private readonly finishedIds: ReadonlySet<string>;

  constructor(
    private readonly pod: ImportedPod,
    private readonly template: string,
    private readonly isStatic: boolean,
    private readonly notes: Notes,
  ) {
    const ids = (kind: LogEvent['kind']) =>
      new Set(pod.events.flatMap((e) => (e.kind === kind && e.id !== undefined ? [e.id] : [])));
    this.sandboxes = ids('sandboxCreated');
    this.finishedIds = ids('containerFinished');
  }

  write(): PodScript {
    for (const [index, event] of this.pod.events.entries()) this.take(event, index);
    return { steps: this.steps, completes: this.completes, isHeld: this.isHeld };
  }

  private take(event: LogEvent, index: number): void {
    const { kind, at } = event;
    // A mirror pod has its static pod's name; what happens to it is the API server's business.
    if (this.isStatic && event.source === 'api') {
      if (kind === 'configDelete' || kind === 'configUpdate')
        this.notes.leaveOut(`changes of the mirror pod of ${calledBy(this.pod)}`);
      return;
    }
    if (at === null) return;
    switch (kind) {
      case 'configAdd':
        if (!this.made) return this.make(at);
        if (!this.there) return this.makeAgain(at);
        return;
      case 'admissionDenied':
        if (!this.made) this.make(at);
        return;
      case 'firstSync':
        if (event.reason === 'kill') return this.made ? undefined : this.makeBefore();
        if (!this.made) this.make(at);
        return;
      case 'receivingPod':
      case 'cannotStartYet':
      case 'cannotStartEver':
        if (!this.made && kind !== 'receivingPod') this.make(at);
        return;
      case 'configUpdate':
        if (event.reason?.startsWith('DeletionTimestamp=') === true) return this.delete(at, index);
        this.makeBefore();
        return this.notes.leaveOut(`updates of ${calledBy(this.pod)}`, event.count);
      case 'configDelete':
        return this.delete(at, index);
      case 'configRemove':
      case 'mustBeKilled':
        return this.remove(event);
      case 'evicting':
        return this.evict(at, index);
      case 'shutdown':
        return this.notes.leaveOut(`the shutdown of the node as the end of ${calledBy(this.pod)}`);
      case 'terminationRequested':
        return this.terminate(event, index);
      case 'runtimeOrphanKilled':
        return this.orphan(event);
      case 'containerFinished':
        return this.ended(event, at, true);
      case 'pleg':
        this.makeBefore();
        if (event.operation === 'ContainerStarted') this.up = true;
        if (event.operation === 'ContainerDied') this.ended(event, at, false);
        return;
      case 'preStop':
        return this.notes.leaveOut(`preStop hooks of ${calledBy(this.pod)}`);
      case 'probe':
        return this.notes.leaveOut(`failed probes of ${calledBy(this.pod)}`, event.count);
      case 'mirrorDeleted':
      case 'mirrorCreated':
      case 'mirrorDeleteFailed':
      case 'statusFailed':
      case 'gcSandboxFailed':
      case 'gcFailed':
        return;
      default:
        return this.makeBefore();
    }
  }

  private put(when: StepTime, command: Command, rank = COMMAND): void {
    this.steps.push({ when, rank, command });
  }

  private make(at: number): void {
    this.made = true;
    this.there = true;
    this.put({ at }, { do: this.isStatic ? 'createStaticPod' : 'createPod', pod: this.template });
  }

  /** A pod that was there when the log begins. */
  private makeBefore(): void {
    if (this.made) return;
    this.made = true;
    this.there = true;
    this.up = true;
    this.notes.say(`assumed: ${calledBy(this.pod)} ran before its first line`);
    this.put(
      { at: 'before the log' },
      { do: this.isStatic ? 'createStaticPod' : 'createPod', pod: this.template },
    );
  }

  private makeAgain(at: number): void {
    this.there = true;
    this.deleting = false;
    this.ending = false;
    this.up = false;
    this.put({ at }, { do: 'recreatePodSameUID', pod: this.template });
  }

  private delete(at: number, index: number): void {
    this.makeBefore();
    if (!this.there || this.isStatic) return;
    // The API server says it again with every change of an object that is being deleted.
    const gracePeriod = this.graceAfter(index);
    if (this.deleting && (gracePeriod === null || !this.isShorter(gracePeriod))) return;
    this.deleting = true;
    this.ending = true;
    this.lastGrace = gracePeriod;
    this.put({ at }, { do: 'deletePod', pod: this.template, gracePeriod });
  }

  private lastGrace: number | null = null;

  private isShorter(gracePeriod: number): boolean {
    return this.lastGrace !== null && gracePeriod < this.lastGrace;
  }

  /** The grace period of the stop that follows, up to the next deletion. */
  private graceAfter(index: number): number | null {
    for (const event of this.pod.events.slice(index + 1)) {
      if (event.kind === 'configDelete' || event.kind === 'configRemove') break;
      if ((event.kind === 'gracePeriod' || event.kind === 'killingContainer') && event.amount !== undefined)
        return number(event.amount, 86_400);
    }
    return null;
  }

  private remove(event: LogEvent): void {
    if (event.at === null) return;
    this.makeBefore();
    if (!this.there) return;
    this.there = false;
    this.ending = true;
    const wasDeleting = this.deleting;
    this.deleting = false;
    if (this.isStatic) return this.put({ at: event.at }, { do: 'removeStaticPod', pod: this.template });
    // The kubelet deletes the object of a pod that it has ended; the model's does so too.
    if (wasDeleting && this.wasThrough(event)) return this.release(event, event.at);
    this.put({ at: event.at }, { do: 'forceDeletePod', pod: this.template });
  }

  /** Whether its worker had nothing left to do at that line. */
  private wasThrough({ line }: LogEvent): boolean {
    const { intervals, events } = this.pod;
    if (events.some((event) => event.kind === 'removedFromAPI')) return true;
    const phase = intervals.findLast(({ from }) => from.line <= line)?.phase;
    return phase === 'terminated' || phase === 'finished' || phase === 'gone' || phase === 'rejected';
  }

  /** A worker that was through long before its object went did not keep it. */
  private release({ line }: LogEvent, at: number): void {
    const through = this.pod.intervals.findLast(
      ({ phase, certainty, from }) => phase === 'finished' && certainty === 'observed' && from.line <= line,
    );
    if (through === undefined || through.from.at === null || at - through.from.at <= OBJECT_LEAVES) return;
    this.isHeld = true;
    this.notes.say(
      `assumed: a finalizer held the object of ${calledBy(this.pod)} after its worker was through`,
    );
    this.put({ at }, { do: 'removeFinalizers', pod: this.template });
  }

  private evict(at: number, index: number): void {
    this.makeBefore();
    if (this.ending) return;
    this.ending = true;
    this.put({ at }, { do: 'evictPod', pod: this.template, gracePeriod: this.graceAfter(index) });
  }

  /** The worker says why: what no other line told is taken from here. */
  private terminate(event: LogEvent, index: number): void {
    const { at, reason } = event;
    if (at === null) return;
    switch (reason) {
      case 'deleted':
        return this.deleting ? undefined : this.delete(at, index);
      case 'removed':
        return this.remove(event);
      case 'evicted':
        return this.evict(at, index);
      case 'orphaned':
        return this.orphan(event);
      default:
        this.makeBefore();
        if (!this.ending) {
          // What ended it is not in the log.
          if (this.lastEnd === Number.NEGATIVE_INFINITY) this.exit(at, 0);
          this.completes = true;
        }
        this.ending = true;
        return;
    }
  }

  /** Only the runtime knows it: it left its source while no kubelet looked. */
  private orphan(event: LogEvent): void {
    this.makeBefore();
    if (!this.there) return;
    this.there = false;
    this.ending = true;
    this.notes.say(`assumed: ${calledBy(this.pod)} left its source while the kubelet was down`);
    this.put(
      { at: 'before the kubelet', run: event.run },
      this.isStatic
        ? { do: 'removeStaticPod', pod: this.template }
        : { do: 'forceDeletePod', pod: this.template },
    );
  }

  private ended(event: LogEvent, at: number, isContainer: boolean): void {
    this.makeBefore();
    if (this.ending || !this.up) return;
    const { id } = event;
    if (id !== undefined && this.sandboxes.has(id)) return;
    if (!isContainer && id !== undefined && this.finishedIds.has(id)) return;
    if (at - this.lastEnd < SAME_END) return;
    this.exit(at, number(event.amount, 255) ?? 0);
  }

  private exit(at: number, exitCode: number): void {
    this.lastEnd = at;
    this.put({ at: at - RELIST_LAG }, { do: 'exitContainer', pod: this.template, container: null, exitCode });
  }
}
