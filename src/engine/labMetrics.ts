import type { PodUID } from '../api/pod';
import { type SimTime, simTime } from '../clock/simTime';
import type { Kubelet } from '../kubelet/kubelet';
import { seriesValues } from '../metrics/exposition';
import { Histogram } from '../metrics/histogram';
import { nanoClockOf } from '../metrics/nanoTime';
import { Registry, type SavedRegistry } from '../metrics/registry';
import { TimingHistogram } from '../metrics/timingHistogram';
import type { TraceEvent } from './trace';

export interface SavedLabMetrics {
  readonly registry: SavedRegistry;
  readonly teardowns: readonly (readonly [PodUID, number])[];
}

/** Numbers of pods. */
const LEVELS = [0, 1, 2, 5, 10, 20, 50, 110];

/** Seconds; the last ones are grace periods and request timeouts. */
const SECONDS = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300];

const LIFECYCLES = ['sync', 'terminating', 'terminated'] as const;

/**
 * What the kubelet does not export and an operator wants to know: for how long so many pods were in a state, and how long a
 * teardown takes. Under a prefix of our own; read from the trace and the gauges, and part of the run's state.
 */
export class LabMetrics {
  readonly registry = new Registry();
  private readonly working: TimingHistogram<'lifecycle'>;
  private readonly active: TimingHistogram;
  private readonly teardown = this.registry.register(
    new Histogram({
      name: 'lab_pod_teardown_seconds',
      help: 'From the deletion or removal of a pod until its containers are stopped, and until the pod is forgotten',
      labelNames: ['until'],
      bounds: SECONDS,
    }),
  );
  /** When the teardown of a pod began that is not forgotten yet. */
  private readonly teardowns = new Map<PodUID, SimTime>();

  constructor(now: () => SimTime, saved: SavedLabMetrics | null) {
    const clock = nanoClockOf(now);
    this.working = this.registry.register(
      new TimingHistogram({
        name: 'lab_working_pods_time_seconds',
        help: 'How long so many pods were known to the pod workers, by how far they were',
        labelNames: ['lifecycle'],
        bounds: LEVELS,
        clock,
      }),
    );
    this.active = this.registry.register(
      new TimingHistogram({
        name: 'lab_active_pods_time_seconds',
        help: 'How long so many pods were active',
        bounds: LEVELS,
        clock,
      }),
    );
    if (saved !== null) {
      this.registry.restore(saved.registry);
      for (const [uid, at] of saved.teardowns) this.teardowns.set(uid, simTime(at));
    } else {
      for (const lifecycle of LIFECYCLES) this.working.set({ lifecycle }, 0);
      this.active.set({}, 0);
    }
  }

  /** Takes note of an event of the trace. */
  saw(event: TraceEvent, kubelet: Kubelet | null): void {
    if (event.kind === 'housekeepingEnded' && kubelet !== null) this.sample(kubelet);
    const { pod } = event;
    if (pod === null) return;
    if (event.kind === 'updateReceived' && event.data.cause !== null && event.data.cause !== 'runtimeOnly') {
      this.teardowns.set(pod, simTime(event.at));
    } else if (event.kind === 'phaseEntered' && event.data.to === 'terminated') {
      this.observe(pod, 'stopped', event.at);
    } else if (event.kind === 'podForgotten') {
      this.observe(pod, 'forgotten', event.at);
      this.teardowns.delete(pod);
    }
  }

  private sample(kubelet: Kubelet): void {
    const values = Object.entries(seriesValues(kubelet.metrics.registry.collect()));
    const sum = (fits: (series: string) => boolean): number =>
      values.reduce((total, [series, value]) => (fits(series) ? total + value : total), 0);
    for (const lifecycle of LIFECYCLES) {
      const label = `lifecycle="${lifecycle}"`;
      this.working.set(
        { lifecycle },
        sum((series) => series.startsWith('kubelet_working_pods') && series.includes(label)),
      );
    }
    this.active.set(
      {},
      sum((series) => series.startsWith('kubelet_active_pods')),
    );
  }

  private observe(pod: PodUID, until: 'stopped' | 'forgotten', at: number): void {
    const began = this.teardowns.get(pod);
    if (began !== undefined) this.teardown.observe({ until }, (at - began) / 1000);
  }

  save(): SavedLabMetrics {
    return { registry: this.registry.save(), teardowns: [...this.teardowns] };
  }
}
