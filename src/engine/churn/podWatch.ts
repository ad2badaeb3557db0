import type { Pod } from '../../api/pod';
import type { PodPhase } from '../../api/podStatus';
import type { PlannedPod } from './churnPlan';

/**
 * When things happened to a pod, virtual ms; `null`: never seen. 0 is a stamp like any other: virtual time begins there, and what is
 * missing is `null`, so that no difference is ever taken from a time that was not seen (Go's zero time made 450,402 hours of it).
 */
export interface Stamps {
  readonly created: number | null;
  readonly running: number | null;
  /** The first terminal phase that was seen. */
  readonly ended: number | null;
  /** The deletion was asked for. */
  readonly deleted: number | null;
  readonly gone: number | null;
}

/** Something that a client could not have seen if all were well. */
export interface ChurnError {
  readonly pod: string;
  readonly kind:
    | 'phaseWentBack'
    | 'startNeverHappened'
    | 'successAfterFailure'
    | 'startedAfterFailedInit'
    | 'deletionNotLast'
    | 'stampMissing'
    | 'stampsOutOfOrder';
  readonly stamps: Stamps;
  readonly message: string;
}

const RANK: { readonly [Phase in PodPhase]: number } = {
  '': 0,
  Pending: 1,
  Running: 2,
  Succeeded: 3,
  Failed: 3,
};

/** What may not be stamped before what. A pod may be deleted before it runs. */
const ORDER: readonly (readonly [keyof Stamps, keyof Stamps])[] = [
  ['created', 'running'],
  ['created', 'ended'],
  ['running', 'ended'],
  ['created', 'deleted'],
  ['created', 'gone'],
  ['running', 'gone'],
  ['ended', 'gone'],
  ['deleted', 'gone'],
];

/**
 * One pod as a client of the API server sees it, event by event, held against what really happened in the runtime. Knows
 * nothing of the kubelet.
 */
export class PodWatch {
  private stamps: Stamps = { created: null, running: null, ended: null, deleted: null, gone: null };
  private phase: PodPhase = '';
  private appStarted = false;
  private readonly found: Pick<ChurnError, 'kind' | 'message'>[] = [];

  constructor(private readonly plan: PlannedPod) {}

  /** The watch brought an object, or its end. */
  saw(pod: Pod | null, now: number): void {
    if (this.stamps.gone !== null) this.report('deletionNotLast', 'an event came after the deletion');
    if (pod === null) {
      this.stamp('gone', now);
      return;
    }
    if (this.stamps.created === null) this.stamp('created', now);
    const { phase, containers } = pod.status;
    if (RANK[phase] < RANK[this.phase] || (RANK[this.phase] === 3 && phase !== this.phase)) {
      this.report('phaseWentBack', `the phase went from ${this.phase} to ${phase === '' ? 'none' : phase}`);
    }
    this.phase = phase;
    if (phase === 'Running' && this.stamps.running === null) this.stamp('running', now);
    if (RANK[phase] === 3 && this.stamps.ended === null) this.stamp('ended', now);
    const claimsStart = containers.some(({ state }) => state.kind === 'running');
    if (claimsStart && !this.appStarted) {
      this.report('startNeverHappened', 'the status shows a running container, and none was ever started');
    }
    if (phase === 'Succeeded' && (this.plan.kind === 'fails' || this.plan.kind === 'initFails')) {
      this.report('successAfterFailure', 'a container that exits with 1 is reported as success');
    }
  }

  /** The runtime started the app container. */
  startedApp(): void {
    this.appStarted = true;
    if (this.plan.kind === 'initFails') {
      this.report(
        'startedAfterFailedInit',
        'the app container was started although its init container failed',
      );
    }
  }

  /** The client asked for the deletion. */
  askedToDelete(now: number): void {
    this.stamp('deleted', now);
  }

  /** What was wrong, once all is over. A pod with a stamp missing or out of order is an error, not a duration. */
  errors(): readonly ChurnError[] {
    return [...this.found, ...this.missing(), ...this.outOfOrder()].map(({ kind, message }) => ({
      pod: this.plan.name,
      kind,
      stamps: this.stamps,
      message,
    }));
  }

  private missing(): readonly Pick<ChurnError, 'kind' | 'message'>[] {
    const missing = (['created', 'deleted', 'gone'] as const).filter((name) => this.stamps[name] === null);
    return missing.length === 0
      ? []
      : [{ kind: 'stampMissing', message: `it was never seen to be ${missing.join(', ')}` }];
  }

  private outOfOrder(): readonly Pick<ChurnError, 'kind' | 'message'>[] {
    const wrong = ORDER.filter(([first, then]) => {
      const [a, b] = [this.stamps[first], this.stamps[then]];
      return a !== null && b !== null && !(a <= b);
    });
    if (wrong.length === 0) return [];
    const said = wrong.map(
      ([first, then]) => `${then} at ${this.stamps[then]} ms, before ${first} at ${this.stamps[first]} ms`,
    );
    return [{ kind: 'stampsOutOfOrder', message: said.join('; ') }];
  }

  /** Its latencies, virtual ms; only of a pod without errors. */
  latencies(): {
    readonly create: number | null;
    readonly run: number | null;
    readonly delete: number | null;
  } {
    const { created, running, ended, deleted, gone } = this.stamps;
    const from = (a: number | null, b: number | null): number | null =>
      a === null || b === null ? null : b - a;
    return { create: from(created, running), run: from(running, ended), delete: from(deleted, gone) };
  }

  private stamp(name: keyof Stamps, now: number): void {
    this.stamps = { ...this.stamps, [name]: now };
  }

  private report(kind: ChurnError['kind'], message: string): void {
    // One of a kind says it all; a status is written many times.
    if (!this.found.some((error) => error.kind === kind)) this.found.push({ kind, message });
  }
}
