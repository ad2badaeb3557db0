import type { PodUID } from '../api/pod';
import type { SyncCallName } from '../machine/podEffects';
import type { StructField } from './dialect';
import { goTime, rfc3339 } from './goTime';
import type { MessageKey } from './klogMessages';
import { type KlogWriter, type LinesOf, uidOf } from './klogWriter';

type Enters = Readonly<Record<SyncCallName, readonly [enter: MessageKey, exit: MessageKey]>>;

/** Up to v1.26 one function stops pods with and without config. */
const UNTIL_126: Enters = {
  syncPod: ['syncPod enter', 'syncPod exit'],
  syncTerminatingPod: ['syncTerminatingPod enter', 'syncTerminatingPod exit'],
  syncTerminatingRuntimePod: ['syncTerminatingPod enter', 'syncTerminatingPod exit'],
  syncTerminatedPod: ['syncTerminatedPod enter', 'syncTerminatedPod exit'],
};

const SINCE_127: Enters = {
  syncPod: ['SyncPod enter', 'SyncPod exit'],
  syncTerminatingPod: ['SyncTerminatingPod enter', 'SyncTerminatingPod exit'],
  syncTerminatingRuntimePod: ['SyncTerminatingRuntimePod enter', 'SyncTerminatingRuntimePod exit'],
  syncTerminatedPod: ['SyncTerminatedPod enter', 'SyncTerminatedPod exit'],
};

const keysOf = (fn: SyncCallName, klog: KlogWriter) => (klog.dialect.since127 ? SINCE_127 : UNTIL_126)[fn];

const callStarted: LinesOf<'callStarted'> = (event, klog) => {
  const uid = uidOf(event);
  const { fn, gracePeriod } = event.data;
  const { dialect } = klog;
  const pod = klog.memory.pod(uid);
  const named = klog.podAndUID(uid);
  Object.assign(pod, { fn, gracePeriod, error: null });
  const stops = fn === 'syncTerminatingPod' || fn === 'syncTerminatingRuntimePod';
  if (stops && !pod.acknowledged) {
    pod.acknowledged = true;
    klog.info('Pod worker has observed request to terminate', ...klog.podUntil126(uid));
  }
  klog.info(keysOf(fn, klog)[0], ...named);
  if (fn === 'syncTerminatingRuntimePod' && dialect.since127) {
    klog.info('Orphaned running pod terminating without grace period', ...named);
  } else if (stops) {
    const grace = gracePeriod === null ? dialect.nil : String(gracePeriod);
    klog.info('Pod terminating with grace period', ...named, ['gracePeriod', grace]);
  } else if (fn === 'syncTerminatedPod') {
    klog.info('Waiting for volumes to unmount for pod', klog.pod(uid));
  }
};

const callReturned: LinesOf<'callReturned'> = (event, klog) => {
  const uid = uidOf(event);
  const { fn, result, error } = event.data;
  const named = klog.podAndUID(uid);
  const ok = result === 'ok' || result === 'terminal';
  klog.memory.pod(uid).error = error;
  switch (fn) {
    case 'syncPod':
      if (error?.startsWith('unmounted volumes=') === true) {
        klog.error('Unable to attach or mount volumes for pod; skipping pod', error, klog.pod(uid));
      }
      break;
    case 'syncTerminatingPod':
      if (ok) {
        klog.info('Post-termination container state', ...named, ['containers', containersOf(uid, klog)]);
        klog.info('Pod termination stopped all running containers', ...named);
      } else {
        killFailed(error, klog);
      }
      break;
    case 'syncTerminatingRuntimePod':
      if (ok) {
        const key = klog.dialect.since127
          ? 'Pod termination stopped all running orphaned containers'
          : 'Pod termination stopped all running orphan containers';
        klog.info(key, ...named);
      } else {
        killFailed(error, klog);
      }
      break;
    case 'syncTerminatedPod':
      if (ok || error?.startsWith('mounted volumes=') === false) {
        klog.info('All volumes are unmounted for pod', klog.pod(uid));
        klog.info('Pod termination unmounted volumes', ...named);
      }
      if (ok) {
        klog.info('Pod termination removed cgroups', ...named);
        klog.info('Pod is terminated and will need no more status updates', ...named);
      }
      break;
  }
  const [, exit] = keysOf(fn, klog);
  if (fn !== 'syncPod') return klog.info(exit, ...named);
  klog.info(exit, ...named, ['isTerminal', String(result === 'terminal')]);
};

/** What failed to stop is also told without a message (`HandleError`), or since v1.31 with one that says nothing. */
function killFailed(error: string | null, klog: KlogWriter): void {
  if (error === null || !/KillContainerError|KillPodSandboxError/.test(error)) return;
  if (klog.dialect.since131) klog.error('Unhandled Error', error, klog.text('logger', 'UnhandledError'));
  else klog.unstructured('handleError', error);
}

/** The containers of a pod that are still there, as the check after the stop shows them. */
function containersOf(uid: PodUID, klog: KlogWriter): string {
  const finished = klog.dialect.since131 ? rfc3339 : goTime;
  const own = [...klog.memory.containers.values()].filter((container) => container.uid === uid);
  own.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return klog.dialect.structs(
    own.map(({ name, state, exitCode, exitedAt }): readonly StructField[] => [
      ['Name', name],
      ['State', state],
      ['ExitCode', exitCode],
      ['FinishedAt', finished(exitedAt)],
    ]),
  );
}

/** Lines of the four sync calls (`kubelet.go SyncPod` and its neighbours), from enter to exit. */
export const callLines = { callStarted, callReturned };
