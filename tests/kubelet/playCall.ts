import { type Pod, podUID, type RuntimePod } from '../../src/api/pod';
import { NO_STATUS, type PodStatus } from '../../src/api/podStatus';
import type { Advance, CallReply, CallView } from '../../src/kubelet/callProgram';
import { beginCall, type CallProgress, nextStep } from '../../src/kubelet/syncCalls';
import type { SyncCall } from '../../src/machine/podEffects';
import type { ContainerView, CriReply, CriRequest, SandboxView } from '../../src/runtime/criCalls';
import { emptyStatus, type PodRuntimeStatus } from '../../src/runtime/podCache';
import { runtimePodOf } from '../helpers/newPod';

/** What a call finds, and what goes differently from well. A text is an error of code Unknown. */
export interface World {
  readonly runtime?: PodRuntimeStatus;
  readonly networkReady?: boolean;
  /** Pods that are stopped for good end as Succeeded or Failed; not static ones, and not in v1.26. */
  readonly endsInTerminalPhase?: boolean;
  readonly previous?: PodStatus;
  /** What a container that exited still has to wait. */
  readonly restartWait?: number;
  readonly evicted?: number;
  /** By the whole line of the log, or by the operation. */
  readonly answers?: { readonly [step: string]: string | CriReply };
}

export const container = (pod: Pod, over: Partial<ContainerView> = {}): ContainerView => ({
  id: `c-${over.name ?? 'app'}`,
  uid: pod.uid,
  sandbox: 's1',
  name: 'app',
  image: 'app:1',
  state: 'running',
  exitCode: null,
  exitedAt: null,
  ...over,
});

export const exited = (pod: Pod, exitCode: number, over: Partial<ContainerView> = {}): ContainerView =>
  container(pod, { state: 'exited', exitCode, exitedAt: 0, ...over });

export const sandbox = (pod: RuntimePod, over: Partial<SandboxView> = {}): SandboxView => ({
  id: 's1',
  pod,
  ready: true,
  ...over,
});

/** What the pod cache shows of a pod: a ready sandbox, unless another is given, and its containers. */
export const runtimeOf = (
  pod: Pod,
  containers: readonly ContainerView[],
  sandboxes: readonly SandboxView[] = [sandbox(runtimePodOf(pod))],
): PodRuntimeStatus => ({ uid: pod.uid, name: pod.name, namespace: pod.namespace, sandboxes, containers });

/** Runs a sync call to its end; each line is a step or a status that is written. Its progress goes through JSON. */
export function playCall(call: SyncCall, world: World = {}): string[] {
  const uid = 'pod' in call ? call.pod.uid : call.runtimePod.uid;
  const runtime = world.runtime ?? emptyStatus(podUID(uid));
  const view: CallView = {
    runtimeStatus: () => runtime,
    networkReady: () => world.networkReady ?? true,
    endsInTerminalPhase: () => world.endsInTerminalPhase ?? true,
    restartWait: () => world.restartWait ?? 0,
    previousStatus: () => world.previous ?? NO_STATUS,
    statusOf: (request) =>
      request !== null && request === world.evicted ? { phase: 'Failed', reason: 'Evicted' } : null,
  };
  const log: string[] = [];
  let advance: Advance<CallProgress> = beginCall(call, view);
  for (let steps = 0; steps < 50; steps++) {
    for (const { status, finished } of advance.statuses ?? []) {
      log.push(
        ['status', status.phase, status.reason, finished ? 'finished' : '']
          .filter((word) => word !== '')
          .join(' '),
      );
    }
    const { step, progress } = advance;
    if (step.do === 'return') return [...log, `return ${[step.result, step.error ?? []].flat().join(': ')}`];
    const lines = step.do === 'cri' ? step.requests.map(textOf) : [step.do];
    log.push(...lines);
    const reply: CallReply =
      step.do === 'cri'
        ? {
            kind: 'cri',
            replies: step.requests.map((request, i) => answer(request, lines[i] ?? '', runtime, world)),
          }
        : { kind: 'step', error: (world.answers?.[step.do] as string | undefined) ?? null };
    advance = nextStep(JSON.parse(JSON.stringify(progress)), reply, view);
  }
  return [...log, 'never ends'];
}

function textOf(request: CriRequest): string {
  switch (request.op) {
    case 'PullImage':
      return `PullImage ${request.image}`;
    case 'CreateContainer':
      return `CreateContainer ${request.spec.name} in ${request.sandbox}`;
    case 'StopContainer':
      return `StopContainer ${request.container} ${request.gracePeriod}s`;
    case 'StartContainer':
    case 'ContainerStatus':
    case 'RemoveContainer':
      return `${request.op} ${request.container}`;
    case 'StopPodSandbox':
    case 'RemovePodSandbox':
    case 'PodSandboxStatus':
      return `${request.op} ${request.sandbox}`;
    default:
      return request.op;
  }
}

/** What a runtime without faults answers: what was stopped has exited by SIGTERM. */
function answer(request: CriRequest, line: string, runtime: PodRuntimeStatus, world: World): CriReply {
  const given = world.answers?.[line] ?? world.answers?.[request.op];
  if (typeof given === 'string') return { ok: false, code: 'Unknown', message: given };
  if (given !== undefined) return given;
  switch (request.op) {
    case 'RunPodSandbox':
      return { ok: true, value: { kind: 'created', id: 's2' } };
    case 'CreateContainer':
      return { ok: true, value: { kind: 'created', id: `new-${request.spec.name}` } };
    case 'ListPodSandbox':
      return { ok: true, value: { kind: 'sandboxes', sandboxes: runtime.sandboxes } };
    case 'ListContainers':
      return { ok: true, value: { kind: 'containers', containers: runtime.containers } };
    case 'ContainerStatus': {
      const found = runtime.containers.filter(({ id }) => id === request.container);
      const stopped = found.map((c) =>
        c.state === 'exited' ? c : { ...c, state: 'exited' as const, exitCode: 143 },
      );
      return { ok: true, value: { kind: 'containers', containers: stopped } };
    }
    default:
      return { ok: true, value: { kind: 'done' } };
  }
}
