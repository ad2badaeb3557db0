import type {
  Attempt,
  Certainty,
  FinalState,
  ImportedPhase,
  ImportedPod,
  Interval,
  KubeletRun,
  Place,
  PodFacts,
} from './importedRun';
import type { LogEvent, WorkPhase } from './logEvent';

/** What lines say about a pod, as `ImportedPod` has it. */
export type Inferred = Pick<
  ImportedPod,
  'isStatic' | 'intervals' | 'attempts' | 'final' | 'finalCertainty' | 'told' | 'facts'
>;

interface OpenAttempt {
  readonly phase: WorkPhase;
  readonly start: Place;
  end: Place | null;
  error: string | null;
  readonly certainty: Certainty;
  closed: boolean;
}

const RANK: Readonly<Record<WorkPhase, number>> = { syncing: 0, terminating: 1, terminated: 2 };

/** What a retry may take to show, where starts of attempts are not printed: back-off, and a call with its two minutes. */
const RETRY_SHOWS = 137_000;
/** After the last container a worker needs a few passes of housekeeping to be through. */
const SETTLES = 8000;
/** So long after a failure PLEG may still report what had been stopped before it. */
const RELIST = 5000;

/** What is known of one pod's worker so far, and the verbs with which lines move it on (`inferWorker.ts`). */
export class WorkerStory {
  constructor(private readonly runs: readonly KubeletRun[]) {}

  phase: ImportedPhase = 'unknown';
  certainty: Certainty = 'unknown';
  private since: Place = { line: 0, at: null };
  private generation = 1;
  private readonly intervals: Interval[] = [];
  private readonly attempts: OpenAttempt[] = [];
  open: OpenAttempt | null = null;
  private told = 'no line tells about its worker';

  private run = -1;
  source: string | null = null;
  inConfig: boolean | null = null;
  addedAt: LogEvent | null = null;
  deletedAt: LogEvent | null = null;
  removedAt: LogEvent | null = null;
  cause: string | null = null;
  gracePeriod: number | null = null;
  restartRequested: LogEvent | null = null;
  waitsForName: LogEvent | null = null;
  runtimeOnly = false;
  lastAction: LogEvent | null = null;
  /** A REMOVE whose kill may still be refused in the next line. */
  removal: LogEvent | null = null;
  failedSince: LogEvent | null = null;
  /** The last line that tells of an end that a stop brings about: of a container or sandbox, of a mount. */
  ended: LogEvent | null = null;
  /** Its removal was refused, since not every source had reported (`kubelet.go deletePod`). */
  refused = false;
  /** Containers and sandboxes by id. A worker's lines may be thinned out, so ends and starts are matched, not counted. */
  private readonly alive = new Set<string>();
  private readonly dead = new Set<string>();
  gracefully = false;

  /** Before an event is taken in: another process may have begun, and a removal is no longer refused. */
  before(event: LogEvent): void {
    if (event.run !== this.run) this.restart(event);
    if (this.removal !== null && event.kind !== 'deleteRefused') this.settleRemoval();
  }

  containerStarted({ id, line }: LogEvent): void {
    this.alive.add(id ?? `line ${line}`);
  }

  containerEnded(event: LogEvent): void {
    this.ended = event;
    this.alive.delete(event.id ?? '');
    this.dead.add(event.id ?? `line ${event.line}`);
  }

  /** Something of it ended, and nothing that was seen to start is left. */
  get allEnded(): boolean {
    return this.dead.size > 0 && this.alive.size === 0;
  }

  result(): Inferred {
    if (this.removal !== null) this.settleRemoval();
    this.endInterval(null);
    const attempts = this.attempts.map(({ closed: _, ...attempt }): Attempt => attempt);
    return {
      isStatic: this.source === null ? null : this.source !== 'api',
      intervals: this.intervals,
      attempts,
      final: this.final(),
      finalCertainty: this.certainty,
      told: this.told,
      facts: this.facts(),
    };
  }

  /** What silence until the end of the log says, where the worker's own lines (`-v=4`) are not printed. */
  silence(): void {
    if (this.removal !== null) this.settleRemoval();
    const run = this.runs[this.run];
    const end = run?.last.at ?? null;
    const last = this.lastAction ?? this.removedAt ?? this.deletedAt;
    const since = last?.lastAt ?? last?.at ?? null;
    if (this.attempts.some(({ certainty }) => certainty === 'observed') || end === null || since === null)
      return;
    const quiet = end - since;
    const place = { line: last?.line ?? 0, at: since };
    const ended = this.allEnded;
    const several = this.dead.size > 1;
    // Lists name pods, not uids: a manifest that came back may be that of another pod with the same name.
    if (this.restartRequested?.source === 'file') this.inConfig = null;
    const grace = (this.gracePeriod ?? 30) * 1000;
    const isLast = last !== null && last.line <= (this.ended?.line ?? 0);
    if (this.phase === 'syncing' && ended && several && isLast && this.certainty !== 'observed') {
      return this.to(
        'unknown',
        place,
        'unknown',
        'its containers ended, and no line tells whether it starts again',
      );
    }
    if (this.phase !== 'terminating' && this.phase !== 'terminated') return;
    if (this.failedSince === null) {
      // A sandbox ends last: with two ends seen, the stop has succeeded.
      if (
        this.inConfig === false &&
        ((ended && (quiet > SETTLES || several)) || (this.phase === 'terminated' && quiet > RETRY_SHOWS)) &&
        this.restartRequested === null
      )
        return this.to('gone', place, 'inferred', 'it left config, its containers ended, and nothing failed');
      if (quiet > grace + RETRY_SHOWS || (ended && (quiet > SETTLES || several)))
        this.to('unknown', place, 'unknown', 'no line tells what became of it; with -v=4 the kubelet would');
    } else if (this.endedAfter(this.failedSince)) {
      const place = { line: this.ended?.line ?? 0, at: this.ended?.at ?? null };
      this.to(
        'unknown',
        place,
        'unknown',
        'it failed, and then something of it ended: a retry may be through',
      );
    } else if (quiet > grace + RETRY_SHOWS && (this.inConfig !== false || run?.since127 === true)) {
      this.to(
        'unknown',
        place,
        'unknown',
        'it failed, and whether a retry succeeded is not printed at this verbosity',
      );
    }
  }

  /** Something ended that the failed attempt itself cannot have stopped any more. */
  private endedAfter({ line, at }: LogEvent): boolean {
    const { ended } = this;
    if (ended === null || ended.line <= line) return false;
    return at === null || ended.at === null || ended.at > at + RELIST;
  }

  private final(): FinalState {
    return this.phase === 'syncing' ? 'running' : this.phase;
  }

  private facts(): PodFacts {
    return {
      inConfig: this.inConfig,
      addedAt: this.addedAt,
      deletedAt: this.deletedAt,
      removedAt: this.removedAt,
      cause: this.cause,
      gracePeriod: this.gracePeriod,
      restartRequested: this.restartRequested,
      waitsForName: this.waitsForName,
      runtimeOnly: this.runtimeOnly,
      run: this.run,
      lastAction: this.lastAction,
    };
  }

  /** Another kubelet process: what the one before knew is gone with it. */
  private restart(event: LogEvent): void {
    const first = this.run < 0;
    this.run = event.run;
    if (first) return;
    if (this.removal !== null) this.settleRemoval();
    if (this.phase !== 'gone' && this.phase !== 'unknown') {
      this.to(
        'unknown',
        { line: event.line, at: event.at },
        'unknown',
        'another kubelet process began, which has to learn of it anew',
      );
    }
    this.close(null);
    this.inConfig = null;
    this.waitsForName = null;
    this.restartRequested = null;
    this.runtimeOnly = false;
    this.failedSince = null;
    this.refused = false;
    this.forgetContainers();
  }

  private forgetContainers(): void {
    this.ended = null;
    this.alive.clear();
    this.dead.clear();
  }

  to(phase: ImportedPhase, at: Place, certainty: Certainty, told: string): void {
    if (phase === this.phase) {
      if (certainty === 'observed' && this.certainty !== 'observed') this.certainty = 'observed';
      return;
    }
    this.endInterval(at);
    if ((this.phase === 'gone' || this.phase === 'rejected') && phase !== 'unknown' && phase !== 'gone') {
      this.generation++;
      this.forgetLife();
    }
    this.phase = phase;
    this.since = at;
    this.certainty = certainty;
    this.told = told;
    if (phase === 'gone' || phase === 'finished' || phase === 'rejected') this.close(at);
  }

  private forgetLife(): void {
    this.cause = null;
    this.runtimeOnly = false;
    this.failedSince = null;
    this.gracefully = false;
    this.forgetContainers();
  }

  private endInterval(to: Place | null): void {
    if (this.phase === 'unknown' && this.intervals.length === 0 && this.since.line === 0) return;
    this.intervals.push({
      phase: this.phase,
      certainty: this.certainty,
      from: this.since,
      to,
      generation: this.generation,
    });
  }

  private settleRemoval(): void {
    const removed = this.removal;
    this.removal = null;
    if (removed === null) return;
    const at = { line: removed.line, at: removed.at };
    switch (this.phase) {
      case 'finished':
      case 'rejected':
        return this.to('gone', at, 'inferred', 'it was finished when it left config');
      case 'terminated':
        if (this.failedSince === null && this.deletedAt !== null)
          this.to('gone', at, 'inferred', 'its API object went after it was terminated');
        return;
      case 'terminating':
        // The kubelet deletes the object itself once all is done; a force delete looks the same but for its failures.
        if (this.failedSince === null && this.gracefully && this.open === null)
          this.to('gone', at, 'inferred', 'its API object went after a graceful deletion without a failure');
        return;
      case 'syncing':
      case 'unknown':
        this.cause ??= 'removed';
        return this.to('terminating', at, 'inferred', 'it left config, so its worker was told to stop it');
      case 'gone':
        return;
    }
  }

  begin(phase: WorkPhase, event: LogEvent, certainty: Certainty): void {
    this.close({ line: event.line, at: event.at });
    this.open = {
      phase,
      start: { line: event.line, at: event.at },
      end: null,
      error: null,
      certainty,
      closed: false,
    };
    this.attempts.push(this.open);
  }

  close(end: Place | null): void {
    if (this.open === null) return;
    this.open.end ??= end;
    this.open.closed = true;
    this.open = null;
  }

  /** A failure of the stop or of the clean-up, told by a line of the runtime or of the worker. */
  failed(event: LogEvent, ends: boolean): void {
    const error = event.error ?? event.text;
    const phase =
      event.phase ??
      (this.phase === 'terminated' ? 'terminated' : this.phase === 'syncing' ? 'syncing' : 'terminating');
    if (this.open === null) {
      // One failure is told by several lines; those that follow within a second belong to the attempt before.
      const last = this.attempts.at(-1);
      if (last?.error != null && last.phase === phase && near(last.end, event)) return;
      this.begin(phase, event, 'inferred');
    }
    const { open } = this;
    if (open === null) return;
    open.error = ends || open.error === null ? error : open.error;
    if (open.phase !== 'syncing') this.failedSince = event;
    if (ends) open.end = { line: event.line, at: event.at };
    if (ends && open.certainty === 'inferred') this.close({ line: event.line, at: event.at });
    this.lastAction = event;
  }

  reach(phase: WorkPhase, event: LogEvent, certainty: Certainty, told: string): void {
    const now =
      this.phase === 'syncing' || this.phase === 'terminating' || this.phase === 'terminated'
        ? RANK[this.phase]
        : -1;
    if (this.phase === 'finished' || (this.phase === 'gone' && phase !== 'syncing')) return;
    if (RANK[phase] < now) return;
    this.to(phase, { line: event.line, at: event.at }, certainty, told);
  }
}

const near = (end: Place | null, event: LogEvent): boolean =>
  end !== null && (end.at === null || event.at === null || Math.abs(event.at - end.at) < 1000);
