import type { PodUID } from '../api/pod';
import type { Release } from '../kubelet/releases';
import { type GuardValue, guardValues } from '../machine/guardValues';
import { type NextEvent, nextEvents, recordedFacts } from '../machine/nextEvents';
import { callPhase, podSyncStatus, type WorkerActivity, workerOf } from '../machine/podSyncStatus';
import type { PodUpdate } from '../machine/podUpdate';
import { type PodSnapshot, PodStepper } from '../machine/step';
import { seriesValues } from '../metrics/exposition';
import { type FaultSpec, hitsLeft } from '../runtime/faults';
import { type LedgerEntry, wakeUpLedger } from './ledger';
import { type PodReport, podReports } from './report';
import type { Simulation } from './simulation';

/** A pod at a moment: the three views of it, and what its worker is doing. */
export interface PodMoment extends PodReport {
  /** `null`: the pod workers have no record of it. */
  readonly activity: WorkerActivity | null;
  readonly callPhase: 'awaitingPodStatus' | 'running' | null;
}

/** An update in words: `kill, version 3, grace period 30 s`. */
const updateText = (
  update: Pick<PodUpdate, 'pod' | 'runtimePod' | 'kill'> & { readonly type?: string },
): string => {
  const grace = update.kill?.gracePeriodOverride ?? null;
  return [
    update.type ?? 'sync',
    update.runtimePod === null ? `version ${update.pod?.version ?? '?'}` : 'runtime-only',
    ...(grace === null ? [] : [`grace period ${grace} s`]),
    ...(update.kill?.evict === true ? ['evict'] : []),
  ].join(', ');
};

/** One pod at a moment, as closely as the page looks at it. */
export interface PodDetail {
  readonly uid: PodUID;
  readonly ledger: readonly LedgerEntry[];
  /** Go's podSyncStatus, field by field, as text. */
  readonly state: readonly (readonly [string, string])[];
  /** The value of the machine's snapshot: which states of the chart are active. `null`: no record. */
  readonly value: PodSnapshot['value'] | null;
  /** What the runtime has of the pod, a line a sandbox or container. */
  readonly crictl: readonly string[];
  /** What could happen to its machine next, and what would come of it; empty without a record. */
  readonly next: readonly NextEvent[];
  /** What the chart's guards say to those events. */
  readonly guards: readonly GuardValue[];
}

/** The node at a moment. */
export interface Moment {
  readonly now: number;
  readonly pods: readonly PodMoment[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly kubeletUp: boolean;
  readonly runtimeUp: boolean;
  readonly networkReady: boolean;
  readonly apiServerUp: boolean;
  readonly armed: readonly ArmedView[];
  readonly detail: PodDetail | null;
}

/** A fault that can still hit. */
export interface ArmedView {
  readonly spec: FaultSpec;
  /** Calls that it will still hit; `null`: until it is lifted. */
  readonly left: number | null;
  /** The first call from now on that it can hit: 1 is the next one. */
  readonly nth: number;
}

/** What the page shows of the run as it stands, `selected` from close by. */
export function momentOf(sim: Simulation, selected: PodUID | null): Moment {
  return {
    now: sim.now,
    pods: podReports(sim).map((report): PodMoment => {
      const pod = sim.kubelet?.podWorkers.snapshotOf(report.uid) ?? null;
      return {
        ...report,
        activity: pod === null ? null : workerOf(pod),
        callPhase: pod === null ? null : callPhase(pod),
      };
    }),
    metrics: sim.kubelet === null ? {} : seriesValues(sim.kubelet.metrics.registry.collect()),
    kubeletUp: sim.kubelet !== null,
    runtimeUp: sim.runtime.up,
    networkReady: sim.runtime.networkReady,
    apiServerUp: sim.world.apiserver.up,
    armed: sim.runtime.faults.armed().map((fault) => ({
      spec: fault.spec,
      left: hitsLeft(fault),
      nth: Math.max(1, fault.spec.nth - fault.seen),
    })),
    detail: selected === null ? null : detailOf(sim, selected),
  };
}

function detailOf(sim: Simulation, uid: PodUID): PodDetail {
  const pod = sim.kubelet?.podWorkers.snapshotOf(uid) ?? null;
  const sandboxes = sim.runtime.sandboxes().filter((sandbox) => sandbox.pod.uid === uid);
  const containers = sim.runtime.containers().filter((container) => container.uid === uid);
  return {
    uid,
    ledger: wakeUpLedger(sim, uid) ?? [],
    state: pod === null ? [] : stateLines(pod),
    value: pod?.value ?? null,
    crictl: [
      ...sandboxes.map(({ id, ready }) => `sandbox ${id.slice(0, 12)} ${ready ? 'ready' : 'not ready'}`),
      ...containers.map(({ id, name, image, state, exitCode }) => {
        const exit = exitCode === null ? '' : ` (exit code ${exitCode})`;
        return `container ${name} ${id.slice(0, 12)} ${image} ${state}${exit}`;
      }),
    ],
    ...outlookOf(sim, pod),
  };
}

const STEPPERS = new Map<string, PodStepper>();

function stepperOf(release: Release): PodStepper {
  const stepper = STEPPERS.get(release.name) ?? new PodStepper(release);
  STEPPERS.set(release.name, stepper);
  return stepper;
}

function outlookOf(sim: Simulation, pod: PodSnapshot | null): Pick<PodDetail, 'next' | 'guards'> {
  if (pod === null) return { next: [], guards: [] };
  const stepper = stepperOf(sim.release);
  const recorded = recordedFacts(pod, sim.now);
  const facts = { ...recorded, pod: sim.kubelet?.podManager.get(pod.context.uid) ?? recorded.pod };
  return { next: nextEvents(stepper, pod, facts), guards: guardValues(stepper, pod, facts) };
}

function stateLines(pod: PodSnapshot): (readonly [string, string])[] {
  const { pendingUpdate, activeUpdate, undelivered, ...plain } = podSyncStatus(pod);
  return [
    ...Object.entries(plain).map(([name, value]): readonly [string, string] => [name, String(value)]),
    ['pendingUpdate', pendingUpdate === null ? 'none' : updateText(pendingUpdate)],
    ['activeUpdate', activeUpdate === null ? 'none' : updateText(activeUpdate)],
    ['undelivered', undelivered === null ? 'none' : updateText(undelivered)],
  ];
}
