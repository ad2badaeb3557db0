import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { podUID } from '../../src/api/pod';
import type { ContainerView, SandboxView } from '../../src/runtime/criCalls';
import { podRuntimeState, podRuntimeStates, runningPods } from '../../src/runtime/podRuntimeState';

const uids = fc.constantFrom('a', 'b', 'c');
const sandboxes = fc.array(fc.record({ uid: uids, ready: fc.boolean() })).map((all) =>
  all.map(
    ({ uid, ready }, i): SandboxView => ({
      id: `s${i}`,
      ready,
      pod: { uid: podUID(uid), name: uid, namespace: 'default' },
    }),
  ),
);
const containers = fc
  .array(fc.record({ uid: uids, state: fc.constantFrom('created', 'running', 'exited') }))
  .map((all) => all.map(({ uid, state }, i) => ({ id: `c${i}`, uid: podUID(uid), state }) as ContainerView));

describe('what a pod has in the runtime', () => {
  it('is a running container before a ready sandbox before anything at all', () => {
    const pod = { uid: podUID('a'), name: 'a', namespace: 'default' };
    const ready: SandboxView = { id: 's', ready: true, pod };
    const exited = { id: 'c', uid: podUID('a'), state: 'exited' } as ContainerView;
    const running = { ...exited, state: 'running' } as ContainerView;
    expect(podRuntimeState(pod.uid, [], [])).toBe('none');
    expect(podRuntimeState(pod.uid, [], [exited])).toBe('exited');
    expect(podRuntimeState(pod.uid, [{ ...ready, ready: false }], [])).toBe('exited');
    expect(podRuntimeState(pod.uid, [ready], [exited])).toBe('sandbox ready');
    expect(podRuntimeState(pod.uid, [ready], [exited, running])).toBe('running');
  });

  it('is the same for one pod and for all at once, and running pods are in the order of their sandboxes', () => {
    fc.assert(
      fc.property(sandboxes, containers, (all, run) => {
        const states = podRuntimeStates(all, run);
        for (const uid of ['a', 'b', 'c'].map(podUID))
          expect(states.get(uid) ?? 'none').toBe(podRuntimeState(uid, all, run));
        const wanted = [...new Set(all.map(({ pod }) => pod.uid))].filter((uid) =>
          ['running', 'sandbox ready'].includes(podRuntimeState(uid, all, run)),
        );
        expect(runningPods(all, run).map(({ uid }) => uid)).toEqual(wanted);
      }),
    );
  });
});
