import { pendingIsStatic } from './podAssigns';
import { as, callFor, podMachineSetup, workClassOf } from './podMachineSetup';
import type { MachineBehaviours } from './releaseBehaviours';

/**
 * The statechart of one pod in one release. Two regions, because the kubelet has two: `lifecycle` is what has been
 * decided about the pod, `worker` is what its worker is doing. A pod can be terminating while SyncPod still runs.
 *
 * Pure: an event changes the snapshot and names effects, nothing else. Go's booleans are places here (`working`: the
 * worker is notified or calling; `startedTerminating`: terminating.acknowledged or later); `podSyncStatus.ts` reads
 * them off.
 */
export function createPodMachine(b: MachineBehaviours) {
  return podMachineSetup(b).createMachine({
    id: 'pod',
    type: 'parallel',
    description:
      'One uid that the kubelet has heard of, from the first update until housekeeping forgets it.',
    context: ({ input }) => ({
      uid: input.uid,
      fullName: input.fullName,
      pending: null,
      undelivered: null,
      taken: null,
      active: null,
      startedBeforeStop: false,
      gracePeriod: 0,
      deleted: false,
      evicted: false,
      restartRequested: false,
      observedRuntime: false,
      completions: [],
      statusFns: [],
      cancelled: false,
      lastSync: null,
    }),
    states: {
      lifecycle: {
        description:
          'What has been decided about the pod. Nothing ever goes back; a record is forgotten whole.',
        initial: 'observed',
        states: {
          observed: {
            description: 'The kubelet has heard of the pod; its worker has not let it start yet.',
            on: {
              'POD.OBSERVED': [
                { guard: 'finishedAtFirstSight', target: 'finished' },
                { guard: 'terminalAtFirstSight', target: 'terminated' },
              ],
              'UPDATE.RECEIVED': [
                {
                  guard: 'beginsTermination',
                  target: 'terminating',
                  actions: ['beginTermination', 'acceptKill'],
                },
                { actions: 'acceptSync' },
              ],
              'TURN.STARTED': { guard: 'mayStart', target: 'syncing' },
              'HOUSEKEEPING.VISITED': { guard: 'orphanNeverRan', actions: { type: 'forgetPod', params: {} } },
            },
          },
          syncing: {
            description: 'The pod should run: the worker starts what is missing, again and again.',
            exit: 'rememberStarted',
            on: {
              'UPDATE.RECEIVED': [
                {
                  guard: 'beginsTermination',
                  target: 'terminating',
                  actions: ['beginTermination', 'acceptKill'],
                },
                { actions: 'acceptSync' },
              ],
              'CALL.RETURNED': { guard: 'callEndedPod', target: 'terminating.acknowledged' },
              'HOUSEKEEPING.VISITED': {
                guard: 'orphanIsReconciled',
                target: 'terminating',
                actions: 'terminateOrphan',
              },
            },
          },
          terminating: {
            description: 'The containers are to be stopped.',
            initial: 'requested',
            on: {
              'UPDATE.RECEIVED': [
                {
                  guard: 'asksForRestart',
                  actions: ['requestRestart', { type: 'ignoreUpdate', params: { reason: 'willRestart' } }],
                },
                { actions: 'acceptKill' },
              ],
              'HOUSEKEEPING.VISITED': [
                { guard: 'orphanNeverRan', actions: ['markDeleted', { type: 'forgetPod', params: {} }] },
                { guard: 'orphanIsReconciled', actions: 'markDeleted' },
              ],
            },
            states: {
              requested: {
                description: 'Somebody asked for it; the worker has not acted on it yet.',
                on: {
                  'TURN.STARTED': [
                    { guard: 'canNeverStart', target: '#pod.lifecycle.finished.neverStopped' },
                    { guard: 'turnIsRuntimeOnly', target: 'acknowledged', actions: 'rememberAllowed' },
                    { guard: 'startsWithConfig', actions: 'rememberStarted' },
                  ],
                  'POD_STATUS.REFRESHED': { guard: 'stopBegins', target: 'acknowledged' },
                  'CALL.RETURNED': { guard: 'callEndedPod', target: 'acknowledged' },
                },
              },
              acknowledged: {
                description: 'The worker has begun to stop the containers, or the pod ended by itself.',
                on: {
                  'TURN.STARTED': [
                    { guard: 'canNeverStart', target: '#pod.lifecycle.finished' },
                    { guard: 'startsWithConfig', actions: 'rememberStarted' },
                  ],
                  'CALL.RETURNED': [
                    { guard: 'containersStopped', target: '#pod.lifecycle.terminated' },
                    { guard: 'runtimePodStopped', target: '#pod.lifecycle.finished' },
                  ],
                },
              },
            },
          },
          terminated: {
            description: 'The containers are known to be stopped; volumes, cgroup and last status are left.',
            on: {
              'UPDATE.RECEIVED': [
                {
                  guard: 'asksForRestart',
                  actions: ['requestRestart', { type: 'ignoreUpdate', params: { reason: 'willRestart' } }],
                },
                {
                  guard: 'isRuntimeOnly',
                  actions: [
                    'noteRuntime',
                    { type: 'ignoreUpdate', params: { reason: 'runtimeOnlyAfterTermination' } },
                  ],
                },
                {
                  actions: [
                    {
                      type: 'completeKill',
                      params: ({ event }) => {
                        const request = as(event, 'UPDATE.RECEIVED').update.kill?.request ?? null;
                        return { requests: request === null ? [] : [request] };
                      },
                    },
                    'acceptCleanUp',
                  ],
                },
              ],
              'TURN.STARTED': [
                { guard: 'canNeverStart', target: 'finished' },
                { guard: 'startsWithConfig', actions: 'rememberStarted' },
              ],
              'CALL.RETURNED': { guard: 'cleanedUp', target: 'finished' },
              'HOUSEKEEPING.VISITED': [
                { guard: 'orphanNeverRan', actions: ['markDeleted', { type: 'forgetPod', params: {} }] },
                { guard: 'orphanIsReconciled', actions: 'markDeleted' },
              ],
            },
          },
          finished: {
            description: 'Nothing is left to do; the record waits for housekeeping to forget it.',
            initial: 'stopped',
            on: {
              'UPDATE.RECEIVED': [
                {
                  guard: 'asksForRestart',
                  actions: ['requestRestart', { type: 'ignoreUpdate', params: { reason: 'willRestart' } }],
                },
                { actions: ['noteRuntime', { type: 'ignoreUpdate', params: { reason: 'finished' } }] },
              ],
              'HOUSEKEEPING.VISITED': { guard: 'isOver', actions: { type: 'forgetPod', params: {} } },
            },
            states: {
              stopped: { description: 'The pod was stopped, or had ended before the kubelet saw it.' },
              neverStopped: {
                description:
                  'A static pod that was asked to stop before its turn came: there was nothing to stop.',
              },
            },
          },
        },
      },
      worker: {
        description: 'What the worker of the pod is doing. It takes one turn at a time.',
        initial: 'none',
        states: {
          none: {
            description: 'No worker has been made yet.',
            on: {
              'UPDATE.RECEIVED': {
                guard: 'isDelivered',
                target: 'notified',
                actions: {
                  type: 'createWorker',
                  params: ({ context }) => ({ isStatic: pendingIsStatic(context) }),
                },
              },
            },
          },
          idle: {
            description: 'Waits to be woken.',
            on: {
              'UPDATE.RECEIVED': { guard: 'isDelivered', target: 'notified' },
              'HOUSEKEEPING.VISITED': { guard: 'isReplayed', target: 'notified', actions: 'replay' },
            },
          },
          notified: {
            description: 'An update is pending and the worker has been woken; its turn comes at once.',
            entry: { type: 'wakeWorker', params: {} },
            on: {
              'TURN.STARTED': [
                {
                  guard: 'canNeverStart',
                  target: 'exited',
                  actions: ['dropPending', 'dropUndelivered', { type: 'removeWorker', params: {} }],
                },
                {
                  guard: 'mustWait',
                  target: 'idle',
                  actions: ['refuseTurn', { type: 'enqueueWork', params: { class: 'backoff' } }],
                },
                {
                  guard: 'turnIsRuntimeOnly',
                  target: 'calling.syncTerminatingRuntimePod',
                  actions: 'takeUpdate',
                },
                {
                  guard: 'turnIsForTerminating',
                  target: 'calling.syncTerminatingPod',
                  actions: 'takeUpdate',
                },
                {
                  guard: 'turnIsForTerminated',
                  target: 'calling.syncTerminatedPod',
                  actions: 'takeUpdate',
                },
                { target: 'calling.syncPod', actions: 'takeUpdate' },
              ],
            },
          },
          calling: {
            description: 'In the one call of this turn. A new update waits for its end or cuts it short.',
            initial: 'syncPod',
            on: {
              'UPDATE.RECEIVED': {
                guard: 'cutsCallShort',
                actions: ['markCancelled', { type: 'cancelCall', params: {} }],
              },
              'HOUSEKEEPING.VISITED': { guard: 'isReplayed', actions: 'replay' },
              'CALL.RETURNED': [
                {
                  guard: 'callEndedPod',
                  target: 'notified',
                  actions: [
                    { type: 'endPhase', params: { next: 'terminating' } },
                    { type: 'enqueueWork', params: { class: 'now' } },
                  ],
                },
                {
                  guard: 'containersStopped',
                  target: 'notified',
                  actions: [
                    { type: 'completeKill', params: ({ context }) => ({ requests: context.completions }) },
                    'clearRequests',
                    { type: 'endPhase', params: { next: 'terminated' } },
                    { type: 'enqueueWork', params: { class: 'now' } },
                  ],
                },
                {
                  guard: 'forgetsStoppedRuntimePod',
                  target: 'exited',
                  actions: ['endWork', { type: 'forgetPod', params: {} }],
                },
                {
                  guard: 'workIsOver',
                  target: 'exited',
                  actions: ['endWork', { type: 'removeWorker', params: {} }],
                },
                {
                  guard: 'hasNextUpdate',
                  target: 'notified',
                  actions: [
                    'endTurn',
                    {
                      type: 'enqueueWork',
                      params: ({ event }) => ({ class: workClassOf(as(event, 'CALL.RETURNED').result) }),
                    },
                  ],
                },
                {
                  target: 'idle',
                  actions: [
                    'endTurn',
                    {
                      type: 'enqueueWork',
                      params: ({ event }) => ({ class: workClassOf(as(event, 'CALL.RETURNED').result) }),
                    },
                  ],
                },
              ],
            },
            states: {
              syncPod: {
                description: 'Starts what is missing of the pod, or finds that it has ended.',
                initial: 'awaitingPodStatus',
                states: {
                  awaitingPodStatus: {
                    description: 'Waits until the pod cache is newer than the last call: at most one relist.',
                    entry: {
                      type: 'awaitPodStatus',
                      params: ({ context }) => ({ newerThan: context.lastSync }),
                    },
                    on: { 'POD_STATUS.REFRESHED': 'running' },
                  },
                  running: {
                    description: 'The call is in flight.',
                    entry: {
                      type: 'startCall',
                      params: ({ context }) => ({ call: callFor(context, 'syncPod', b) }),
                    },
                  },
                },
              },
              syncTerminatingPod: {
                description: 'Stops the containers within the grace period.',
                initial: 'awaitingPodStatus',
                states: {
                  awaitingPodStatus: {
                    description: 'Waits until the pod cache is newer than the last call: at most one relist.',
                    entry: {
                      type: 'awaitPodStatus',
                      params: ({ context }) => ({ newerThan: context.lastSync }),
                    },
                    on: { 'POD_STATUS.REFRESHED': 'running' },
                  },
                  running: {
                    description: 'The call is in flight.',
                    entry: {
                      type: 'startCall',
                      params: ({ context }) => ({ call: callFor(context, 'syncTerminatingPod', b) }),
                    },
                  },
                },
              },
              syncTerminatedPod: {
                description: 'Waits for the volumes, removes the cgroup, writes the last status.',
                initial: 'awaitingPodStatus',
                states: {
                  awaitingPodStatus: {
                    description: 'Waits until the pod cache is newer than the last call: at most one relist.',
                    entry: {
                      type: 'awaitPodStatus',
                      params: ({ context }) => ({ newerThan: context.lastSync }),
                    },
                    on: { 'POD_STATUS.REFRESHED': 'running' },
                  },
                  running: {
                    description: 'The call is in flight.',
                    entry: {
                      type: 'startCall',
                      params: ({ context }) => ({ call: callFor(context, 'syncTerminatedPod', b) }),
                    },
                  },
                },
              },
              syncTerminatingRuntimePod: {
                description: 'Stops what runs of a pod that no source knows. Needs no pod status.',
                entry: {
                  type: 'startCall',
                  params: ({ context }) => ({ call: callFor(context, 'syncTerminatingRuntimePod', b) }),
                },
              },
            },
          },
          exited: { description: 'The worker has ended and will not be woken again.' },
        },
      },
    },
  });
}

/** The machine of one release. */
export type PodMachine = ReturnType<typeof createPodMachine>;
