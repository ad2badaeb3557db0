import type { PodUID, RuntimePod } from '../api/pod';
import {
  type ContainerView,
  type CriReply,
  type CriRequest,
  rpcError,
  type SandboxView,
} from '../runtime/criCalls';
import { type CallReply, type CallStep, returns } from './callProgram';

/** How far a stop has come. JSON. */
export interface StopProgress {
  readonly at: 'listing' | 'stoppingContainers' | 'stoppingSandboxes' | 'listingAgain' | 'inspecting';
  readonly pod: RuntimePod;
  /** Seconds. */
  readonly gracePeriod: number;
  readonly containers: readonly ContainerView[];
  readonly sandboxes: readonly SandboxView[];
  readonly errors: readonly string[];
}

type StopStep = {
  readonly progress: StopProgress;
  readonly step: CallStep;
  readonly after: readonly ContainerView[] | null;
};

/**
 * Stops whatever runs of a pod (`killPodWithSyncResult` and the check after it): all running containers at once, then every
 * sandbox, also if a container would not stop; then the containers are looked at again, since a runtime that says
 * "stopped" may be wrong. Ends ok only if nothing runs.
 */
export function beginStop(
  pod: RuntimePod,
  gracePeriod: number,
  containers: readonly ContainerView[],
  sandboxes: readonly SandboxView[],
): StopStep {
  const progress: StopProgress = {
    at: 'stoppingContainers',
    pod,
    gracePeriod,
    containers,
    sandboxes,
    errors: [],
  };
  return stopContainers(progress);
}

/** The same for a pod of which only the runtime knows: what runs is asked first. */
export function beginRuntimeStop(pod: RuntimePod, gracePeriod: number): StopStep {
  const progress: StopProgress = {
    at: 'listing',
    pod,
    gracePeriod,
    containers: [],
    sandboxes: [],
    errors: [],
  };
  return ask(progress, [{ op: 'ListPodSandbox' }, { op: 'ListContainers' }]);
}

export function nextStop(progress: StopProgress, reply: CallReply): StopStep {
  const replies = reply.kind === 'cri' ? reply.replies : [];
  switch (progress.at) {
    case 'listing': {
      const failed = replies.find((r) => !r.ok);
      if (failed !== undefined) return finish(progress, [rpcError(failed)]);
      const { containers, sandboxes } = read(replies, progress.pod.uid);
      return stopContainers({ ...progress, containers, sandboxes });
    }
    case 'stoppingContainers': {
      const running = progress.containers.filter((container) => container.state === 'running');
      const errors = replies.flatMap((r, i) =>
        r.ok
          ? []
          : [
              `failed to "KillContainer" for "${running[i]?.name ?? ''}" with KillContainerError: "${rpcError(r)}"`,
            ],
      );
      return stopSandboxes({ ...progress, errors });
    }
    case 'stoppingSandboxes': {
      const errors = replies.flatMap((r) =>
        r.ok
          ? []
          : [
              `failed to "KillPodSandbox" for "${progress.pod.uid}" with KillPodSandboxError: "${rpcError(r)}"`,
            ],
      );
      const all = [...progress.errors, ...errors];
      if (all.length > 0) return finish(progress, all);
      return ask({ ...progress, at: 'listingAgain' }, [{ op: 'ListContainers' }]);
    }
    case 'listingAgain': {
      const failed = replies.find((r) => !r.ok);
      if (failed !== undefined) return finish(progress, [rpcError(failed)]);
      const { containers } = read(replies, progress.pod.uid);
      const requests = containers.map(
        (container): CriRequest => ({ op: 'ContainerStatus', pod: progress.pod, container: container.id }),
      );
      const next: StopProgress = { ...progress, at: 'inspecting', containers };
      return requests.length === 0 ? inspect(next, []) : ask(next, requests);
    }
    case 'inspecting':
      return inspect(progress, replies);
  }
}

function stopContainers(progress: StopProgress): StopStep {
  const { pod, gracePeriod } = progress;
  const running = progress.containers.filter((container) => container.state === 'running');
  const next: StopProgress = { ...progress, at: 'stoppingContainers' };
  if (running.length === 0) return stopSandboxes(next);
  return ask(
    next,
    running.map(({ id }) => ({ op: 'StopContainer', pod, container: id, gracePeriod })),
  );
}

function stopSandboxes(progress: StopProgress): StopStep {
  const { pod, sandboxes, errors } = progress;
  const next: StopProgress = { ...progress, at: 'stoppingSandboxes' };
  if (sandboxes.length === 0) {
    return errors.length > 0
      ? finish(next, errors)
      : ask({ ...next, at: 'listingAgain' }, [{ op: 'ListContainers' }]);
  }
  return ask(
    next,
    sandboxes.map(({ id }) => ({ op: 'StopPodSandbox', pod, sandbox: id })),
  );
}

function inspect(progress: StopProgress, replies: readonly CriReply[]): StopStep {
  const failed = replies.find((r) => !r.ok);
  if (failed !== undefined) return finish(progress, [rpcError(failed)]);
  const seen = replies.flatMap((r) => (r.ok && r.value.kind === 'containers' ? r.value.containers : []));
  const running = seen.filter((container) => container.state === 'running').map(({ name }) => name);
  if (running.length === 0) return { progress, step: returns('ok'), after: seen };
  return finish(progress, [
    `containers still run although the runtime stopped them (CRI violation): ${running.join(', ')}`,
  ]);
}

const ask = (progress: StopProgress, requests: readonly CriRequest[]): StopStep => ({
  progress,
  step: { do: 'cri', requests },
  after: null,
});

const finish = (progress: StopProgress, errors: readonly string[]): StopStep => ({
  progress,
  step: returns('error', errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`),
  after: null,
});

function read(replies: readonly CriReply[], uid: PodUID) {
  const values = replies.flatMap((r) => (r.ok ? [r.value] : []));
  return {
    sandboxes: values.flatMap((v) =>
      v.kind === 'sandboxes' ? v.sandboxes.filter((s) => s.pod.uid === uid) : [],
    ),
    containers: values.flatMap((v) =>
      v.kind === 'containers' ? v.containers.filter((c) => c.uid === uid) : [],
    ),
  };
}
