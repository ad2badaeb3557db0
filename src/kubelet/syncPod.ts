import { type ContainerSpec, isStaticPod, isTerminalPhase, type Pod } from '../api/pod';
import type { SyncCall } from '../machine/podEffects';
import { type CriRequest, rpcError } from '../runtime/criCalls';
import {
  type Advance,
  type CallReply,
  type CallStep,
  type CallView,
  returns,
  type StatusWrite,
} from './callProgram';
import { computePodActions } from './computePodActions';
import { generateStatus } from './generateStatus';
import { isMirrorPodOf } from './mirrorClient';

/** How far a SyncPod has come. JSON. */
export interface SyncPodProgress {
  readonly fn: 'syncPod';
  readonly pod: Pod;
  readonly mirrorPod: Pod | null;
  readonly at:
    | 'deletingMirrorPod'
    | 'creatingMirrorPod'
    | 'mounting'
    | 'creatingSandbox'
    | 'pulling'
    | 'creating'
    | 'starting';
  readonly sandbox: string;
  /** Containers that are still to be started; the first one is being worked on. */
  readonly todo: readonly ContainerSpec[];
  readonly errors: readonly string[];
}

type Step = Advance<SyncPodProgress>;

/**
 * Starts what is missing of a pod (`kubelet.go SyncPod`): status, mirror pod, volumes, sandbox, containers. A pod whose
 * containers have all ended is told to be over in the *next* call, after the status has been seen to be terminal.
 */
export function beginSyncPod(call: Extract<SyncCall, { fn: 'syncPod' }>, view: CallView): Step {
  const { pod, mirrorPod } = call;
  const status = generateStatus(pod, view.runtimeStatus(pod.uid), false, view.previousStatus(pod));
  const statuses: StatusWrite[] = [{ uid: pod.uid, status, finished: false }];
  const progress: SyncPodProgress = {
    fn: 'syncPod',
    pod,
    mirrorPod,
    at: 'mounting',
    sandbox: '',
    todo: [],
    errors: [],
  };
  if (isTerminalPhase(status.phase)) return { progress, step: returns('terminal'), statuses };
  if (!view.networkReady() && !pod.spec.hostNetwork) {
    return {
      progress,
      step: returns('networkNotReady', 'network is not ready: container runtime network not ready'),
      statuses,
    };
  }
  const isOutdated = mirrorPod !== null && !isMirrorPodOf(mirrorPod, pod);
  if (isStaticPod(pod) && isOutdated) {
    return { progress: { ...progress, at: 'deletingMirrorPod' }, step: { do: 'deleteMirrorPod' }, statuses };
  }
  if (isStaticPod(pod) && mirrorPod === null) return { ...createMirrorPod(progress), statuses };
  return { ...mount(progress, view), statuses };
}

export function nextSyncPod(progress: SyncPodProgress, reply: CallReply, view: CallView): Step {
  switch (progress.at) {
    case 'deletingMirrorPod':
      // Whether it worked or not: the kubelet goes on, the next sync will see what is there.
      return reply.kind === 'step' && reply.error === null
        ? createMirrorPod(progress)
        : mount(progress, view);
    case 'creatingMirrorPod':
      return mount(progress, view);
    case 'mounting':
      return reply.kind === 'step' && reply.error !== null
        ? { progress, step: returns('error', reply.error) }
        : begin(progress, view);
    case 'creatingSandbox': {
      const { failed, id } = created(reply);
      if (failed !== null) {
        return {
          progress,
          step: returns('error', `failed to "CreatePodSandbox" for "${progress.pod.uid}": ${failed}`),
        };
      }
      return startNext({ ...progress, sandbox: id });
    }
    case 'pulling': {
      const { failed } = created(reply);
      if (failed !== null) return giveUp(progress, `ErrImagePull: ${failed}`);
      const [spec] = progress.todo;
      if (spec === undefined) return done(progress);
      return cri(
        { ...progress, at: 'creating' },
        { op: 'CreateContainer', pod: progress.pod, sandbox: progress.sandbox, spec },
      );
    }
    case 'creating': {
      const { failed, id } = created(reply);
      if (failed !== null) return giveUp(progress, `CreateContainerError: ${failed}`);
      return cri({ ...progress, at: 'starting' }, { op: 'StartContainer', pod: progress.pod, container: id });
    }
    case 'starting': {
      const { failed } = created(reply);
      if (failed !== null) return giveUp(progress, `RunContainerError: ${failed}`);
      return startNext({ ...progress, todo: progress.todo.slice(1) });
    }
  }
}

function createMirrorPod(progress: SyncPodProgress): Step {
  return { progress: { ...progress, at: 'creatingMirrorPod' }, step: { do: 'createMirrorPod' } };
}

function mount(progress: SyncPodProgress, view: CallView): Step {
  if (progress.pod.spec.volumes.length === 0) return begin(progress, view);
  return { progress: { ...progress, at: 'mounting' }, step: { do: 'mountVolumes' } };
}

/** Holds the pod against what runs and begins with what is missing. */
function begin(progress: SyncPodProgress, view: CallView): Step {
  const { pod } = progress;
  const runtime = view.runtimeStatus(pod.uid);
  const actions = computePodActions(pod, runtime);
  const wait = (spec: ContainerSpec): number => {
    const exited = runtime.containers.findLast((c) => c.name === spec.name && c.state === 'exited');
    return exited === undefined ? 0 : view.restartWait(pod.uid, spec.name, exited.exitedAt);
  };
  const waiting = actions.start.filter((spec) => wait(spec) > 0);
  const todo = actions.start.filter((spec) => !waiting.includes(spec));
  const errors = waiting.map(
    (spec) =>
      `failed to "StartContainer" for "${spec.name}" with CrashLoopBackOff: "back-off ${Math.ceil(wait(spec) / 1000)}s restarting failed container"`,
  );
  const next = { ...progress, sandbox: actions.sandbox ?? '', todo, errors };
  if (actions.createSandbox && todo.length > 0)
    return cri({ ...next, at: 'creatingSandbox' }, { op: 'RunPodSandbox', pod });
  return startNext(next);
}

function startNext(progress: SyncPodProgress): Step {
  const [spec] = progress.todo;
  if (spec === undefined) return done(progress);
  return cri({ ...progress, at: 'pulling' }, { op: 'PullImage', pod: progress.pod, image: spec.image });
}

/** This container could not be started; the others are tried all the same. */
function giveUp(progress: SyncPodProgress, why: string): Step {
  const name = progress.todo[0]?.name ?? '';
  const errors = [...progress.errors, `failed to "StartContainer" for "${name}" with ${why}`];
  return startNext({ ...progress, todo: progress.todo.slice(1), errors });
}

function done(progress: SyncPodProgress): Step {
  const { errors } = progress;
  const step: CallStep = errors.length === 0 ? returns('ok') : returns('error', errors.join(', '));
  return { progress, step };
}

function cri(progress: SyncPodProgress, request: CriRequest): Step {
  return { progress, step: { do: 'cri', requests: [request] } };
}

function created(reply: CallReply): { readonly failed: string | null; readonly id: string } {
  const first = reply.kind === 'cri' ? reply.replies[0] : undefined;
  if (first === undefined) return { failed: 'no reply', id: '' };
  if (!first.ok) return { failed: rpcError(first), id: '' };
  return { failed: null, id: first.value.kind === 'created' ? first.value.id : '' };
}
