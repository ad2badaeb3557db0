import { type LinesOf, uidOf } from './klogWriter';

const kubeletStarted: LinesOf<'kubeletStarted'> = ({ at }, klog) => {
  klog.memory.kubeletStarted(at);
  klog.info('Kubelet version', klog.text('kubeletVersion', klog.dialect.version));
  klog.info('Starting kubelet main sync loop');
};

/** One pod a line: a real kubelet names all the pods of a batch in one. */
const configReceived: LinesOf<'configReceived'> = (event, klog) => {
  const uid = uidOf(event);
  const { source, op, mirror } = event.data;
  const pod = klog.memory.pod(uid);
  pod.inConfig = op !== 'REMOVE';
  pod.removed = op === 'REMOVE' && !mirror;
  klog.memory.heardOf.add(source);
  klog.info(`SyncLoop ${op}`, klog.text('source', source), klog.pods([uid]));
};

const deleteRefused: LinesOf<'deleteRefused'> = (event, klog) => {
  const uid = uidOf(event);
  klog.memory.pod(uid).removed = false;
  klog.info(
    'Failed to delete pod',
    klog.pod(uid),
    klog.text('err', "skipping delete because sources aren't ready yet"),
  );
};

const admissionRejected: LinesOf<'admissionRejected'> = (event, klog) => {
  const uid = uidOf(event);
  const { reason, message } = event.data;
  if (klog.dialect.since131) {
    const why = [klog.text('reason', reason), klog.text('message', message)];
    klog.info('Pod admission denied', klog.podUID(uid), klog.pod(uid), ...why);
  } else {
    klog.info('Predicate failed on Pod', klog.pod(uid), klog.text('err', message));
  }
};

/** A source that has nothing says so once, with an empty list. */
const sourceReady: LinesOf<'sourceReady'> = ({ data: { source } }, klog) => {
  if (klog.memory.heardOf.has(source)) return;
  klog.memory.heardOf.add(source);
  klog.info('SyncLoop ADD', klog.text('source', source), klog.pods([]));
};

const syncLoopSkipped: LinesOf<'syncLoopSkipped'> = ({ data: { reasons } }, klog) => {
  const [first = ''] = reasons;
  klog.error('Skipping pod synchronization', reasons.length === 1 ? first : `[${reasons.join(', ')}]`);
};

const runtimeCheckFailed: LinesOf<'runtimeCheckFailed'> = ({ data: { error } }, klog) =>
  klog.error('Container runtime sanity check failed', error);

/** A removed container is nothing that a sync could mend: the loop says nothing of it. */
const plegEvent: LinesOf<'plegEvent'> = (event, klog) => {
  const uid = uidOf(event);
  const { type, id, known } = event.data;
  if (type === 'ContainerRemoved') return;
  const container = klog.memory.containers.get(id);
  if (type === 'ContainerDied' && container !== undefined) {
    const { exitCode } = container;
    const ids = [klog.text('containerID', id), klog.number('exitCode', exitCode)];
    klog.info('Generic (PLEG): container finished', ['podID', klog.dialect.typed(uid)], ...ids);
  }
  const fields = [
    ['ID', uid],
    ['Type', type],
    ['Data', id],
  ] as const;
  const plegEvent = ['event', klog.dialect.struct(fields, true)] as const;
  if (known) klog.info('SyncLoop (PLEG): event for pod', klog.pod(uid), plegEvent);
  else klog.info('SyncLoop (PLEG): pod does not exist, ignore irrelevant event', plegEvent);
};

const GARBAGE = 'garbage collection: ';

const relistFailed: LinesOf<'relistFailed'> = ({ data: { error } }, klog) => {
  if (error.startsWith(GARBAGE))
    klog.error('Container garbage collection failed', error.slice(GARBAGE.length));
  else klog.error('GenericPLEG: Unable to retrieve pods', error);
};

/** One pod a line, like `configReceived`. Of a retry that is dropped the log says nothing: that is the bug. */
const retryDelivered: LinesOf<'retryDelivered'> = (event, klog) =>
  klog.info('SyncLoop (SYNC) pods', klog.number('total', 1), klog.pods([uidOf(event)]));

/** Lines of the start, the sync loop and the work queue (`kubelet.go`). */
export const syncLoopLines = {
  kubeletStarted,
  configReceived,
  deleteRefused,
  admissionRejected,
  sourceReady,
  syncLoopSkipped,
  runtimeCheckFailed,
  plegEvent,
  relistFailed,
  retryDelivered,
};
