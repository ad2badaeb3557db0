import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/pod';
import { computePodActions } from '../../src/kubelet/computePodActions';
import { emptyStatus } from '../../src/runtime/podCache';
import { newContainerSpec, newPod, runtimePodOf, withSpec } from '../helpers/newPod';
import { container, exited, runtimeOf, sandbox } from './playCall';

const web = newPod();
const never = withSpec(web, { restartPolicy: 'Never' });
const onFailure = withSpec(web, { restartPolicy: 'OnFailure' });
const two = (pod: Pod) =>
  withSpec(pod, { containers: [newContainerSpec(), newContainerSpec({ name: 'side' })] });
const withInits = withSpec(web, {
  initContainers: [newContainerSpec({ name: 'one' }), newContainerSpec({ name: 'two' })],
});
const initExited = (name: string, code: number) => exited(web, code, { id: `c-${name}`, name });
const gone = [sandbox(runtimePodOf(web), { ready: false })];

const ROWS: readonly {
  desc: string;
  pod: Pod;
  runtime: ReturnType<typeof runtimeOf>;
  does: { sandbox: 'create' | string | null; start: readonly string[] };
}[] = [
  {
    desc: 'Of a new pod everything is missing.',
    pod: two(web),
    runtime: emptyStatus(web.uid),
    does: { sandbox: 'create', start: ['app', 'side'] },
  },
  {
    desc: 'In a ready sandbox only what does not run is started.',
    pod: two(web),
    runtime: runtimeOf(web, [container(web)]),
    does: { sandbox: 's1', start: ['side'] },
  },
  {
    desc: 'A container that was created and not started is made again.',
    pod: web,
    runtime: runtimeOf(web, [container(web, { state: 'created' })]),
    does: { sandbox: 's1', start: ['app'] },
  },
  {
    desc: 'What runs is left alone.',
    pod: web,
    runtime: runtimeOf(web, [container(web)]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'Always: a container that ended well runs again.',
    pod: web,
    runtime: runtimeOf(web, [exited(web, 0)]),
    does: { sandbox: 's1', start: ['app'] },
  },
  {
    desc: 'OnFailure: a container that ended well does not.',
    pod: onFailure,
    runtime: runtimeOf(web, [exited(web, 0)]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'OnFailure: one that failed does.',
    pod: onFailure,
    runtime: runtimeOf(web, [exited(web, 1)]),
    does: { sandbox: 's1', start: ['app'] },
  },
  {
    desc: 'Never: one that failed does not.',
    pod: never,
    runtime: runtimeOf(web, [exited(web, 1)]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'The newest container of a name counts, not an older one.',
    pod: onFailure,
    runtime: runtimeOf(web, [exited(web, 1, { id: 'old' }), exited(web, 0)]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'When the sandbox is gone it is made again for what may run again.',
    pod: web,
    runtime: runtimeOf(web, [exited(web, 137)], gone),
    does: { sandbox: 'create', start: ['app'] },
  },
  {
    desc: 'When the sandbox is gone and all has ended well, nothing is made.',
    pod: onFailure,
    runtime: runtimeOf(web, [exited(web, 0)], gone),
    does: { sandbox: null, start: [] },
  },
  {
    desc: 'Of several sandboxes the newest ready one counts.',
    pod: web,
    runtime: runtimeOf(
      web,
      [exited(web, 137), container(web, { id: 'c2', sandbox: 's2' })],
      [...gone, sandbox(runtimePodOf(web), { id: 's2' })],
    ),
    does: { sandbox: 's2', start: [] },
  },
  {
    desc: 'The first init container comes first and alone.',
    pod: withInits,
    runtime: emptyStatus(web.uid),
    does: { sandbox: 'create', start: ['one'] },
  },
  {
    desc: 'While it runs nothing is started.',
    pod: withInits,
    runtime: runtimeOf(web, [container(web, { name: 'one' })]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'When it has ended well the second follows.',
    pod: withInits,
    runtime: runtimeOf(web, [initExited('one', 0)]),
    does: { sandbox: 's1', start: ['two'] },
  },
  {
    desc: 'When it has failed it is tried again.',
    pod: withInits,
    runtime: runtimeOf(web, [initExited('one', 1)]),
    does: { sandbox: 's1', start: ['one'] },
  },
  {
    desc: 'Never: an init container that failed is not tried again, and nothing else is.',
    pod: withSpec(withInits, { restartPolicy: 'Never' }),
    runtime: runtimeOf(web, [initExited('one', 1)]),
    does: { sandbox: 's1', start: [] },
  },
  {
    desc: 'When all have ended well the main containers are started.',
    pod: withInits,
    runtime: runtimeOf(web, [initExited('one', 0), initExited('two', 0)]),
    does: { sandbox: 's1', start: ['app'] },
  },
  {
    desc: 'In a new sandbox the init containers begin anew.',
    pod: withInits,
    runtime: runtimeOf(web, [initExited('one', 0), initExited('two', 0), exited(web, 137)], gone),
    does: { sandbox: 'create', start: ['one'] },
  },
];

describe('what is missing of a pod', () => {
  it.each(ROWS)('$desc', ({ pod, runtime, does }) => {
    const actions = computePodActions(pod, runtime);
    expect({
      sandbox: actions.createSandbox ? 'create' : actions.sandbox,
      start: actions.start.map(({ name }) => name),
    }).toEqual(does);
  });
});
