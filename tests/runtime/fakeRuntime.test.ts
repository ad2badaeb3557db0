import { describe, expect, it } from 'vitest';
import { duration, seconds } from '../../src/clock/simTime';
import type { CriRequest } from '../../src/runtime/criCalls';
import { RuntimeObjects } from '../../src/runtime/runtimeObjects';
import { Driver, newContainerSpec, newFault, newRuntimePod } from './driver';

const pod = newRuntimePod();
const ANY = { id: null, operation: null, pod: null };

/** A pod that has been running since 1200, and the requests about it. */
function running(over = {}): { d: Driver; ask: (op: string, gracePeriod?: number) => CriRequest } {
  const d = new Driver();
  const spec = newContainerSpec(over);
  const { sandbox, container } = d.startPod(pod, spec);
  d.ids.set(sandbox, 's1').set(container, 'c1');
  const ask = (op: string, gracePeriod = 30): CriRequest =>
    ({ op, pod, sandbox, container, spec, image: 'other:1', gracePeriod }) as unknown as CriRequest;
  return { d, ask };
}

it('brings a pod up, each operation done when it returns', () => {
  const d = new Driver();
  const spec = newContainerSpec({ runsFor: duration(1000), exitCode: 3 });
  d.finish({ op: 'PullImage', pod, image: spec.image });
  d.finish({ op: 'PullImage', pod, image: spec.image });
  const sandbox = d.finish({ op: 'RunPodSandbox', pod });
  expect(d.runtime.stateOf(pod.uid)).toBe('sandbox ready');
  const container = d.finish({ op: 'CreateContainer', pod, sandbox, spec });
  d.finish({ op: 'StartContainer', pod, container });
  expect(d.runtime.stateOf(pod.uid)).toBe('running');
  expect(d.runtime.podsRunning()).toEqual([pod]);
  d.until(5000);
  expect(d.log).toEqual([
    '@800 imagePulled app:1',
    '@800 PullImage ok',
    '@805 PullImage ok',
    '@1105 sandboxReady s1',
    '@1105 RunPodSandbox ok',
    '@1155 containerCreated c1',
    '@1155 CreateContainer ok',
    '@1205 containerStarted c1',
    '@1205 StartContainer ok',
    '@2205 containerExited c1 3',
  ]);
  expect(d.runtime.containers()).toEqual([
    {
      id: container,
      uid: pod.uid,
      sandbox,
      name: 'app',
      image: 'app:1',
      state: 'exited',
      exitCode: 3,
      exitedAt: 2205,
    },
  ]);
  expect([sandbox, container].every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
});

it('gives ids that differ in what crictl shows of them', () => {
  const objects = new RuntimeObjects();
  const ids = Array.from({ length: 5000 }, () => objects.newId().slice(0, 13));
  expect(new Set(ids).size).toBe(5000);
});

describe('operations on a pod running since 1200', () => {
  const rows = [
    {
      desc: 'StopContainer returns when the process has ended on SIGTERM',
      ops: [['StopContainer', 30]],
      log: ['@1400 containerExited c1 143', '@1400 StopContainer ok'],
    },
    {
      desc: 'StopContainer kills at the end of the grace period',
      container: { stopTakes: seconds(60) },
      ops: [['StopContainer', 30]],
      log: ['@31200 containerExited c1 137', '@31200 StopContainer ok'],
    },
    {
      desc: 'a second StopContainer shortens the grace period, both return',
      container: { stopTakes: seconds(60) },
      ops: [
        ['StopContainer', 30],
        ['StopContainer', 2],
      ],
      log: ['@3200 containerExited c1 137', '@3200 StopContainer ok', '@3200 StopContainer ok'],
    },
    {
      desc: 'a grace period of 0 kills without SIGTERM',
      ops: [['StopContainer', 0]],
      log: ['@1200 containerExited c1 137', '@1200 StopContainer ok'],
    },
    {
      desc: 'the container ends by itself during its StopContainer',
      container: { stopTakes: seconds(60), runsFor: seconds(5), exitCode: 4 },
      ops: [['StopContainer', 30]],
      log: ['@6200 containerExited c1 4', '@6200 StopContainer ok'],
    },
    {
      desc: 'StopPodSandbox kills what still runs, so that its StopContainer returns',
      container: { stopTakes: seconds(60) },
      ops: [['StopContainer', 30], ['StopPodSandbox']],
      log: [
        '@1300 containerExited c1 137',
        '@1300 sandboxStopped s1',
        '@1300 StopPodSandbox ok',
        '@1300 StopContainer ok',
      ],
    },
    {
      desc: 'RemovePodSandbox takes everything along',
      ops: [['RemovePodSandbox']],
      log: [
        '@1250 containerExited c1 137',
        '@1250 sandboxStopped s1',
        '@1250 containerRemoved c1',
        '@1250 sandboxRemoved s1',
        '@1250 RemovePodSandbox ok',
      ],
    },
    {
      desc: 'RemoveContainer kills first; removing twice is fine',
      ops: [['RemoveContainer'], ['RemoveContainer']],
      log: [
        '@1250 containerExited c1 137',
        '@1250 containerRemoved c1',
        '@1250 RemoveContainer ok',
        '@1250 RemoveContainer ok',
      ],
    },
    {
      desc: 'a removed container is not found, and stopping it is fine',
      ops: [['RemoveContainer'], ['wait', 2000], ['ContainerStatus'], ['StartContainer'], ['StopContainer']],
      log: [
        '@1250 containerExited c1 137',
        '@1250 containerRemoved c1',
        '@1250 RemoveContainer ok',
        '@2005 ContainerStatus NotFound',
        '@2005 StopContainer ok',
        '@2050 StartContainer NotFound',
      ],
    },
    {
      desc: 'nothing starts or is created in a stopped sandbox, nor starts twice',
      ops: [['StartContainer'], ['StopPodSandbox'], ['wait', 2000], ['StartContainer'], ['CreateContainer']],
      log: [
        '@1250 StartContainer FailedPrecondition',
        '@1300 containerExited c1 137',
        '@1300 sandboxStopped s1',
        '@1300 StopPodSandbox ok',
        '@2050 StartContainer NotFound',
        '@2050 CreateContainer NotFound',
      ],
    },
    {
      desc: 'an exited container never starts again',
      ops: [['StopContainer', 30], ['wait', 2000], ['StartContainer']],
      log: [
        '@1400 containerExited c1 143',
        '@1400 StopContainer ok',
        '@2050 StartContainer FailedPrecondition',
      ],
    },
    {
      desc: 'statuses and lists take 5 ms',
      ops: [['Status'], ['ListPodSandbox'], ['ListContainers'], ['PodSandboxStatus'], ['ContainerStatus']],
      log: [
        '@1205 Status ok',
        '@1205 ListPodSandbox ok',
        '@1205 ListContainers ok',
        '@1205 PodSandboxStatus ok',
        '@1205 ContainerStatus ok',
      ],
    },
  ] as const;
  it.each(rows)('$desc', (row) => {
    const { d, ask } = running('container' in row ? row.container : {});
    for (const [op, n] of row.ops) {
      if (op === 'wait') d.until(n);
      else d.call(ask(op, n));
    }
    expect(d.until(200_000).log).toEqual(row.log);
  });

  it('creates nothing from an image that is not there', () => {
    const { d, ask } = running();
    d.call({ ...ask('CreateContainer'), spec: newContainerSpec({ image: 'none:1' }) } as CriRequest);
    expect(d.until(2000).log).toEqual(['@1250 CreateContainer NotFound']);
  });

  it('exits on command, with any code, and only while it runs', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    d.call(ask('StopContainer'));
    d.until(3000);
    const id = d.runtime.containers()[0]?.id ?? '';
    d.take(d.runtime.exitContainer(id, 9, d.now));
    d.take(d.runtime.exitContainer(id, 8, d.now));
    expect(d.until(99_000).log).toEqual(['@3000 containerExited c1 9', '@3000 StopContainer ok']);
  });
});

describe('faults that hit one operation on a pod running since 1200', () => {
  const rows = [
    { desc: 'error: at once', op: 'StopPodSandbox', kind: 'error', log: ['@1200 StopPodSandbox Unknown'] },
    {
      desc: 'error on StopContainer: no signal',
      op: 'StopContainer',
      kind: 'error',
      log: ['@1200 StopContainer Unknown'],
    },
    { desc: 'error on a list', op: 'ListContainers', kind: 'error', log: ['@1200 ListContainers Unknown'] },
    {
      desc: 'timeout: nothing done after 2 min',
      op: 'RunPodSandbox',
      kind: 'timeout',
      log: ['@121200 RunPodSandbox DeadlineExceeded'],
    },
    {
      desc: 'timeout of StopContainer: 2 min and the grace period, no signal',
      op: 'StopContainer',
      kind: 'timeout',
      log: ['@151200 StopContainer DeadlineExceeded'],
    },
    { desc: 'hang: nothing', op: 'PullImage', kind: 'hang', log: [] },
    { desc: 'hang of StopContainer: no signal', op: 'StopContainer', kind: 'hang', log: [] },
    {
      desc: 'delay: done and returned 1 s later',
      op: 'StopPodSandbox',
      kind: 'delay',
      log: ['@2300 containerExited c1 137', '@2300 sandboxStopped s1', '@2300 StopPodSandbox ok'],
    },
    {
      desc: 'delay of StopContainer: the process ends as usual, the reply is late',
      op: 'StopContainer',
      kind: 'delay',
      log: ['@1400 containerExited c1 143', '@2400 StopContainer ok'],
    },
    { desc: 'delay of a status', op: 'Status', kind: 'delay', log: ['@2205 Status ok'] },
    {
      desc: 'lost reply: done as usual, DeadlineExceeded after 2 min',
      op: 'RunPodSandbox',
      kind: 'lostReply',
      log: [
        '@1500 sandboxReady s2',
        '@1500 RunPodSandbox done, reply lost',
        '@121200 RunPodSandbox DeadlineExceeded',
      ],
    },
    {
      desc: 'lost reply of StopContainer: the process ends as usual',
      op: 'StopContainer',
      kind: 'lostReply',
      log: ['@1400 containerExited c1 143', '@151200 StopContainer DeadlineExceeded'],
    },
    {
      desc: 'lie: ok after 5 ms, nothing done',
      op: 'StopPodSandbox',
      kind: 'lie',
      log: ['@1205 StopPodSandbox ok'],
    },
    { desc: 'lie of StopContainer', op: 'StopContainer', kind: 'lie', log: ['@1205 StopContainer ok'] },
    { desc: 'lie of PullImage', op: 'PullImage', kind: 'lie', log: ['@1205 PullImage ok'] },
    { desc: 'lie of RunPodSandbox', op: 'RunPodSandbox', kind: 'lie', log: ['@1205 RunPodSandbox ok'] },
    {
      desc: 'lie of RemovePodSandbox',
      op: 'RemovePodSandbox',
      kind: 'lie',
      log: ['@1205 RemovePodSandbox ok'],
    },
  ] as const;
  it.each(rows)('$desc', ({ op, kind, log }) => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ operation: op, kind, times: 1 }));
    d.call(ask(op));
    expect(d.until(400_000).log).toEqual([`@1200 ${op} hit by ${kind}`, ...log]);
  });

  it('answers a fault of kind error with its own code and text', () => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ operation: 'Status', code: 'ResourceExhausted', message: 'full' }));
    const callId = d.call(ask('Status'));
    d.until(2000);
    expect(d.replies.get(callId)).toEqual({ ok: false, code: 'ResourceExhausted', message: 'full' });
  });

  it('lies: a list is empty, the container that was to be stopped still shows as running', () => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ operation: 'ListContainers', kind: 'lie', times: 1 }));
    d.runtime.faults.arm(newFault({ kind: 'lie' }));
    const list = d.call(ask('ListContainers'));
    d.call(ask('StopContainer'));
    d.until(1300);
    const status = d.call(ask('ContainerStatus'));
    d.until(1400);
    expect(d.replies.get(list)).toEqual({ ok: true, value: { kind: 'containers', containers: [] } });
    expect(d.replies.get(status)).toMatchObject({ value: { containers: [{ state: 'running' }] } });
  });

  it('lies about a stop: StopPodSandbox passes the container over until an honest stop', () => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ kind: 'lie', times: 1 }));
    d.call(ask('StopContainer'));
    d.until(1300);
    d.call(ask('StopPodSandbox'));
    d.until(2000);
    expect(d.runtime.stateOf(pod.uid)).toBe('running');
    expect(d.runtime.podsRunning()).toEqual([pod]);
    d.call(ask('StopContainer'));
    expect(d.until(3000).log).toEqual([
      '@1200 StopContainer hit by lie',
      '@1205 StopContainer ok',
      '@1400 sandboxStopped s1',
      '@1400 StopPodSandbox ok',
      '@2200 containerExited c1 143',
      '@2200 StopContainer ok',
    ]);
    expect(d.runtime.stateOf(pod.uid)).toBe('exited');
    expect(d.runtime.podsRunning()).toEqual([]);
  });

  it('an honest stop that was given up takes the mark off: StopPodSandbox kills', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    d.runtime.faults.arm(newFault({ kind: 'lie', times: 1 }));
    d.call(ask('StopContainer'));
    d.until(1300);
    d.schedule(d.runtime.abort(d.call(ask('StopContainer'))));
    d.call(ask('StopPodSandbox'));
    expect(d.until(2000).log.slice(2)).toEqual([
      '@1400 containerExited c1 137',
      '@1400 sandboxStopped s1',
      '@1400 StopPodSandbox ok',
    ]);
  });

  it.each([
    {
      desc: 'StopContainer',
      op: 'StopContainer',
      log: ['@5200 containerExited c1 143', '@5200 StopContainer ok'],
    },
    { desc: 'PullImage', op: 'PullImage', log: ['@5800 imagePulled other:1', '@5800 PullImage ok'] },
    { desc: 'ContainerStatus', op: 'ContainerStatus', log: ['@5005 ContainerStatus ok'] },
  ] as const)('lifting lets a hanging $desc begin its work', ({ op, log }) => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ id: 'stuck', operation: op, kind: 'hang', times: 1 }));
    d.call(ask(op));
    d.until(5000);
    d.reload();
    const { ids, wakeups } = d.runtime.liftFaults({ ...ANY, id: 'stuck' }, d.now);
    d.schedule(wakeups);
    expect(ids).toEqual(['stuck']);
    expect(d.runtime.faults.armed()).toEqual([]);
    expect(d.until(9000).log).toEqual([`@1200 ${op} hit by hang`, ...log]);
  });

  it('lifting another fault leaves a hanging call where it is; giving it up spends the fault', () => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ id: 'stuck', kind: 'hang', times: 1 }));
    const callId = d.call(ask('StopContainer'));
    expect(d.runtime.liftFaults({ ...ANY, id: 'other' }, d.now)).toEqual({ ids: [], wakeups: [] });
    expect(d.runtime.faults.armed()).toHaveLength(1);
    expect(d.runtime.abort(callId)).toEqual([]);
    expect(d.runtime.faults.armed()).toEqual([]);
    expect(d.runtime.calls()).toEqual([]);
  });

  it("knows a pod by a name that only the caller has, and a static pod by the scenario's", () => {
    const d = new Driver();
    d.runtime.faults.arm(newFault({ operation: 'RunPodSandbox', pod: 'web-v2', times: 1 }));
    d.runtime.faults.arm(newFault({ operation: 'RunPodSandbox', pod: 'api', times: 1 }));
    const hit = (name: string, aliases: string[]) =>
      d.runtime.begin({ op: 'RunPodSandbox', pod: newRuntimePod(name) }, d.now, d.random, aliases).fault?.pod;
    expect([hit('web', []), hit('web', ['web-v2']), hit('api-node1', [])]).toEqual([
      undefined,
      'web-v2',
      'api',
    ]);
  });
});

describe('giving up a call', () => {
  it.each(['PullImage', 'RunPodSandbox', 'CreateContainer', 'StopPodSandbox'])('%s: it is not done', (op) => {
    const { d, ask } = running();
    d.schedule(d.runtime.abort(d.call(ask(op))));
    expect(d.until(9000).log).toEqual([]);
  });

  it('StopContainer: SIGTERM works, the kill does not come', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    const callId = d.call(ask('StopContainer'));
    d.until(5000);
    d.schedule(d.runtime.abort(callId));
    expect(d.until(99_000).log).toEqual(['@61200 containerExited c1 143']);
  });

  it('one of two StopContainers: the other one still kills', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    d.call(ask('StopContainer', 30));
    const short = d.call(ask('StopContainer', 2));
    d.schedule(d.runtime.abort(short));
    expect(d.until(99_000).log).toEqual(['@31200 containerExited c1 137', '@31200 StopContainer ok']);
  });
});

describe('a runtime that goes down', () => {
  it('fails what is in flight and what begins, hit by no fault', () => {
    const { d, ask } = running();
    d.runtime.faults.arm(newFault({ operation: 'Status', kind: 'hang', times: 1 }));
    for (const op of ['Status', 'StopPodSandbox', 'PullImage']) d.call(ask(op));
    d.until(1210);
    d.schedule(d.runtime.stop(d.now));
    d.call(ask('Status'));
    expect(d.until(9000).log).toEqual([
      '@1200 Status hit by hang',
      '@1210 Status Unavailable',
      '@1210 StopPodSandbox Unavailable',
      '@1210 PullImage Unavailable',
      '@1210 Status Unavailable',
    ]);
    expect([d.runtime.up, d.runtime.stateOf(pod.uid)]).toEqual([false, 'running']);
    expect(d.runtime.faults.armed()).toEqual([]);
  });

  it('lets the containers end by themselves and on SIGTERM, but does not kill', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    d.call(ask('StopContainer'));
    d.until(2000);
    d.schedule(d.runtime.stop(d.now));
    d.reload();
    expect(d.until(99_000).log).toEqual(['@2000 StopContainer Unavailable', '@61200 containerExited c1 143']);
  });

  it('is back with everything, and a new StopContainer kills at the end of its own grace period', () => {
    const { d, ask } = running({ stopTakes: seconds(60) });
    d.call(ask('StopContainer'));
    d.until(2000);
    d.schedule(d.runtime.stop(d.now));
    d.until(3000);
    d.runtime.start();
    d.call(ask('StopContainer', 5));
    expect(d.until(99_000).log).toEqual([
      '@2000 StopContainer Unavailable',
      '@8000 containerExited c1 137',
      '@8000 StopContainer ok',
    ]);
  });

  it('tells the network state with its status', () => {
    const { d, ask } = running();
    d.runtime.setNetworkReady(false);
    d.reload();
    const callId = d.call(ask('Status'));
    d.until(2000);
    expect(d.replies.get(callId)).toEqual({ ok: true, value: { kind: 'status', networkReady: false } });
  });
});
