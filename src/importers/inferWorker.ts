import type {
  Attempt,
  Certainty,
  FinalState,
  ImportedPhase,
  ImportedPod,
  Interval,
  Place,
  PodFacts,
} from './importedRun';
import type { LogEvent, WorkPhase } from './logEvent';
import type { JoinedPod } from './podJoin';

type Inferred = Pick<
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

/**
 * From the lines about one pod to what its worker was doing (`pod_workers.go`). A line that says so is observed; what
 * follows from it by the rules of the worker is inferred; everything else stays unknown. A new kubelet process knows
 * nothing of before: its pods begin unknown.
 */
export function inferWorker(
  pod: JoinedPod,
  endOfRun: (run: number) => number | null,
  since127: boolean | null,
): Inferred {
  const worker = new WorkerStory(since127);
  for (const event of pod.events) worker.see(event);
  worker.silence(endOfRun);
  return worker.result();
}

/** What a retry may take to show, where starts of attempts are not printed: back-off, and a call with its two minutes. */
const RETRY_SHOWS = 137_000;
/** After the last container a worker needs a few passes of housekeeping to be through. */
const SETTLES = 8000;

class WorkerStory {
  constructor(private readonly since127: boolean | null) {}

  private phase: ImportedPhase = 'unknown';
  private certainty: Certainty = 'unknown';
  private since: Place = { line: 0, at: null };
  private generation = 1;
  private readonly intervals: Interval[] = [];
  private readonly attempts: OpenAttempt[] = [];
  private open: OpenAttempt | null = null;
  private told = 'no line tells about its worker';

  private run = -1;
  private source: string | null = null;
  private inConfig: boolean | null = null;
  private addedAt: LogEvent | null = null;
  private deletedAt: LogEvent | null = null;
  private removedAt: LogEvent | null = null;
  private cause: string | null = null;
  private gracePeriod: number | null = null;
  private restartRequested: LogEvent | null = null;
  private waitsForName: LogEvent | null = null;
  private runtimeOnly = false;
  private lastAction: LogEvent | null = null;
  /** A REMOVE whose kill may still be refused in the next line. */
  private removal: LogEvent | null = null;
  private failedSince: LogEvent | null = null;
  private died = 0;
  private started = 0;
  private gracefully = false;

  see(event: LogEvent): void {
    if (event.run !== this.run) this.restart(event);
    if (this.removal !== null && event.kind !== 'deleteRefused') this.settleRemoval();
    this.apply(event);
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
  silence(endOfRun: (run: number) => number | null): void {
    if (this.removal !== null) this.settleRemoval();
    const end = endOfRun(this.run);
    const last = this.lastAction ?? this.removedAt ?? this.deletedAt;
    const since = last?.lastAt ?? last?.at ?? null;
    if (this.attempts.some(({ certainty }) => certainty === 'observed') || end === null || since === null)
      return;
    const quiet = end - since;
    const place = { line: last?.line ?? 0, at: since };
    const ended = this.died > 0 && this.died >= this.started;
    const grace = (this.gracePeriod ?? 30) * 1000;
    if (this.phase === 'syncing' && ended && this.died > 1 && this.certainty !== 'observed') {
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
        ended &&
        (quiet > SETTLES || this.died > 1) &&
        this.restartRequested === null
      )
        return this.to('gone', place, 'inferred', 'it left config, its containers ended, and nothing failed');
      if (quiet > grace + RETRY_SHOWS || (ended && quiet > SETTLES))
        this.to('unknown', place, 'unknown', 'no line tells what became of it; with -v=4 the kubelet would');
    } else if (quiet > grace + RETRY_SHOWS && (this.inConfig !== false || this.since127 === true)) {
      this.to(
        'unknown',
        place,
        'unknown',
        'it failed, and whether a retry succeeded is not printed at this verbosity',
      );
    }
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
    this.died = 0;
    this.started = 0;
  }

  private to(phase: ImportedPhase, at: Place, certainty: Certainty, told: string): void {
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
    this.died = 0;
    this.started = 0;
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

  private begin(phase: WorkPhase, event: LogEvent, certainty: Certainty): void {
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

  private close(end: Place | null): void {
    if (this.open === null) return;
    this.open.end ??= end;
    this.open.closed = true;
    this.open = null;
  }

  /** A failure of the stop or of the clean-up, told by a line of the runtime or of the worker. */
  private failed(event: LogEvent, ends: boolean): void {
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

  private reach(phase: WorkPhase, event: LogEvent, certainty: Certainty, told: string): void {
    const now =
      this.phase === 'syncing' || this.phase === 'terminating' || this.phase === 'terminated'
        ? RANK[this.phase]
        : -1;
    if (this.phase === 'finished' || (this.phase === 'gone' && phase !== 'syncing')) return;
    if (RANK[phase] < now) return;
    this.to(phase, { line: event.line, at: event.at }, certainty, told);
  }

  private apply(event: LogEvent): void {
    const at: Place = { line: event.line, at: event.at };
    // A static pod's mirror comes and goes under the same name; it is not the pod.
    const foreign = this.source !== null && this.source !== 'api' && event.source === 'api';
    switch (event.kind) {
      case 'receivingPod':
        return;
      case 'configAdd':
        if (foreign) return;
        this.source = event.source ?? this.source;
        this.inConfig = true;
        this.addedAt = event;
        this.removedAt = null;
        if (this.phase === 'unknown' && this.deletedAt !== null && this.source === 'api') {
          return this.to(
            'terminating',
            at,
            'inferred',
            'it is listed again, and its deletion was asked for before',
          );
        }
        if (this.phase === 'unknown' || this.phase === 'gone')
          return this.to(
            'syncing',
            at,
            'inferred',
            'config lists it, so a worker syncs it unless admission refused it',
          );
        if (this.phase !== 'syncing' && this.phase !== 'rejected') this.restartRequested = event;
        return;
      case 'configUpdate':
        if (!foreign) {
          this.source ??= event.source ?? null;
          this.inConfig ??= true;
          if (this.phase === 'unknown') this.to('syncing', at, 'inferred', 'config lists it');
          if (event.reason?.startsWith('DeletionTimestamp=') === true) {
            this.deletedAt ??= event;
            this.reach('terminating', event, 'inferred', 'its deletion was asked for');
          }
        }
        return;
      case 'configReconcile':
        if (!foreign && this.phase === 'unknown') this.inConfig ??= true;
        return;
      case 'configDelete':
        if (foreign) return;
        this.source ??= event.source ?? null;
        this.inConfig ??= true;
        this.deletedAt ??= event;
        this.cause ??= 'deleted';
        if (this.phase === 'unknown' || this.phase === 'syncing') this.gracefully = true;
        return this.reach('terminating', event, 'inferred', 'its deletion was asked for');
      case 'configRemove':
        if (foreign) return;
        this.source ??= event.source ?? null;
        this.inConfig = false;
        this.removedAt = event;
        this.restartRequested = null;
        this.removal = event;
        return;
      case 'mustBeKilled':
        this.cause ??= 'removed';
        return this.reach('terminating', event, 'observed', 'it left config and has to be killed');
      case 'deleteRefused':
        this.removal = null;
        return;
      case 'admissionDenied':
        return this.to('rejected', at, 'observed', 'admission refused it, so it has no worker');

      case 'firstSync':
        this.waitsForName = null;
        if (event.reason === 'kill') {
          if (this.phase === 'syncing' && this.certainty === 'inferred') this.certainty = 'observed';
          return this.to('terminating', at, 'observed', 'its worker began with a kill');
        }
        if (this.phase === 'finished' || this.phase === 'terminating' || this.phase === 'terminated') {
          // A worker that is made anew: the history before is gone, whether or not a line said so.
          this.to('gone', at, 'inferred', 'its history was removed');
        }
        this.restartRequested = null;
        return this.to('syncing', at, 'observed', 'its worker syncs it');
      case 'attemptStart':
        if (event.phase === undefined) return;
        this.lastAction = event;
        if (event.phase === 'syncing') this.waitsForName = null;
        this.reach(event.phase, event, 'observed', `its worker works on it: ${event.phase}`);
        return this.begin(event.phase, event, 'observed');
      case 'enter':
        if (event.phase === undefined) return;
        this.waitsForName = null;
        this.lastAction = event;
        this.reach(event.phase, event, 'observed', `its worker works on it: ${event.phase}`);
        if (this.open?.phase !== event.phase) this.begin(event.phase, event, 'observed');
        return;
      case 'exit':
        if (event.phase !== undefined) {
          this.lastAction = event;
          if (this.phase === 'unknown')
            this.reach(event.phase, event, 'observed', `its worker was ${event.phase}`);
        }
        return;
      case 'attemptDone':
        if (event.phase !== undefined && this.phase === 'unknown')
          this.reach(event.phase, event, 'observed', `its worker was ${event.phase}`);
        return this.close(at);
      case 'notified':
        if (event.phase === 'terminating' || event.phase === 'terminated')
          this.reach(
            event.phase === 'terminated' ? 'terminated' : 'terminating',
            event,
            'observed',
            'an update for that phase waits',
          );
        return;
      case 'terminationRequested':
        this.cause = event.reason ?? this.cause;
        if (event.reason === 'orphaned') this.runtimeOnly = true;
        if (event.reason === 'deleted') {
          this.deletedAt ??= event;
          this.gracefully = true;
        }
        return this.reach(
          'terminating',
          event,
          'observed',
          `its worker was told to stop it: ${event.reason ?? 'no reason given'}`,
        );
      case 'terminationObserved':
      case 'orphanBeganTermination':
      case 'orphanNotified':
        return this.reach('terminating', event, 'observed', 'its worker knows that it has to stop it');
      case 'gracePeriod':
        if (event.amount !== undefined) this.gracePeriod = event.amount;
        this.lastAction = event;
        return this.reach('terminating', event, 'observed', 'its worker stops it');
      case 'containersStopped':
        this.failedSince = null;
        return this.reach('terminating', event, 'observed', 'its containers are stopped');
      case 'terminated':
        this.failedSince = null;
        if (this.open !== null) this.open.error = null;
        return this.reach('terminated', event, 'observed', 'all its containers were stopped');
      case 'orphanTerminated':
        this.failedSince = null;
        return this.to('gone', at, 'observed', 'the containers that only the runtime knew were stopped');
      case 'terminatedStep':
      case 'needsNoMoreStatus':
        this.lastAction = event;
        if (event.reason !== 'waits for volumes') this.failedSince = null;
        return this.reach(
          'terminated',
          event,
          event.kind === 'needsNoMoreStatus' ? 'observed' : 'inferred',
          'it is being cleaned up after its containers',
        );
      case 'volumesNotCleaned':
        this.lastAction = event;
        this.failedSince = event;
        return this.reach(
          'terminated',
          event,
          'inferred',
          'its containers ended and its volumes are still there',
        );
      case 'complete':
      case 'neverStarted':
        this.failedSince = null;
        return this.to('finished', at, 'observed', 'its worker is done');
      case 'cannotStartEver':
        this.waitsForName = null;
        return this.to('finished', at, 'inferred', 'it was killed before it could start');
      case 'finishedNoUpdates':
        if (this.phase === 'gone') return;
        return this.to('finished', at, 'observed', 'its worker is done and takes no more updates');
      case 'cannotStartYet':
        this.waitsForName = event;
        this.close(at);
        return this.reach('syncing', event, 'observed', 'its worker waits until it may have the name');
      case 'restartRequested':
        // A terminal pod that a new process is told of looks the same up to 1.26, and then ends at once.
        if (this.phase === 'syncing')
          return this.to('finished', at, 'inferred', 'it had ended before this kubelet began');
        this.restartRequested = event;
        return;
      case 'syncError':
        if (event.phase !== undefined && event.phase !== 'syncing')
          this.reach(event.phase, event, 'inferred', `the error is one of its ${event.phase} step`);
        else if (this.phase === 'unknown')
          this.reach('syncing', event, 'inferred', 'the error is one of its sync');
        return this.failed(event, true);
      case 'syncCancelled':
        return this.close(at);
      case 'stillNotTerminated':
        return;
      case 'orphanNotStarted':
      case 'historyRemoved':
        this.failedSince = null;
        return this.to('gone', at, 'observed', 'its uid is forgotten');
      case 'historyRemovedForRestart':
        this.failedSince = null;
        return this.to('gone', at, 'observed', 'its history was removed so that it can start again');
      case 'terminalNotDeleted':
        this.restartRequested = null;
        return this.to('finished', at, 'observed', 'it is terminal and stays so');
      case 'runtimeOrphanKilled':
        if (this.phase === 'unknown' || this.phase === 'gone') this.runtimeOnly = true;
        return;
      case 'rejectedHandedToWorkers':
        return this.to('terminating', at, 'observed', 'housekeeping hands it to the workers to be ended');
      case 'pleg':
      case 'plegIrrelevant':
        if (event.operation === 'ContainerDied') this.died++;
        if (event.operation === 'ContainerStarted') this.started++;
        this.lastAction = event;
        if (this.phase === 'unknown' && event.kind === 'pleg' && event.operation === 'ContainerStarted')
          this.reach('syncing', event, 'inferred', 'its containers start');
        return;
      case 'killingContainer':
        if (event.amount !== undefined && this.phase !== 'syncing') this.gracePeriod = event.amount;
        this.lastAction = event;
        if (this.phase === 'terminating' && this.open === null) this.begin('terminating', event, 'inferred');
        return;
      case 'containerExited':
      case 'containerFinished':
      case 'sandboxCreated':
        this.lastAction = event;
        return;
      case 'criError':
      case 'killContainerFailed':
      case 'sandboxStopFailed':
      case 'killPodFailed':
        if (this.phase === 'unknown' && event.kind !== 'criError')
          this.reach('terminating', event, 'inferred', 'a stop of it failed');
        return this.failed(event, false);
      case 'volumeOperationFailed':
        if (event.operation === 'unmount') {
          this.lastAction = event;
          if (
            this.phase === 'terminating' &&
            this.died > 0 &&
            this.died >= this.started &&
            this.open === null
          )
            this.reach(
              'terminated',
              event,
              'inferred',
              'its containers ended and a volume cannot be unmounted',
            );
        }
        return;
      case 'cgroupRemovalFailed':
        if (this.phase === 'terminated') this.failed(event, false);
        return;
      case 'evicting':
      case 'evicted':
        this.cause = 'evicted';
        return this.reach('terminating', event, 'inferred', 'it is evicted');
      case 'removedFromAPI':
        return this.phase === 'terminating' || this.phase === 'terminated' || this.phase === 'unknown'
          ? this.to('finished', at, 'inferred', 'its API object was deleted, which comes last')
          : undefined;
      case 'shutdown':
        this.cause = 'shutdown';
        return this.reach('terminating', event, 'inferred', 'the node shuts down');
      default:
        return;
    }
  }
}

const near = (end: Place | null, event: LogEvent): boolean =>
  end !== null && (end.at === null || event.at === null || Math.abs(event.at - end.at) < 1000);
