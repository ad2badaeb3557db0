import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import type { PodCounts } from '../../src/kubelet/podCounts';
import type { ReleaseName } from '../../src/kubelet/releases';
import { lifecycleOf } from '../../src/machine/podSyncStatus';
import { deleted, newMirrorPod, newPod, newStaticPod, runtimePodOf, withPhase } from '../helpers/newPod';
import { WorkersDriver } from '../helpers/workersDriver';

const pod = (uid: string) => newPod({ uid: podUID(uid), name: uid });
const staticPod = (uid: string) => newStaticPod({ uid: podUID(uid), name: uid });
const mirrorOf = (uid: string) => newMirrorPod(staticPod(uid), { uid: podUID(`${uid}-mirror`) });

/** A pod that runs and has left the config before all sources had reported: nobody was told. */
const left = (d: WorkersDriver, uid: string) => d.add(pod(uid)).finish(uid).remove(uid, false);
/** A pod that is in the config although no worker was told, as after a status that came back. */
const unheardOf = (d: WorkersDriver, ...pods: readonly ReturnType<typeof pod>[]) => {
  for (const p of pods) d.handlers.handlePodReconcile(p);
};

/** One pass: what was before, and all that it does, in order. */
interface PassRow {
  desc: string;
  before: (d: WorkersDriver) => void;
  does: { readonly [release in ReleaseName]: readonly string[] };
}

const inAll = (...does: readonly string[]): PassRow['does'] => ({
  'v1.26': does,
  'v1.27': does,
  'v1.31': does,
});

const ROWS: readonly PassRow[] = [
  {
    desc: 'An empty node gives it nothing to do.',
    before: () => {},
    does: inAll('dropStatusesExcept '),
  },
  {
    desc: 'All that it can do, in the order of the release.',
    before: (d) => {
      left(d, 'left');
      unheardOf(d, pod('new'), withPhase(deleted(pod('refused')), 'Failed'), mirrorOf('gone'));
      d.running = [runtimePodOf(pod('stray'))];
    },
    does: {
      'v1.26': [
        'orphanMet left leftAlone',
        'orphanedRuntimePod stray',
        'dropStatusesExcept new refused gone-mirror',
        'deleteMirrorPod gone_default',
      ],
      'v1.27': [
        'orphanMet left beganTermination',
        'dropStatusesExcept new refused gone-mirror',
        'deleteMirrorPod gone_default',
        'podRestarted new',
        'orphanedRuntimePod stray',
      ],
      'v1.31': [
        'orphanMet left beganTermination',
        'dropStatusesExcept new refused gone-mirror',
        'deleteMirrorPod gone_default',
        'podRestarted new',
        'terminalLeftover refused',
        'orphanedRuntimePod stray',
      ],
    },
  },
  {
    desc: 'A forgotten pod whose restart was asked for is started again in the same pass.',
    before: (d) => {
      d.add(pod('a')).finish('a').remove('a').finish('a').finish('a');
      d.add(pod('a'));
    },
    does: {
      'v1.26': ['historyRemoved a', 'podForgotten a', 'dropStatusesExcept a', 'podRestarted a'],
      'v1.27': ['historyRemoved a', 'podForgotten a', 'dropStatusesExcept a', 'podRestarted a'],
      'v1.31': ['historyRemoved a', 'podForgotten a', 'dropStatusesExcept a', 'podRestarted a'],
    },
  },
  {
    desc: 'A stop that failed after the pod had left: the repair, and the bug.',
    before: (d) => void d.add(pod('a')).finish('a').remove('a').finish('a', 'error'),
    does: {
      'v1.26': ['orphanMet a leftAlone', 'dropStatusesExcept '],
      'v1.27': ['orphanMet a replayed', 'dropStatusesExcept '],
      'v1.31': ['orphanMet a replayed', 'dropStatusesExcept '],
    },
  },
  {
    desc: 'During a stop the replay is left pending.',
    before: (d) => void d.add(pod('a')).finish('a').remove('a'),
    does: {
      'v1.26': ['orphanMet a leftAlone', 'dropStatusesExcept '],
      'v1.27': ['orphanMet a replayed', 'dropStatusesExcept '],
      'v1.31': ['orphanMet a replayed', 'dropStatusesExcept '],
    },
  },
  {
    desc: 'A second pass during the same stop adds nothing.',
    before: (d) => {
      d.add(pod('a')).finish('a').remove('a');
      d.pass();
    },
    does: {
      'v1.26': ['orphanMet a leftAlone', 'dropStatusesExcept '],
      'v1.27': ['orphanMet a alreadyPending', 'dropStatusesExcept '],
      'v1.31': ['orphanMet a alreadyPending', 'dropStatusesExcept '],
    },
  },
  {
    desc: 'A static pod that waits for its name and left without a kill is dropped.',
    before: (d) => {
      d.add(staticPod('a'));
      d.add(newStaticPod({ uid: podUID('b'), name: 'a' })).remove('b', false);
      unheardOf(d, staticPod('a'));
    },
    does: {
      'v1.26': ['orphanMet b leftAlone', 'dropStatusesExcept a'],
      'v1.27': ['orphanMet b droppedUnstarted', 'podForgotten b', 'dropStatusesExcept a'],
      'v1.31': ['orphanMet b droppedUnstarted', 'podForgotten b', 'dropStatusesExcept a'],
    },
  },
  {
    desc: 'A pod whose status is terminal is not started.',
    before: (d) => {
      unheardOf(d, pod('a'));
      d.phases.set(podUID('a'), 'Failed');
    },
    does: inAll('dropStatusesExcept a'),
  },
  {
    desc: 'A refused pod in the config that runs is stopped as an unknown one; v1.26 does not stop what is in the config.',
    before: (d) => {
      unheardOf(d, withPhase(deleted(pod('a')), 'Failed'));
      d.running = [runtimePodOf(pod('a'))];
    },
    does: {
      'v1.26': ['dropStatusesExcept a'],
      'v1.27': ['dropStatusesExcept a', 'orphanedRuntimePod a'],
      'v1.31': ['dropStatusesExcept a', 'orphanedRuntimePod a'],
    },
  },
  {
    desc: 'A running pod that a worker knows is left to its worker.',
    before: (d) => {
      d.add(pod('a')).finish('a');
      d.running = [runtimePodOf(pod('a'))];
    },
    does: inAll('dropStatusesExcept a'),
  },
  {
    desc: 'A mirror pod stays while the static pod that holds its name is being stopped.',
    before: (d) => {
      d.add(staticPod('a')).finish('a').add(mirrorOf('a')).finish('a').remove('a');
    },
    does: {
      'v1.26': ['orphanMet a leftAlone', 'dropStatusesExcept a-mirror'],
      'v1.27': ['orphanMet a replayed', 'dropStatusesExcept a-mirror'],
      'v1.31': ['orphanMet a replayed', 'dropStatusesExcept a-mirror'],
    },
  },
  {
    desc: 'It goes once the static pod is terminated.',
    before: (d) => {
      d.add(staticPod('a')).finish('a').add(mirrorOf('a')).finish('a').remove('a').finish('a');
    },
    does: {
      'v1.26': ['orphanMet a leftAlone', 'dropStatusesExcept a-mirror', 'deleteMirrorPod a_default'],
      'v1.27': ['orphanMet a replayed', 'dropStatusesExcept a-mirror', 'deleteMirrorPod a_default'],
      'v1.31': ['orphanMet a replayed', 'dropStatusesExcept a-mirror', 'deleteMirrorPod a_default'],
    },
  },
  {
    desc: 'A mirror pod of a running static pod is no orphan.',
    before: (d) => void d.add(staticPod('a')).finish('a').add(mirrorOf('a')).finish('a'),
    does: inAll('dropStatusesExcept a a-mirror'),
  },
];

describe.each(['v1.26', 'v1.27', 'v1.31'] as const)('a housekeeping pass of %s', (release) => {
  it.each(ROWS)('$desc', ({ before, does }) => {
    const d = new WorkersDriver(release);
    before(d);
    d.pass();
    expect(d.log).toEqual(does[release]);
  });

  it('marks the workers as synced', () => {
    const d = new WorkersDriver(release);
    expect(d.podWorkers.synced).toBe(false);
    d.pass();
    expect(d.podWorkers.synced).toBe(true);
  });
});

/** The counts that are not 0, in short. */
function short(counts: PodCounts): Record<string, number> {
  const both = (name: string, { regular, static: fixed }: PodCounts['desired']) => [
    [name, regular],
    [`${name} static`, fixed],
  ];
  const all = [
    ...both('desired', counts.desired),
    ...both('active', counts.active),
    ['mirror', counts.mirror],
    ...both('restarted', counts.restarted),
    ['orphaned', counts.orphaned],
    ...counts.working.map((w) => [`${w.config} ${w.lifecycle}${w.static === true ? ' static' : ''}`, w.pods]),
    ['uncounted', counts.uncounted],
  ] as [string, number][];
  return Object.fromEntries(all.filter(([, n]) => n > 0));
}

const COUNTS: readonly {
  desc: string;
  before: (d: WorkersDriver) => void;
  counts: Record<string, number>;
}[] = [
  { desc: 'Nothing counts as nothing.', before: () => {}, counts: {} },
  {
    desc: 'Running pods are desired, active and in sync; static ones are counted apart.',
    before: (d) => void d.add(pod('a')).add(staticPod('s')).add(mirrorOf('s')),
    counts: {
      desired: 1,
      'desired static': 1,
      active: 1,
      'active static': 1,
      mirror: 1,
      'desired sync': 1,
      'desired sync static': 1,
    },
  },
  {
    desc: 'A pod that is being stopped is active; one that is stopped is not.',
    before: (d) => {
      for (const uid of ['a', 'b']) d.add(pod(uid)).finish(uid);
      for (const uid of ['a', 'b']) d.handlers.handlePodUpdate(deleted(pod(uid)));
      d.drainWorkers().finish('b');
    },
    counts: { desired: 2, active: 1, 'desired terminating': 1, 'desired terminated': 1 },
  },
  {
    desc: 'A pod whose stop fails after it has left is an orphan with a config.',
    before: (d) => void d.add(pod('a')).finish('a').remove('a').finish('a', 'error'),
    counts: { 'orphan terminating': 1 },
  },
  {
    desc: 'A pod that only the runtime knows is stopped and counted as orphaned.',
    before: (d) => {
      d.running = [runtimePodOf(pod('a'))];
    },
    counts: { orphaned: 1, 'runtime_only terminating': 1 },
  },
  {
    desc: 'A pod that housekeeping starts counts as restarted and at once as in sync.',
    before: (d) => unheardOf(d, pod('a'), staticPod('s')),
    counts: {
      desired: 1,
      'desired static': 1,
      active: 1,
      'active static': 1,
      restarted: 1,
      'restarted static': 1,
      'desired sync': 1,
      'desired sync static': 1,
    },
  },
  {
    desc: 'A runtime-only pod that came into the config while it is stopped fits into no series.',
    before: (d) => {
      d.running = [runtimePodOf(pod('a'))];
      d.pass();
      d.drainWorkers();
      unheardOf(d, pod('a'));
    },
    counts: { desired: 1, active: 1, uncounted: 1 },
  },
];

describe('what a pass counts', () => {
  it.each(COUNTS)('$desc', ({ before, counts }) => {
    const d = new WorkersDriver('v1.31');
    before(d);
    expect(short(d.pass())).toEqual(counts);
  });

  it('has every combination of labels, also those of no pod', () => {
    const { working } = new WorkersDriver('v1.31').pass();
    expect(working).toHaveLength(2 * 3 * 2 + 3);
  });
});

describe('the life that housekeeping ends', () => {
  it('in v1.27 and later: a failed stop of a force-deleted pod is pushed until it succeeds', () => {
    const d = new WorkersDriver('v1.31');
    d.add(pod('a')).finish('a').remove('a').finish('a', 'error');
    d.pass();
    d.drainWorkers().finish('a').finish('a');
    d.pass();
    expect(d.podWorkers.snapshotOf(podUID('a'))).toBe(null);
  });

  it('in v1.26: it stays terminating for ever', () => {
    const d = new WorkersDriver('v1.26');
    d.add(pod('a')).finish('a').remove('a').finish('a', 'error');
    for (let i = 0; i < 10; i++) {
      d.pass();
      d.drainWorkers();
    }
    const stuck = d.podWorkers.snapshotOf(podUID('a'));
    expect(stuck === null ? 'forgotten' : lifecycleOf(stuck)).toBe('terminating');
    expect(d.calls.size).toBe(0);
  });
});
