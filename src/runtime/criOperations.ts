import { assertNever } from '../base/assert';
import type { Duration, SimTime } from '../clock/simTime';
import type { Timing } from '../clock/timing';
import type { ContainerView, CriReply, CriRequest, CriValue, GrpcCode } from './criCalls';
import type { RuntimeChange, RuntimeWakeup } from './runtimeEvents';
import type { RuntimeContainer, RuntimeObjects } from './runtimeObjects';

/** What an operation did when it returned. */
export interface Performed {
  readonly reply: CriReply;
  readonly changes: readonly RuntimeChange[];
  readonly wakeups: readonly RuntimeWakeup[];
}

/** A good reply. */
export const answer = (value: CriValue): CriReply => ({ ok: true, value });

/** The reply of an operation that has nothing to tell. */
export const DONE: CriReply = answer({ kind: 'done' });

/** A bad reply. */
export const refuse = (code: GrpcCode, message: string): CriReply => ({ ok: false, code, message });

/** How long an operation takes that no fault hits. StopContainer is the exception: it takes as long as the process. */
export function normalDuration(request: CriRequest, objects: RuntimeObjects, timing: Timing): Duration {
  switch (request.op) {
    case 'PullImage':
      return objects.hasImage(request.image) ? timing.list : timing.pullImage;
    case 'RunPodSandbox':
      return timing.runPodSandbox;
    case 'CreateContainer':
      return timing.createContainer;
    case 'StartContainer':
      return timing.startContainer;
    case 'StopPodSandbox':
      return timing.stopPodSandbox;
    case 'RemoveContainer':
    case 'RemovePodSandbox':
      return timing.remove;
    case 'Status':
    case 'ListPodSandbox':
    case 'ListContainers':
    case 'PodSandboxStatus':
    case 'ContainerStatus':
    case 'StopContainer':
      return timing.list;
    default:
      return assertNever(request);
  }
}

/** Does the operation, at the moment when it returns. A StopContainer has done its work before: it only answers. */
export function perform(
  request: CriRequest,
  objects: RuntimeObjects,
  networkReady: boolean,
  now: SimTime,
): Performed {
  const did = (changes: RuntimeChange[], reply = DONE, wakeups: RuntimeWakeup[] = []): Performed => ({
    reply,
    changes,
    wakeups,
  });
  switch (request.op) {
    case 'Status':
      return did([], answer({ kind: 'status', networkReady }));
    case 'ListPodSandbox':
      return did([], answer({ kind: 'sandboxes', sandboxes: objects.sandboxes() }));
    case 'ListContainers':
      return did([], answer({ kind: 'containers', containers: objects.containers().map(viewOf) }));
    case 'PodSandboxStatus': {
      const sandbox = objects.sandbox(request.sandbox);
      if (sandbox === null) return did([], noSuch('sandbox', request.sandbox));
      return did([], answer({ kind: 'sandboxes', sandboxes: [sandbox] }));
    }
    case 'ContainerStatus': {
      const container = objects.container(request.container);
      if (container === null) return did([], noSuch('container', request.container));
      return did([], answer({ kind: 'containers', containers: [viewOf(container)] }));
    }
    case 'PullImage': {
      const id = request.image;
      if (objects.hasImage(id)) return did([]);
      objects.addImage(id);
      return did([{ type: 'imagePulled', uid: request.pod.uid, id }]);
    }
    case 'RunPodSandbox': {
      const id = objects.addSandbox(request.pod);
      return did([{ type: 'sandboxReady', uid: request.pod.uid, id }], answer({ kind: 'created', id }));
    }
    case 'CreateContainer': {
      const { sandbox, spec, pod } = request;
      if (objects.sandbox(sandbox)?.ready !== true) return did([], noSuch('ready sandbox', sandbox));
      if (!objects.hasImage(spec.image)) {
        return did([], refuse('NotFound', `image ${spec.image} is not on the node`));
      }
      const { id, uid, name } = objects.addContainer(pod.uid, sandbox, spec);
      return did([{ type: 'containerCreated', uid, id, name }], answer({ kind: 'created', id }));
    }
    case 'StartContainer': {
      const container = objects.container(request.container);
      if (container === null) return did([], noSuch('container', request.container));
      const { uid, id, name, state, sandbox } = container;
      if (objects.sandbox(sandbox)?.ready !== true) return did([], noSuch('ready sandbox', sandbox));
      if (state !== 'created') {
        return did([], refuse('FailedPrecondition', `container ${id} is ${state}, not created`));
      }
      const wakeups = objects.start(container, now);
      return did([{ type: 'containerStarted', uid, id, name }], DONE, wakeups);
    }
    case 'StopContainer':
      return did([]);
    case 'StopPodSandbox':
      return did(objects.stopSandbox(request.sandbox, false, now));
    case 'RemoveContainer':
      return did(objects.removeContainer(request.container, now));
    case 'RemovePodSandbox':
      return did(objects.removeSandbox(request.sandbox, now));
    default:
      return assertNever(request);
  }
}

/**
 * Pretends to do it: a read finds nothing, and the network well; what is created gets an id that nothing has. A
 * container that was to be stopped runs on, and the runtime believes that it does not.
 */
export function pretend(request: CriRequest, objects: RuntimeObjects): CriReply {
  switch (request.op) {
    case 'Status':
      return answer({ kind: 'status', networkReady: true });
    case 'ListPodSandbox':
    case 'PodSandboxStatus':
      return answer({ kind: 'sandboxes', sandboxes: [] });
    case 'ListContainers':
    case 'ContainerStatus':
      return answer({ kind: 'containers', containers: [] });
    case 'RunPodSandbox':
    case 'CreateContainer':
      return answer({ kind: 'created', id: objects.newId() });
    case 'StopContainer':
      objects.believeStopped(request.container, true);
      return DONE;
    case 'PullImage':
    case 'StartContainer':
    case 'StopPodSandbox':
    case 'RemoveContainer':
    case 'RemovePodSandbox':
      return DONE;
    default:
      return assertNever(request);
  }
}

/** A container as the runtime shows it. */
export const viewOf = (container: RuntimeContainer): ContainerView => ({
  id: container.id,
  uid: container.uid,
  sandbox: container.sandbox,
  name: container.name,
  image: container.image,
  state: container.state,
  exitCode: container.exitCode,
  exitedAt: container.exitedAt,
});

const noSuch = (what: string, id: string): CriReply => refuse('NotFound', `the runtime has no ${what} ${id}`);
