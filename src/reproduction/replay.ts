import type { PodUID } from '../api/pod';
import { Simulation } from '../engine/simulation';
import { endOf } from '../engine/timeline';
import type { TraceEvent } from '../engine/trace';
import { type ReleaseName, releaseOf } from '../kubelet/releases';
import type { Scenario } from '../scenarios/command';
import type { WorkerStep, WorkerStepKind } from './workerStep';

/** A scenario played in one release: what each pod's worker did. */
export interface Replay {
  /** Steps by uid, times in ms of the scenario. */
  readonly steps: ReadonlyMap<PodUID, readonly WorkerStep[]>;
  /** Uids by template, in the order in which the pods came. */
  readonly lives: ReadonlyMap<string, readonly PodUID[]>;
  /** So far it was played. */
  readonly until: number;
  /** It took too many steps to play it to its end. */
  readonly isCut: boolean;
}

/** Plays a scenario, but no more than so many steps of the simulation. */
export function replay(scenario: Scenario, release: ReleaseName, mostSteps: number): Replay {
  const steps = new Map<PodUID, WorkerStep[]>();
  const { finishesTerminalPodsAtFirstSight: finishesAtFirstSight } = releaseOf(release);
  const sim = Simulation.create(scenario, releaseOf(release), (event) => {
    const kind = stepOf(event, finishesAtFirstSight);
    if (kind === null || event.pod === null) return;
    const step = { kind, at: event.at, line: null };
    const own = steps.get(event.pod);
    if (own === undefined) steps.set(event.pod, [step]);
    else own.push(step);
  });
  const end = endOf(scenario);
  for (let n = 0; n < mostSteps && sim.nextAt !== null && sim.nextAt <= end; n++) sim.step();
  const isWhole = sim.nextAt === null || sim.nextAt > end;
  const lives = new Map<string, PodUID[]>();
  for (const { uid, template } of sim.world.allLives()) {
    const own = lives.get(template);
    if (own === undefined) lives.set(template, [uid]);
    else own.push(uid);
  }
  return { steps, lives, until: isWhole ? end : sim.now, isCut: !isWhole };
}

/** The step that a trace event is, as the log would print it (`klog/workerLines.ts`). */
function stepOf(event: TraceEvent, finishesAtFirstSight: boolean): WorkerStepKind | null {
  switch (event.kind) {
    case 'turnTaken':
      return event.data.work === 'terminating'
        ? 'stopBegins'
        : event.data.work === 'terminated'
          ? 'cleanupBegins'
          : null;
    case 'turnEnded': {
      const { work, result } = event.data;
      if (work === 'sync') return null;
      if (result === 'error' || result === 'networkNotReady')
        return work === 'terminating' ? 'stopFails' : 'cleanupFails';
      return null;
    }
    case 'phaseEntered':
      return event.data.to === 'terminated' ? 'stopped' : event.data.to === 'finished' ? 'finished' : null;
    case 'terminalAtFirstSight':
      return finishesAtFirstSight ? 'finished' : 'stopped';
    case 'historyRemoved':
      return 'forgotten';
    default:
      return null;
  }
}
