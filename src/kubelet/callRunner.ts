import { fullNameOf, type Pod, type PodUID } from '../api/pod';
import { present } from '../base/assert';
import { between, duration, type SimTime } from '../clock/simTime';
import type { SyncCall } from '../machine/podEffects';
import type { CallResult } from '../machine/podEvents';
import type { CriReply } from '../runtime/criCalls';
import type { Advance, CallReply, CallStep, CallView, StatusWrite } from './callProgram';
import type { KubeletPorts } from './kubeletPorts';
import { beginCall, type CallProgress, nextStep } from './syncCalls';

/** A sync call under way. */
interface Flight {
  readonly uid: PodUID;
  readonly startedAt: SimTime;
  readonly progress: CallProgress;
  /** CRI calls that it waits for, and the replies that are here. */
  readonly cri: readonly number[];
  readonly replies: readonly (CriReply | null)[];
}

export interface SavedCallRunner {
  readonly flights: readonly (readonly [number, Flight])[];
  readonly nextCallId: number;
}

/** What the runner needs beside the ports. */
export interface RunnerPorts {
  readonly ports: KubeletPorts;
  readonly view: CallView;
  setStatus(write: StatusWrite): void;
  /** A volume wait begins; `volumeWaitOver` will be called, maybe at once. */
  waitForMount(pod: Pod, callId: number): void;
  waitForUnmount(uid: PodUID, callId: number): void;
  forgetWaiter(callId: number): void;
  /** The call started a container that had run before. */
  containerRestarts(uid: PodUID, container: string): void;
  /** The call is over. */
  returned(uid: PodUID, result: CallResult): void;
}

/** Runs the step programs of the sync calls: carries out what each does next and hands it the reply. */
export class CallRunner {
  private readonly flights = new Map<number, Flight>();
  private nextCallId = 1;

  constructor(private readonly deps: RunnerPorts) {}

  start(uid: PodUID, call: SyncCall, alreadyCancelled: boolean): void {
    const { ports } = this.deps;
    const callId = this.nextCallId++;
    const gracePeriod = 'gracePeriod' in call ? call.gracePeriod : null;
    const podVersion = 'pod' in call ? call.pod.version : 0;
    ports.emit({ kind: 'callStarted', uid, fn: call.fn, gracePeriod, podVersion });
    const first = beginCall(call, this.deps.view);
    this.flights.set(callId, { uid, startedAt: ports.now(), progress: first.progress, cri: [], replies: [] });
    if (alreadyCancelled && call.fn === 'syncPod') this.end(callId, 'cancelled', null);
    else this.carryOut(callId, first);
  }

  /**
   * The context of the call of `uid` is cancelled. Only SyncPod takes notice, and only when it next looks; a stop goes on
   * to its end in every release.
   */
  cancel(uid: PodUID): void {
    for (const [callId, flight] of this.flights) {
      if (flight.uid === uid && flight.progress.fn === 'syncPod') {
        this.deps.ports.schedule(duration(0), { type: 'callCancelled', callId });
      }
    }
  }

  cancelNow(callId: number): void {
    const flight = this.flights.get(callId);
    if (flight === undefined) return;
    for (const id of flight.cri) this.deps.ports.abortCri(id);
    this.deps.forgetWaiter(callId);
    this.end(callId, 'cancelled', null);
  }

  criReplied(callId: number, slot: number, reply: CriReply): void {
    const flight = this.flights.get(callId);
    if (flight === undefined) return;
    const replies = flight.replies.map((known, i) => (i === slot ? reply : known));
    this.flights.set(callId, { ...flight, replies });
    const here = replies.flatMap((known) => known ?? []);
    if (here.length === replies.length) this.reply(callId, { kind: 'cri', replies: here });
  }

  stepReplied(callId: number, error: string | null): void {
    this.reply(callId, { kind: 'step', error });
  }

  /** The calls under way, oldest first. */
  inFlight(): readonly { readonly uid: PodUID; readonly fn: SyncCall['fn']; readonly startedAt: SimTime }[] {
    return [...this.flights.values()].map(({ uid, progress, startedAt }) => ({
      uid,
      fn: progress.fn,
      startedAt,
    }));
  }

  private reply(callId: number, reply: CallReply): void {
    const flight = this.flights.get(callId);
    if (flight !== undefined) this.carryOut(callId, nextStep(flight.progress, reply, this.deps.view));
  }

  private carryOut(callId: number, { progress, step, statuses = [] }: Advance<CallProgress>): void {
    const flight = present(this.flights.get(callId), 'a step belongs to a call under way');
    this.flights.set(callId, { ...flight, progress, cri: [], replies: [] });
    for (const write of statuses) this.deps.setStatus(write);
    this.perform(callId, flight.uid, step, progress);
  }

  private perform(callId: number, uid: PodUID, step: CallStep, progress: CallProgress): void {
    const { ports } = this.deps;
    const pod = 'pod' in progress ? progress.pod : null;
    switch (step.do) {
      case 'return':
        return this.end(callId, step.result, step.error);
      case 'cri':
        return this.callRuntime(callId, uid, step.requests);
      case 'mountVolumes':
        return this.deps.waitForMount(present(pod, "volumes are a pod's"), callId);
      case 'unmountVolumes':
        return this.deps.waitForUnmount(uid, callId);
      case 'removeCgroup': {
        const fault = ports.faultAt('RemoveCgroup', present(pod, "a cgroup is a pod's"));
        const error = fault === null ? null : `failed to delete cgroup paths for ${uid}: ${fault.message}`;
        return this.stepReplied(callId, error);
      }
      case 'createMirrorPod': {
        const shown = present(pod, 'a mirror shows a pod');
        ports.emit({ kind: 'mirrorPodCreated', uid, name: fullNameOf(shown) });
        return ports.api({ op: 'createMirrorPod', pod: shown }, { for: 'call', callId });
      }
      case 'deleteMirrorPod': {
        const name = fullNameOf(present(pod, 'a mirror shows a pod'));
        ports.emit({ kind: 'mirrorPodDeleted', uid, name });
        return ports.api({ op: 'deleteMirrorPod', name }, { for: 'call', callId });
      }
    }
  }

  private callRuntime(
    callId: number,
    uid: PodUID,
    requests: Extract<CallStep, { do: 'cri' }>['requests'],
  ): void {
    const flight = present(this.flights.get(callId), 'a request belongs to a call under way');
    for (const request of requests) {
      if (request.op === 'CreateContainer') this.deps.containerRestarts(uid, request.spec.name);
    }
    const cri = requests.map((request, slot) => this.deps.ports.cri(request, { for: 'call', callId, slot }));
    this.flights.set(callId, { ...flight, cri, replies: requests.map(() => null) });
  }

  private end(callId: number, result: CallResult, error: string | null): void {
    const { ports } = this.deps;
    const flight = present(this.flights.get(callId), 'only a call under way ends');
    this.flights.delete(callId);
    const { uid, progress, startedAt } = flight;
    ports.emit({
      kind: 'callReturned',
      uid,
      fn: progress.fn,
      result,
      error,
      took: between(startedAt, ports.now()),
    });
    this.deps.returned(uid, result);
  }

  save(): SavedCallRunner {
    return { flights: [...this.flights], nextCallId: this.nextCallId };
  }

  restore(saved: SavedCallRunner): void {
    for (const [callId, flight] of saved.flights) this.flights.set(callId, flight);
    this.nextCallId = saved.nextCallId;
  }
}
