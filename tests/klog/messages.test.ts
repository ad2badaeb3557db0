import { describe, expect, test } from 'vitest';
import { type PodFullName, podUID } from '../../src/api/pod';
import type { EventData } from '../../src/engine/trace';
import { inEveryRelease, type TraceBuilder, trace, UID } from './traceBuilder';

const U = UID as string;
const POD = `pod="ns/web" podUID=${U}`;
const QUOTED = `pod="ns/web" podUID="${U}"`;

const UPDATE: EventData<'updateReceived'> = {
  type: 'update',
  runtimeOnly: false,
  firstSight: false,
  work: 'terminating',
  outcome: 'wakesWorker',
  ignored: null,
  cause: null,
  gracePeriod: 30,
};

const update = (data: Partial<EventData<'updateReceived'>>) =>
  trace().pod('updateReceived', { ...UPDATE, ...data });

interface Row {
  readonly desc: string;
  readonly of: TraceBuilder;
  readonly v126: readonly string[];
  readonly v127: readonly string[];
  readonly v131: readonly string[];
}

const rows: readonly Row[] = [
  {
    desc: 'a kubelet starts and has nothing to run',
    of: trace()
      .node('kubeletStarted', {})
      .node('syncLoopSkipped', { reasons: ['container runtime is down'], again: 100 })
      .node('sourceReady', { source: 'file' }),
    v126: [
      'I server.go] "Kubelet version" kubeletVersion="v1.26.1"',
      'I kubelet.go] "Starting kubelet main sync loop"',
      'E kubelet.go] "Skipping pod synchronization" err="container runtime is down"',
      'I kubelet.go] "SyncLoop ADD" source="file" pods="[]"',
    ],
    v127: [
      'I server.go] "Kubelet version" kubeletVersion="v1.27.0"',
      'I kubelet.go] "Starting kubelet main sync loop"',
      'E kubelet.go] "Skipping pod synchronization" err="container runtime is down"',
      'I kubelet.go] "SyncLoop ADD" source="file" pods=[]',
    ],
    v131: [
      'I server.go] "Kubelet version" kubeletVersion="v1.31.0"',
      'I kubelet.go] "Starting kubelet main sync loop"',
      'E kubelet.go] "Skipping pod synchronization" err="container runtime is down"',
      'I kubelet.go] "SyncLoop ADD" source="file" pods=[]',
    ],
  },
  {
    desc: 'news of a pod; a source that has told something is not empty',
    of: trace()
      .pod('configReceived', { source: 'api', op: 'DELETE', mirror: false })
      .node('sourceReady', { source: 'api' })
      .pod('retryDelivered', {})
      .pod('retryDropped', {}),
    v126: [
      'I kubelet.go] "SyncLoop DELETE" source="api" pods="[ns/web]"',
      'I kubelet.go] "SyncLoop (SYNC) pods" total=1 pods="[ns/web]"',
    ],
    v127: [
      'I kubelet.go] "SyncLoop DELETE" source="api" pods=[ns/web]',
      'I kubelet.go] "SyncLoop (SYNC) pods" total=1 pods=[ns/web]',
    ],
    v131: [
      'I kubelet.go] "SyncLoop DELETE" source="api" pods=["ns/web"]',
      'I kubelet.go] "SyncLoop (SYNC) pods" total=1 pods=["ns/web"]',
    ],
  },
  {
    desc: 'a REMOVE before the sources are ready: the worker is not told, a later kill is no removal',
    of: trace()
      .pod('configReceived', { source: 'file', op: 'REMOVE', mirror: false })
      .pod('deleteRefused', {})
      .pod('updateReceived', { ...UPDATE, type: 'kill', ignored: 'finished', work: null }),
    v126: [
      'I kubelet.go] "SyncLoop REMOVE" source="file" pods="[ns/web]"',
      `I kubelet.go] "Failed to delete pod" pod="ns/web" err="skipping delete because sources aren't ready yet"`,
      `I pod_workers.go] "Pod is finished processing, no further updates" ${POD}`,
    ],
    v127: [
      'I kubelet.go] "SyncLoop REMOVE" source="file" pods=[ns/web]',
      `I kubelet.go] "Failed to delete pod" pod="ns/web" err="skipping delete because sources aren't ready yet"`,
      `I pod_workers.go] "Pod is finished processing, no further updates" ${POD} updateType="kill"`,
    ],
    v131: [
      'I kubelet.go] "SyncLoop REMOVE" source="file" pods=["ns/web"]',
      `I kubelet.go] "Failed to delete pod" pod="ns/web" err="skipping delete because sources aren't ready yet"`,
      `I pod_workers.go] "Pod is finished processing, no further updates" ${QUOTED} updateType="kill"`,
    ],
  },
  {
    desc: 'a running call is cut short',
    of: update({ cause: 'deletionTimestamp', outcome: 'waits' })
      .pod('callCancelled', {})
      .pod('callReturned', { fn: 'syncPod', result: 'cancelled', error: null, took: 1 })
      .pod('turnEnded', { work: 'sync', result: 'cancelled', nextIsPending: true }),
    v126: [
      `I pod_workers.go] "Pod is marked for graceful deletion, begin teardown" ${POD}`,
      `I pod_workers.go] "Cancelling current pod sync" ${POD} updateType=1`,
      `I kubelet.go] "syncPod exit" ${POD} isTerminal=false`,
      `I pod_workers.go] "Sync exited with context cancellation error" ${POD} updateType=0`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType=0`,
    ],
    v127: [
      `I pod_workers.go] "Pod is marked for graceful deletion, begin teardown" ${POD} updateType="update"`,
      `I pod_workers.go] "Notifying pod of pending update" ${POD} workType="terminating"`,
      `I pod_workers.go] "Cancelling current pod sync" ${POD} workType="terminating"`,
      `I kubelet.go] "SyncPod exit" ${POD} isTerminal=false`,
      `I pod_workers.go] "Sync exited with context cancellation error" ${POD} updateType="sync"`,
      `I pod_workers.go] "Pending update already queued" podUID=${U}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType="sync"`,
    ],
    v131: [
      `I pod_workers.go] "Pod is marked for graceful deletion, begin teardown" ${QUOTED} updateType="update"`,
      `I pod_workers.go] "Notifying pod of pending update" ${QUOTED} workType="terminating"`,
      `I pod_workers.go] "Cancelling current pod sync" ${QUOTED} workType="terminating"`,
      `I kubelet.go] "SyncPod exit" ${QUOTED} isTerminal=false`,
      `I pod_workers.go] "Sync exited with context cancellation error" ${QUOTED} updateType="sync"`,
      `I pod_workers.go] "Pending update already queued" podUID="${U}"`,
      `I pod_workers.go] "Processing pod event done" ${QUOTED} updateType="sync"`,
    ],
  },
  {
    desc: 'a pod ends by itself: its worker need not observe the request',
    of: trace()
      .pod('turnEnded', { work: 'sync', result: 'terminal', nextIsPending: true })
      .pod('callStarted', { fn: 'syncTerminatingPod', gracePeriod: null, podVersion: 1 }),
    v126: [
      `I pod_workers.go] "Pod is terminal" ${POD}`,
      `I pod_workers.go] "Pod indicated lifecycle completed naturally and should now terminate" ${POD}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType=0`,
      `I kubelet.go] "syncTerminatingPod enter" ${POD}`,
      `I kubelet.go] "Pod terminating with grace period" ${POD} gracePeriod=<nil>`,
    ],
    v127: [
      `I pod_workers.go] "Pod is terminal" podUID=${U}`,
      `I pod_workers.go] "Pod indicated lifecycle completed naturally and should now terminate" podUID=${U}`,
      `I pod_workers.go] "Pending update already queued" podUID=${U}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType="sync"`,
      `I kubelet.go] "SyncTerminatingPod enter" ${POD}`,
      `I kubelet.go] "Pod terminating with grace period" ${POD} gracePeriod=<nil>`,
    ],
    v131: [
      `I pod_workers.go] "Pod is terminal" podUID="${U}"`,
      `I pod_workers.go] "Pod indicated lifecycle completed naturally and should now terminate" podUID="${U}"`,
      `I pod_workers.go] "Pending update already queued" podUID="${U}"`,
      `I pod_workers.go] "Processing pod event done" ${QUOTED} updateType="sync"`,
      `I kubelet.go] "SyncTerminatingPod enter" ${QUOTED}`,
      `I kubelet.go] "Pod terminating with grace period" ${QUOTED} gracePeriod=null`,
    ],
  },
  {
    desc: 'a pod that only the runtime knows is stopped within a second, which the kubelet makes two',
    of: trace()
      .node('orphanedRuntimePod', { pod: { uid: UID, name: 'web', namespace: 'ns' } })
      .pod('callStarted', { fn: 'syncTerminatingRuntimePod', gracePeriod: null, podVersion: 0 })
      .pod('criStarted', { op: 'StopContainer', id: 'c', name: 'app', gracePeriod: 1 })
      .pod('criReturned', { op: 'StopContainer', id: 'c', name: 'app', error: null, took: 1 })
      .pod('callReturned', { fn: 'syncTerminatingRuntimePod', result: 'ok', error: null, took: 1 })
      .pod('turnEnded', { work: 'terminating', result: 'ok', nextIsPending: false }),
    v126: [
      `I kubelet_pods.go] "Clean up orphaned pod containers" podUID=${U}`,
      `I pod_workers.go] "Pod worker has observed request to terminate" ${POD}`,
      `I kubelet.go] "syncTerminatingPod enter" ${POD}`,
      `I kubelet.go] "Pod terminating with grace period" ${POD} gracePeriod=<nil>`,
      `I kuberuntime_container.go] "Killing container with a grace period override" ${POD} containerName="app" containerID="containerd://c" gracePeriod=1`,
      `I kuberuntime_container.go] "Killing container with a grace period" ${POD} containerName="app" containerID="containerd://c" gracePeriod=2`,
      `I kuberuntime_container.go] "Container exited normally" ${POD} containerName="app" containerID="containerd://c"`,
      `I kubelet.go] "Pod termination stopped all running orphan containers" ${POD}`,
      `I kubelet.go] "syncTerminatingPod exit" ${POD}`,
      `I pod_workers.go] "Pod terminated all orphaned containers successfully and worker can now stop" ${POD}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType=1`,
    ],
    v127: [
      `I kubelet_pods.go] "Clean up containers for orphaned pod we had not seen before" podUID=${U} killPodOptions=&{CompletedCh:<nil> Evict:false PodStatusFunc:<nil> PodTerminationGracePeriodSecondsOverride:0xc000c0ffe8}`,
      `I pod_workers.go] "Pod worker has observed request to terminate" podUID=${U}`,
      `I kubelet.go] "SyncTerminatingRuntimePod enter" ${POD}`,
      `I kubelet.go] "Orphaned running pod terminating without grace period" ${POD}`,
      `I kuberuntime_container.go] "Killing container with a grace period override" ${POD} containerName="app" containerID="containerd://c" gracePeriod=1`,
      `I kuberuntime_container.go] "Killing container with a grace period" ${POD} containerName="app" containerID="containerd://c" gracePeriod=2`,
      `I kuberuntime_container.go] "Container exited normally" ${POD} containerName="app" containerID="containerd://c"`,
      `I kubelet.go] "Pod termination stopped all running orphaned containers" ${POD}`,
      `I kubelet.go] "SyncTerminatingRuntimePod exit" ${POD}`,
      `I pod_workers.go] "Pod terminated all orphaned containers successfully and worker can now stop" podUID=${U}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType="terminating"`,
    ],
    v131: [
      `I kubelet_pods.go] "Clean up containers for orphaned pod we had not seen before" podUID="${U}" killPodOptions="<internal error: json: unsupported type: chan<- struct {}>"`,
      `I pod_workers.go] "Pod worker has observed request to terminate" podUID="${U}"`,
      `I kubelet.go] "SyncTerminatingRuntimePod enter" ${QUOTED}`,
      `I kubelet.go] "Orphaned running pod terminating without grace period" ${QUOTED}`,
      `I kuberuntime_container.go] "Killing container with a grace period override" ${QUOTED} containerName="app" containerID="containerd://c" gracePeriod=1`,
      `I kuberuntime_container.go] "Killing container with a grace period" ${QUOTED} containerName="app" containerID="containerd://c" gracePeriod=2`,
      `I kuberuntime_container.go] "Container exited normally" ${QUOTED} containerName="app" containerID="containerd://c"`,
      `I kubelet.go] "Pod termination stopped all running orphaned containers" ${QUOTED}`,
      `I kubelet.go] "SyncTerminatingRuntimePod exit" ${QUOTED}`,
      `I pod_workers.go] "Pod terminated all orphaned containers successfully and worker can now stop" podUID="${U}"`,
      `I pod_workers.go] "Processing pod event done" ${QUOTED} updateType="terminating"`,
    ],
  },
  {
    desc: 'a worker that goes with its record stops; one that had stopped does not stop again',
    of: update({ cause: 'removed' }).pod('podForgotten', {}).pod('podForgotten', {}),
    v126: [`I pod_workers.go] "Pod is being removed by the kubelet, begin teardown" ${POD}`],
    v127: [
      `I pod_workers.go] "Pod is being removed by the kubelet, begin teardown" ${POD} updateType="update"`,
      `I pod_workers.go] "Notifying pod of pending update" ${POD} workType="terminating"`,
      `I pod_workers.go] "Pod worker has stopped" podUID=${U}`,
    ],
    v131: [
      `I pod_workers.go] "Pod is being removed by the kubelet, begin teardown" ${QUOTED} updateType="update"`,
      `I pod_workers.go] "Notifying pod of pending update" ${QUOTED} workType="terminating"`,
      `I pod_workers.go] "Pod worker has stopped" podUID="${U}"`,
    ],
  },
  {
    desc: 'a static pod waits for its name, and is asked to stop before it gets it',
    of: trace()
      .pod('cannotStartYet', { name: 'web_ns' as PodFullName, holder: null })
      .pod('cannotStartEver', {}),
    v126: [
      `I pod_workers.go] "Pod cannot start yet" ${POD}`,
      `I pod_workers.go] "Pod never started and the worker can now stop" ${POD}`,
      `I pod_workers.go] "Processing pod event done" ${POD} updateType=1`,
    ],
    v127: [
      `I pod_workers.go] "Pod cannot start yet" ${POD}`,
      `I pod_workers.go] "Pod cannot start ever" ${POD} updateType="terminating"`,
    ],
    v131: [
      `I pod_workers.go] "Pod cannot start yet" ${QUOTED}`,
      `I pod_workers.go] "Pod cannot start ever" ${QUOTED} updateType="terminating"`,
    ],
  },
  {
    desc: 'housekeeping meets records that are not through',
    of: trace()
      .pod('orphanMet', { orphan: false, did: 'leftAlone' })
      .pod('orphanMet', { orphan: true, did: 'leftAlone' })
      .pod('orphanMet', { orphan: true, did: 'beganTermination' })
      .pod('orphanMet', { orphan: true, did: 'droppedUnstarted' }),
    v126: Array(4).fill(
      `I pod_workers.go] "Pod worker has been requested for removal but is still not fully terminated" podUID=${U}`,
    ),
    v127: [
      `I pod_workers.go] "Pod worker has been requested for removal but is still not fully terminated" podUID=${U}`,
      `I pod_workers.go] "Pod is orphaned and still terminating, notified the pod worker" podUID=${U}`,
      `I pod_workers.go] "Pod is orphaned and still running, began terminating" podUID=${U}`,
      `I pod_workers.go] "Pod is orphaned and has not been started" podUID=${U}`,
      `I pod_workers.go] "Pod has been terminated and is no longer known to the kubelet, remove all history" podUID=${U}`,
    ],
    v131: [
      `I pod_workers.go] "Pod worker has been requested for removal but is still not fully terminated" podUID="${U}"`,
      `I pod_workers.go] "Pod is orphaned and still terminating, notified the pod worker" podUID="${U}"`,
      `I pod_workers.go] "Pod is orphaned and still running, began terminating" podUID="${U}"`,
      `I pod_workers.go] "Pod is orphaned and has not been started" podUID="${U}"`,
      `I pod_workers.go] "Pod has been terminated and is no longer known to the kubelet, remove all history" podUID="${U}"`,
    ],
  },
  {
    desc: 'a uid comes back and is restarted',
    of: update({ type: 'create', ignored: 'willRestart', work: null, outcome: 'ignored' })
      .pod('historyRemoved', { willRestart: true })
      .pod('podRestarted', {}),
    v126: [
      `I pod_workers.go] "Pod is terminating but has been requested to restart with same UID, will be reconciled later" ${POD}`,
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID=${U}`,
      `I kubelet_pods.go] "Pod is restartable after termination due to UID reuse" ${POD}`,
    ],
    v127: [
      `I pod_workers.go] "Pod is terminating but has been requested to restart with same UID, will be reconciled later" ${POD} updateType="create"`,
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID=${U}`,
      `I kubelet_pods.go] "Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)" podUID=${U}`,
    ],
    v131: [
      `I pod_workers.go] "Pod is terminating but has been requested to restart with same UID, will be reconciled later" ${QUOTED} updateType="create"`,
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID="${U}"`,
      `I kubelet_pods.go] "Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)" podUID="${U}"`,
    ],
  },
  {
    desc: 'a terminal pod that is wanted looks restartable to v1.26 and is not',
    of: trace()
      .pod('configReceived', { source: 'api', op: 'ADD', mirror: false })
      .pod('historyRemoved', { willRestart: true })
      .node('housekeepingEnded', { took: 2100 })
      .node('housekeepingEnded', { took: 0 }),
    v126: [
      'I kubelet.go] "SyncLoop ADD" source="api" pods="[ns/web]"',
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID=${U}`,
      `I kubelet_pods.go] "Pod is restartable after termination due to UID reuse, but pod phase is terminal" ${POD}`,
      'I kubelet.go] "SyncLoop (housekeeping) end"',
      'I kubelet.go] "SyncLoop (housekeeping) end"',
    ],
    v127: [
      'I kubelet.go] "SyncLoop ADD" source="api" pods=[ns/web]',
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID=${U}`,
      'E kubelet.go] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="2.1s"',
      'I kubelet.go] "SyncLoop (housekeeping) end"',
      'I kubelet.go] "SyncLoop (housekeeping) end"',
    ],
    v131: [
      'I kubelet.go] "SyncLoop ADD" source="api" pods=["ns/web"]',
      `I pod_workers.go] "Pod has been terminated but another pod with the same UID was created, remove history to allow restart" podUID="${U}"`,
      'E kubelet.go] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="2.1s"',
      'I kubelet.go] "SyncLoop (housekeeping) end" duration="2.1s"',
      'I kubelet.go] "SyncLoop (housekeeping) end" duration="0s"',
    ],
  },
  {
    desc: 'a PLEG event of a pod that is known, and of one that is not; a removal is not told',
    of: trace()
      .pod('plegEvent', { type: 'ContainerStarted', id: 'c', known: true })
      .pod('plegEvent', { type: 'ContainerDied', id: 'c', known: false })
      .pod('plegEvent', { type: 'ContainerRemoved', id: 'c', known: true }),
    v126: [
      `I kubelet.go] "SyncLoop (PLEG): event for pod" pod="ns/web" event=&{ID:${U} Type:ContainerStarted Data:c}`,
      `I kubelet.go] "SyncLoop (PLEG): pod does not exist, ignore irrelevant event" event=&{ID:${U} Type:ContainerDied Data:c}`,
    ],
    v127: [
      `I kubelet.go] "SyncLoop (PLEG): event for pod" pod="ns/web" event=&{ID:${U} Type:ContainerStarted Data:c}`,
      `I kubelet.go] "SyncLoop (PLEG): pod does not exist, ignore irrelevant event" event=&{ID:${U} Type:ContainerDied Data:c}`,
    ],
    v131: [
      `I kubelet.go] "SyncLoop (PLEG): event for pod" pod="ns/web" event={"ID":"${U}","Type":"ContainerStarted","Data":"c"}`,
      `I kubelet.go] "SyncLoop (PLEG): pod does not exist, ignore irrelevant event" event={"ID":"${U}","Type":"ContainerDied","Data":"c"}`,
    ],
  },
  {
    desc: 'a pod is refused',
    of: trace().pod('admissionRejected', { reason: 'OutOfpods', message: 'too many' }),
    v126: ['I predicate.go] "Predicate failed on Pod" pod="ns/web" err="too many"'],
    v127: ['I predicate.go] "Predicate failed on Pod" pod="ns/web" err="too many"'],
    v131: [
      `I kubelet.go] "Pod admission denied" podUID="${U}" pod="ns/web" reason="OutOfpods" message="too many"`,
    ],
  },
  {
    desc: 'the API object of a finished pod is deleted; the removal of any other is no line',
    of: trace()
      .pod('apiObjectChanged', { what: 'removed', mirror: false })
      .pod('statusSet', { phase: 'Failed', reason: '', finished: true })
      .pod('statusWritten', { phase: 'Failed' })
      .pod('apiDeleteSent', {})
      .pod('apiObjectChanged', { what: 'removed', mirror: false }),
    v126: [
      `I status_manager.go] "Patch status for pod" pod="ns/web" patch="{\\"metadata\\":{\\"uid\\":\\"${U}\\"},\\"status\\":{\\"phase\\":\\"Failed\\"}}"`,
      'I status_manager.go] "Status for pod updated successfully" pod="ns/web" statusVersion=1 status={Phase:Failed}',
      'I status_manager.go] "Pod fully terminated and removed from etcd" pod="ns/web"',
    ],
    v127: [
      `I status_manager.go] "Patch status for pod" ${POD} patch="{\\"metadata\\":{\\"uid\\":\\"${U}\\"},\\"status\\":{\\"phase\\":\\"Failed\\"}}"`,
      'I status_manager.go] "Status for pod updated successfully" pod="ns/web" statusVersion=1 status={Phase:Failed}',
      `I status_manager.go] "The pod termination is finished as SyncTerminatedPod completes its execution" phase=Failed localPhase=Failed ${POD}`,
      'I status_manager.go] "Pod fully terminated and removed from etcd" pod="ns/web"',
    ],
    v131: [
      `I status_manager.go] "Patch status for pod" ${QUOTED} patch="{\\"metadata\\":{\\"uid\\":\\"${U}\\"},\\"status\\":{\\"phase\\":\\"Failed\\"}}"`,
      'I status_manager.go] "Status for pod updated successfully" pod="ns/web" statusVersion=1 status={"phase":"Failed"}',
      `I status_manager.go] "The pod termination is finished as SyncTerminatedPod completes its execution" phase="Failed" localPhase="Failed" ${QUOTED}`,
      'I status_manager.go] "Pod fully terminated and removed from etcd" pod="ns/web"',
    ],
  },
  {
    desc: 'a mirror pod is replaced, another has lost its static pod',
    of: trace()
      .pod('mirrorPodDeleted', { name: 'web_ns' as PodFullName })
      .node('mirrorPodOrphaned', { name: 'old_ns' as PodFullName }),
    v126: [
      `I kubelet.go] "Trying to delete pod" ${POD}`,
      `I mirror_client.go] "Deleting a mirror pod" ${POD}`,
      `I kubelet.go] "Deleted mirror pod because it is outdated" ${POD}`,
      'I mirror_client.go] "Deleting a mirror pod" pod="ns/old" podUID=<nil>',
    ],
    v127: [
      `I kubelet.go] "Trying to delete pod" ${POD}`,
      `I mirror_client.go] "Deleting a mirror pod" ${POD}`,
      `I kubelet.go] "Deleted mirror pod as it didn't match the static Pod" ${POD}`,
      'I mirror_client.go] "Deleting a mirror pod" pod="ns/old" podUID=<nil>',
      'I kubelet_pods.go] "Deleted mirror pod" podName="old_ns"',
    ],
    v131: [
      `I kubelet.go] "Trying to delete pod" ${QUOTED}`,
      `I mirror_client.go] "Deleting a mirror pod" ${QUOTED}`,
      `I kubelet.go] "Deleted mirror pod as it didn't match the static Pod" ${QUOTED}`,
      'I mirror_client.go] "Deleting a mirror pod" pod="ns/old" podUID=null',
      'I kubelet_pods.go] "Deleted mirror pod" podName="old_ns"',
    ],
  },
];

describe('each release words what happened in its own way', () => {
  test.each(rows)('$desc', ({ of, v126, v127, v131 }) => {
    expect(inEveryRelease(of)).toEqual({ 'v1.26': v126, 'v1.27': v127, 'v1.31': v131 });
  });
});

test('lines that all releases have in common', () => {
  const builder = trace()
    .node('housekeepingStarted', {})
    .node('housekeepingFailed', { error: 'no list' })
    .node('relistFailed', { error: 'no list' })
    .node('relistFailed', { error: 'garbage collection: no list' })
    .pod('volumesMounted', {})
    .pod('callReturned', {
      fn: 'syncTerminatedPod',
      result: 'error',
      error: 'mounted volumes=[d]: late',
      took: 1,
    })
    .pod('evicted', { request: 3 })
    .pod('killCompleted', { requests: [2, 3] })
    .at(1000)
    .pod('volumeFailed', { operation: 'UnmountVolume', error: 'target is busy', again: 1500 });
  expect(inEveryRelease(builder)['v1.27']).toEqual([
    'I kubelet.go] "SyncLoop (housekeeping)"',
    'I kubelet_pods.go] "Clean up pod workers for terminated pods"',
    'E kubelet_pods.go] "Error listing containers" err="no list"',
    'E kubelet.go] "Failed cleaning pods" err="no list"',
    'I kubelet.go] "SyncLoop (housekeeping) end"',
    'E generic.go] "GenericPLEG: Unable to retrieve pods" err="no list"',
    'E kubelet.go] "Container garbage collection failed" err="no list"',
    'I volume_manager.go] "All volumes are attached and mounted for pod" pod="ns/web"',
    `I kubelet.go] "SyncTerminatedPod exit" ${POD}`,
    `I eviction_manager.go] "Evicting pod" ${POD}`,
    'I eviction_manager.go] "Eviction manager: pod is evicted successfully" pod="ns/web"',
    `E nestedpendingoperations.go] Operation for "{volumeName:kubernetes.io/csi/volumes podName:${U} nodeName:}" failed. No retries permitted until 1970-01-01 00:00:01.5 +0000 UTC m=+1.500000 (durationBeforeRetry 500ms). Error: UnmountVolume.TearDown failed for volume "volumes" (UniqueName: "kubernetes.io/csi/volumes") pod "web" (UID: "${U}") : target is busy`,
  ]);
});

test('what a kubelet does not do or tell is no line', () => {
  const builder = trace()
    .node('command', { command: { do: 'restartKubelet' } as never })
    .node('faultLifted', { faults: ['f'] })
    .node('kubeletStopped', {})
    .pod('retryQueued', { class: 'backoff', dueAt: 1 })
    .pod('retryDropped', {})
    .pod('waitingForPodStatus', {})
    .pod('terminalAtFirstSight', {})
    .pod('volumesUnmounted', {})
    .pod('apiObjectChanged', { what: 'changed', mirror: false });
  for (const lines of Object.values(inEveryRelease(builder))) expect(lines).toEqual([]);
});

test('a pod without a known name is called by its uid; the runtime may know the name', () => {
  const stranger = podUID('stranger');
  const pod = { uid: stranger, name: 'job', namespace: 'batch' };
  const builder = trace();
  builder.events.push({ id: 0, at: 0, kind: 'retryDelivered', pod: stranger, causedBy: null, data: {} });
  builder.node('orphanedRuntimePod', { pod });
  builder.events.push({ id: 2, at: 0, kind: 'retryDelivered', pod: stranger, causedBy: null, data: {} });
  const lines = inEveryRelease(builder)['v1.31'];
  expect(lines[0]).toBe('I kubelet.go] "SyncLoop (SYNC) pods" total=1 pods=["stranger"]');
  expect(lines[2]).toBe('I kubelet.go] "SyncLoop (SYNC) pods" total=1 pods=["batch/job"]');
});
