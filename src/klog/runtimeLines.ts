import { assertNever } from '../base/assert';
import { rpcError } from '../runtime/criCalls';
import { type Field, type KlogWriter, type LinesOf, uidOf } from './klogWriter';

type Started = Parameters<LinesOf<'criStarted'>>[0];
type Returned = Parameters<LinesOf<'criReturned'>>[0];

/** Seconds: the kubelet gives no container less. */
const MINIMUM_GRACE = 2;

const criStarted: LinesOf<'criStarted'> = (event, klog) => {
  const { op } = event.data;
  if (op === 'StopContainer') stopBegins(event, klog);
  if (op !== 'RunPodSandbox') return;
  const uid = uidOf(event);
  const isNew = ![...klog.memory.sandboxes.values()].includes(uid);
  klog.memory.madeSandbox.delete(uid);
  if (isNew) klog.info('SyncPod received new pod, will create a sandbox for it', klog.pod(uid));
  klog.info('Creating PodSandbox for pod', klog.pod(uid));
};

function stopBegins(event: Started, klog: KlogWriter): void {
  const uid = uidOf(event);
  const { id, name } = event.data;
  const asked = event.data.gracePeriod ?? 0;
  const used = Math.max(asked, MINIMUM_GRACE);
  klog.memory.stops.set(id, used);
  const { fn, gracePeriod } = klog.memory.pod(uid);
  const fields = containerFields(event, name, klog);
  if (gracePeriod !== null || fn === 'syncTerminatingRuntimePod') {
    klog.info('Killing container with a grace period override', ...fields, klog.number('gracePeriod', asked));
  }
  klog.info('Killing container with a grace period', ...fields, klog.number('gracePeriod', used));
}

/** Pod and container; the container's id with the runtime's name in front, as a status has it. */
function containerFields(event: Started | Returned, name: string, klog: KlogWriter): readonly Field[] {
  const id = klog.text('containerID', `containerd://${event.data.id}`);
  return [...klog.podAndUID(uidOf(event)), klog.text('containerName', name), id];
}

const criReturned: LinesOf<'criReturned'> = (event, klog) => {
  const uid = uidOf(event);
  const { op, id, name, error } = event.data;
  if (error !== null) return callFailed(event, rpcError(error), klog);
  if (op === 'StopContainer') {
    klog.memory.stops.delete(id);
    klog.info('Container exited normally', ...containerFields(event, name, klog));
  } else if (op === 'RunPodSandbox') {
    const sandbox = klog.memory.madeSandbox.get(uid);
    if (sandbox === undefined) return; // A runtime that lies: the trace does not tell the id that it made up.
    klog.info('Created PodSandbox for pod', klog.text('podSandboxID', sandbox), klog.pod(uid));
  }
};

function callFailed(event: Returned, error: string, klog: KlogWriter): void {
  const uid = uidOf(event);
  const { op, id, name } = event.data;
  const container = klog.text('containerID', id);
  const sandbox = klog.text('podSandboxID', id);
  switch (op) {
    case 'StopContainer': {
      const fields = containerFields(event, name, klog);
      const grace = klog.number('gracePeriod', klog.memory.stops.get(id) ?? 0);
      klog.memory.stops.delete(id);
      klog.error('StopContainer from runtime service failed', error, container);
      klog.error('Container termination failed with gracePeriod', error, ...fields, grace);
      klog.error('Kill container failed', error, ...fields.slice(0, -1), klog.runtimeId('containerID', id));
      return;
    }
    case 'StopPodSandbox':
      klog.error('StopPodSandbox from runtime service failed', error, sandbox);
      return klog.info('Failed to stop sandbox', klog.runtimeId('podSandboxID', id));
    case 'RunPodSandbox':
      klog.error('RunPodSandbox from runtime service failed', error);
      klog.error('Failed to create sandbox for pod', error, klog.pod(uid));
      return klog.error('CreatePodSandbox for pod failed', error, klog.pod(uid));
    case 'RemovePodSandbox':
      return klog.error('RemovePodSandbox from runtime service failed', error, sandbox);
    case 'CreateContainer':
      return klog.error('CreateContainer in sandbox from runtime service failed', error);
    case 'StartContainer':
      return klog.error('StartContainer from runtime service failed', error, container);
    case 'RemoveContainer':
      return klog.error('RemoveContainer from runtime service failed', error, container);
    case 'ContainerStatus':
      return klog.error('ContainerStatus from runtime service failed', error, container);
    case 'PullImage':
      klog.error('PullImage from image service failed', error, klog.text('image', id));
      return klog.error('Failed to pull image', error, klog.text('image', id));
    case 'Status':
    case 'ListPodSandbox':
    case 'ListContainers':
    case 'PodSandboxStatus':
      return; // Nobody's pod: whoever asked tells of the failure.
    default:
      assertNever(op);
  }
}

/** Nothing by itself: the kubelet learns of it from calls and relists. */
const runtimeChanged: LinesOf<'runtimeChanged'> = ({ at, data: { change } }, klog) =>
  klog.memory.runtimeChanged(change, at);

const containerGCRemoved: LinesOf<'containerGCRemoved'> = ({ data: { what, id } }, klog) => {
  if (what === 'container') klog.info('Removing container', klog.text('containerID', id));
  else klog.info('Removing sandbox', klog.text('sandboxID', id));
};

/** Lines of what the kubelet does with the runtime (`kuberuntime_*.go`, `remote_runtime.go`). */
export const runtimeLines = { criStarted, criReturned, runtimeChanged, containerGCRemoved };
