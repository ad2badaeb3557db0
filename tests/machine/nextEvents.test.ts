import { describe, expect, it } from 'vitest';
import type { ReleaseName } from '../../src/kubelet/releases';
import { activePlaces, guardValues } from '../../src/machine/guardValues';
import { type NextEvent, nextEvents, recordedFacts } from '../../src/machine/nextEvents';
import { deleted, newStaticPod } from '../helpers/newPod';
import { ALL, active, FIXED, NOW, pending, type Row, snapshotAt, stepperOf, update, web } from './row';

const outlook = (release: ReleaseName, before: Row['before'], pod = web): Map<string, NextEvent> =>
  new Map(
    nextEvents(stepperOf(release), snapshotAt(release, before), { at: NOW, pod }).map((event) => [
      event.id,
      event,
    ]),
  );

const UPDATES = ['update.create', 'update.update', 'update.sync', 'update.kill', 'update.runtimeOnlyKill'];
const VISITS = ['housekeeping.wanted', 'housekeeping.orphan'];

describe('which events could come', () => {
  it.each([
    { desc: 'to an idle worker only updates and housekeeping', before: ['syncing', 'idle'], own: [] },
    {
      desc: 'to a notified worker its turn',
      before: ['syncing', 'notified', { pending: pending(update('sync')) }],
      own: ['turn.now'],
    },
    {
      desc: 'to a static pod a turn that must wait',
      before: ['observed', 'notified', { pending: pending(update('create', { pod: newStaticPod() })) }],
      own: ['turn.now', 'turn.notYet'],
    },
    {
      desc: 'to a static pod that is to stop a turn that never comes',
      before: [
        'terminating.requested',
        'notified',
        { pending: pending(update('kill', { pod: newStaticPod() })) },
      ],
      own: ['turn.now', 'turn.never'],
    },
    {
      desc: 'to a worker that waits for the pod status its arrival, or an error',
      before: ['syncing', 'calling.syncPod.awaitingPodStatus', { taken: update('sync') }],
      own: ['status.refreshed', 'call.error'],
    },
    {
      desc: 'to a SyncPod under way every result',
      before: ['syncing', 'calling.syncPod.running', { taken: update('sync') }],
      own: ['call.ok', 'call.error', 'call.terminal', 'call.networkNotReady', 'call.cancelled'],
    },
    {
      desc: 'to another call the results that it can have',
      before: [
        'terminating.acknowledged',
        'calling.syncTerminatingPod.running',
        { taken: update('kill'), active: active() },
      ],
      own: ['call.ok', 'call.error', 'call.cancelled'],
    },
  ] as { desc: string; before: Row['before']; own: string[] }[])('$desc', ({ before, own }) => {
    for (const release of ALL) {
      expect([...outlook(release, before).keys()]).toEqual([...UPDATES, ...own, ...VISITS]);
    }
  });
});

describe('what they would come to', () => {
  it('a kill of a syncing pod: both regions move, and the worker is woken', () => {
    expect(outlook('v1.31', ['syncing', 'idle', { active: active() }]).get('update.kill')).toEqual({
      id: 'update.kill',
      label: 'update: kill',
      type: 'UPDATE.RECEIVED',
      fromLifecycle: 'syncing',
      toLifecycle: 'terminating.requested',
      fromWorker: 'idle',
      toWorker: 'notified',
      effects: ['wakeWorker'],
      edges: ['pod.lifecycle.syncing/UPDATE.RECEIVED/0', 'pod.worker.idle/UPDATE.RECEIVED/0'],
      changes: true,
      ignored: null,
    });
  });

  it('a sync of a pod that its source has deleted is the beginning of its end', () => {
    const next = outlook('v1.31', ['syncing', 'idle', { active: active() }], deleted(web, 30));
    expect(next.get('update.sync')?.toLifecycle).toBe('terminating.requested');
  });

  it('housekeeping frees a terminating orphan from v1.27 on, and leaves it alone in v1.26', () => {
    const before: Row['before'] = [
      'terminating.acknowledged',
      'idle',
      { active: active(), startedBeforeStop: true, deleted: true },
    ];
    const rescue = (release: ReleaseName) => outlook(release, before).get('housekeeping.orphan');
    expect(rescue('v1.26')).toMatchObject({ changes: false, toWorker: 'idle', edges: [], effects: [] });
    for (const release of FIXED) {
      expect(rescue(release)).toMatchObject({ changes: true, toWorker: 'notified', effects: ['wakeWorker'] });
    }
  });

  it('a finished pod ignores updates and says why', () => {
    const next = outlook('v1.31', ['finished.stopped', 'exited']);
    expect(next.get('update.sync')).toMatchObject({ changes: false, ignored: 'finished' });
    expect(next.get('update.create')).toMatchObject({ changes: true, ignored: 'willRestart' });
    expect(next.get('housekeeping.orphan')).toMatchObject({ effects: ['forgetPod'] });
  });

  it('changes nothing itself', () => {
    const snapshot = snapshotAt('v1.31', ['syncing', 'idle', { active: active() }]);
    const before = JSON.stringify(snapshot);
    nextEvents(stepperOf('v1.31'), snapshot, recordedFacts(snapshot, NOW));
    guardValues(stepperOf('v1.31'), snapshot, recordedFacts(snapshot, NOW));
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  it('is JSON', () => {
    const next = [...outlook('v1.26', ['syncing', 'idle', { active: active() }]).values()];
    expect(JSON.parse(JSON.stringify(next))).toEqual(next);
  });
});

describe('what the guards say', () => {
  const guards = (release: ReleaseName, before: Row['before']) => {
    const snapshot = snapshotAt(release, before);
    const values = guardValues(stepperOf(release), snapshot, recordedFacts(snapshot, NOW));
    return new Map(values.map((guard) => [guard.name, guard]));
  };

  it('one holds for the kill and not for the rest', () => {
    expect(guards('v1.31', ['syncing', 'idle', { active: active() }]).get('beginsTermination')).toEqual({
      name: 'beginsTermination',
      value: true,
      holds: ['update: kill', 'update: runtime-only kill'],
      fails: ['update: create', 'update: update', 'update: sync'],
    });
  });

  it('one that no event asks has no value', () => {
    expect(guards('v1.31', ['syncing', 'idle', { active: active() }]).get('mayStart')).toMatchObject({
      value: 'n/a',
      holds: [],
      fails: [],
    });
  });

  it('the one that would rescue a stuck pod is false in v1.26', () => {
    const before: Row['before'] = [
      'terminating.acknowledged',
      'idle',
      { active: active(), startedBeforeStop: true },
    ];
    expect(guards('v1.26', before).get('isReplayed')).toMatchObject({
      value: false,
      fails: ['housekeeping: wanted', 'housekeeping: orphan'],
    });
    expect(guards('v1.27', before).get('isReplayed')).toMatchObject({
      value: true,
      holds: ['housekeeping: orphan'],
    });
  });

  it('does not ask behind the way that is taken', () => {
    const found = guards('v1.31', [
      'terminating.acknowledged',
      'notified',
      { pending: pending(update('kill')), active: active() },
    ]);
    expect(found.get('turnIsForTerminating')?.holds).toEqual(['turn begins']);
    expect(found.get('turnIsForTerminated')?.value).toBe('n/a');
  });
});

it('names the active places from the outside in', () => {
  const { value } = snapshotAt('v1.31', [
    'terminating.requested',
    'calling.syncPod.running',
    { taken: update('sync') },
  ]);
  expect(activePlaces(value)).toEqual([
    'pod',
    'pod.lifecycle',
    'pod.lifecycle.terminating',
    'pod.lifecycle.terminating.requested',
    'pod.worker',
    'pod.worker.calling',
    'pod.worker.calling.syncPod',
    'pod.worker.calling.syncPod.running',
  ]);
});
