import { describe, expect, it, vi } from 'vitest';
import { wakeUpLedger } from '../../src/engine/ledger';
import { RELEASE_NAMES } from '../../src/kubelet/releases';
import { catalogScenario, NodeRun, scenarioOf } from './nodeRun';

vi.setConfig({ testTimeout: 60_000 });

const run = (text: string, until: string, release: (typeof RELEASE_NAMES)[number] = 'v1.31') =>
  new NodeRun(scenarioOf(text), release).until(until);
const gaps = (times: readonly number[]) => times.slice(1).map((time, i) => time - (times[i] ?? 0));
const created = (pods: string, ...steps: readonly string[]) =>
  `pods: { ${pods} }\nsteps:\n${steps.map((step) => `  - { ${step} }`).join('\n')}`;
const WEB = 'web: { gracePeriod: 5, containers: [{ name: app, stopTakes: 2s }] }';
const CREATE = 'at: 0s, do: createPod, pod: web';
const CREATE_STATIC = 'at: 0s, do: createStaticPod, pod: web';

describe('the loops', () => {
  it('housekeeping comes every 2 s after the start, which is at 100 ms', () => {
    expect(run('steps: []', '9s').times('housekeepingStarted')).toEqual([2100, 4100, 6100, 8100]);
  });

  it('the sync tick comes every second: a retry is delivered at the first tick at which it is due', () => {
    const node = run(
      created('job: { restartPolicy: Never, containers: [{ runsFor: 1s }] }', CREATE.replace('web', 'job')),
      '90s',
    );
    // Every other tick waits 10 ms for the list of the housekeeping pass that is due at the same moment.
    for (const time of node.times('retryDelivered')) expect([100, 110]).toContain(time % 1000);
    for (const { at, causedBy } of node.of('retryDelivered')) {
      const queued = node.trace[causedBy ?? -1];
      if (queued?.kind !== 'retryQueued') throw new Error('a retry was queued before it is delivered');
      expect(at).toBeGreaterThanOrEqual(queued.data.dueAt);
      expect(at).toBeLessThanOrEqual(queued.data.dueAt + 1010);
    }
  });

  it('a relist begins 1 s after the one before has ended, the runtime check 5 s after', () => {
    const node = run(created(WEB, 'at: 10s, do: stopRuntime'), '40s');
    expect(new Set(gaps(node.times('relistFailed')))).toEqual(new Set([1000]));
    expect(new Set(gaps(node.times('runtimeCheckFailed')))).toEqual(new Set([5000]));
  });

  it('a relist that hangs for 20 s puts the next one off by as much', () => {
    const slow = 'at: 10s, do: injectFault, operation: ListPodSandbox, kind: error, times: until-lifted';
    const node = run(created(WEB, slow), '15s');
    expect(node.times('relistFailed').length).toBeGreaterThanOrEqual(4);
  });
});

describe('the sync loop', () => {
  it('skips everything once the runtime has been down for 30 s, and looks again after 100 ms doubled up to 5 s', () => {
    const node = run(created(WEB, CREATE, 'at: 10s, do: stopRuntime'), '80s');
    // The last good check was answered at 105 ms + 5005 ms.
    const skipped = node.of('syncLoopSkipped').filter(({ at }) => at > 5000);
    expect(skipped[0]?.at).toBeGreaterThan(35_110);
    expect(skipped[0]?.at).toBeLessThanOrEqual(36_110);
    expect(skipped.slice(0, 8).map(({ data }) => data.again)).toEqual([
      100, 200, 400, 800, 1600, 3200, 5000, 5000,
    ]);
    expect(skipped[0]?.data.reasons).toEqual(['container runtime is down']);
    expect(node.times('housekeepingStarted').filter((time) => time > 36_200)).toEqual([]);
  });

  it('goes on when the runtime is back', () => {
    const node = run(created(WEB, CREATE, 'at: 10s, do: stopRuntime', 'at: 60s, do: startRuntime'), '80s');
    expect(node.times('housekeepingStarted').filter((time) => time > 72_000).length).toBeGreaterThan(2);
  });

  it('skips everything once no relist has got through for 3 min', () => {
    const bad = 'at: 10s, do: injectFault, operation: ListContainers, kind: error, times: until-lifted';
    const node = run(created(WEB, bad), '200s');
    const skipped = node.of('syncLoopSkipped').filter(({ at }) => at > 5000);
    expect(skipped[0]?.at).toBeGreaterThan(188_000);
    expect(skipped[0]?.at).toBeLessThan(192_000);
    expect(skipped[0]?.data.reasons[0]).toContain('PLEG is not healthy');
  });
});

describe('a source that has not reported', () => {
  const steps = [
    CREATE_STATIC,
    'at: 0s, do: apiServerDown',
    'at: 10s, do: removeStaticPod, pod: web',
    'at: 20s, do: apiServerUp',
  ];

  it('makes housekeeping wait, and a REMOVE be refused: the worker is not told', () => {
    const node = run(created(WEB, ...steps), '19s');
    expect(node.times('housekeepingStarted')).toEqual([]);
    expect(node.times('housekeepingSkipped').slice(0, 2)).toEqual([2100, 4100]);
    expect(node.of('deleteRefused')).toHaveLength(1);
    expect([node.worker('web'), node.runtime('web')]).toEqual(['syncing', 'running']);
  });

  it.each([
    ['v1.26', 'syncing', 'running', 'abandoned'],
    ['v1.27', 'forgotten', 'exited', 'gone'],
    ['v1.31', 'forgotten', 'exited', 'gone'],
  ] as const)('in %s the pod is then %s', (release, worker, runtime, verdict) => {
    const node = run(created(WEB, ...steps), '60s', release);
    expect([node.worker('web'), node.runtime('web'), node.verdict('web').kind]).toEqual([
      worker,
      runtime,
      verdict,
    ]);
  });
});

describe('admission', () => {
  it('refuses a pod over maxPods: phase Failed, and its worker never starts', () => {
    const text = `maxPods: 1\n${created(`${WEB}, more: {}`, CREATE, 'at: 5s, do: createPod, pod: more')}`;
    const node = run(text, '20s');
    expect([node.kubectl('more'), node.worker('more'), node.runtime('more')]).toEqual([
      'OutOfpods',
      'forgotten',
      'none',
    ]);
    expect(node.data('admissionRejected')[0]?.reason).toBe('OutOfpods');
    expect(node.kubectl('web')).toBe('Running');
  });
});

describe('what kubectl shows', () => {
  it.each([
    ['a pod that runs', created(WEB, CREATE), '10s', 'Running'],
    ['a pod that is made', created(WEB, CREATE), '400ms', 'ContainerCreating'],
    ['a deleted pod', created(WEB, CREATE, 'at: 8s, do: deletePod, pod: web'), '9s', 'Terminating'],
    ['a deleted pod that is over', created(WEB, CREATE, 'at: 8s, do: deletePod, pod: web'), '20s', '(gone)'],
    ['an evicted pod', created(WEB, CREATE, 'at: 8s, do: evictPod, pod: web'), '20s', 'Evicted'],
    [
      'a job that is done',
      created('web: { restartPolicy: Never, containers: [{ runsFor: 2s }] }', CREATE),
      '20s',
      'Completed',
    ],
    [
      'a job that failed',
      created('web: { restartPolicy: Never, containers: [{ runsFor: 2s, exitCode: 3 }] }', CREATE),
      '20s',
      'Error',
    ],
    ['a pod without a network', created(WEB, 'at: 0s, do: networkDown', CREATE), '8s', 'ContainerCreating'],
    [
      'a pod of a kubelet that is away',
      created(WEB, 'at: 0s, do: restartKubelet, downtime: 1m', CREATE),
      '8s',
      'Pending',
    ],
  ])('of %s', (_, text, until, kubectl) => {
    expect(run(text, until).kubectl('web')).toBe(kubectl);
  });

  it('of a pod with finalizers is Terminating until they are taken off, and it is not the kubelet’s fault', () => {
    const pod = 'web: { gracePeriod: 5, finalizers: [lab/keep] }';
    const steps = [CREATE, 'at: 8s, do: deletePod, pod: web', 'at: 40s, do: removeFinalizers, pod: web'];
    const node = run(created(pod, ...steps), '39s');
    expect([node.kubectl('web'), node.worker('web'), node.verdict('web').kind]).toEqual([
      'Terminating',
      'finished',
      'finished',
    ]);
    node.until('45s');
    expect([node.kubectl('web'), node.worker('web')]).toEqual(['(gone)', 'forgotten']);
  });
});

describe('a mirror pod', () => {
  it('is made for a static pod', () => {
    const node = run(created(WEB, CREATE_STATIC), '10s');
    expect(node.kubectl('web')).toBe('Running');
    expect(node.of('mirrorPodCreated')).toHaveLength(1);
  });

  it.each([
    // The kubelet sees the deletion timestamp, deletes the outdated one and makes a new one in the same SyncPod.
    ['deletes', 'deletePod', '15s'],
    // SyncPod is handed the mirror pod as it was, so the resync (60 to 90 s) is the first to miss it.
    ['deletes by force', 'forceDeletePod', '105s'],
  ])('that somebody %s comes back; the static pod runs on', (_, word, until) => {
    const node = run(created(WEB, CREATE_STATIC, `at: 10s, do: ${word}, pod: web`), until);
    expect(node.of('mirrorPodCreated')).toHaveLength(2);
    expect([node.runtime('web'), node.worker('web')]).toEqual(['running', 'syncing']);
    const changes = node.data('runtimeChanged', 'web').map(({ change }) => change.type);
    expect(changes).not.toContain('containerExited');
  });

  it('that came back gets the static pod’s status with the next round of the status manager', () => {
    const node = run(created('web: {}', CREATE_STATIC, 'at: 10s, do: deletePod, pod: web'), '35s');
    expect([node.worker('web'), node.kubectl('web')]).toEqual(['syncing', 'Running']);
  });

  it('stays while the static pod of that name terminates, and goes with it', () => {
    const pod = 'web: { gracePeriod: 20, containers: [{ name: app, stopTakes: 15s }] }';
    const node = run(created(pod, CREATE_STATIC, 'at: 10s, do: removeStaticPod, pod: web'), '24s');
    expect([node.worker('web'), node.kubectl('web')]).toEqual(['terminating', 'Running']);
    node.until('35s');
    expect([node.worker('web'), node.kubectl('web')]).toEqual(['forgotten', '(gone)']);
  });
});

describe('without an API server', () => {
  it('status writes fail and are tried again in the rounds of 10 s', () => {
    const steps = [CREATE, 'at: 500ms, do: apiServerDown', 'at: 25s, do: apiServerUp'];
    const node = run(created(WEB, ...steps), '60s');
    const failed = node.of('apiWriteFailed', 'web');
    expect(failed.length).toBeGreaterThan(1);
    for (const { at } of failed) expect(at).toBeLessThan(25_100);
    expect(node.times('statusWritten', 'web').find((time) => time > 25_000)).toBe(30_120);
    expect(node.kubectl('web')).toBe('Running');
  });
});

describe('a kubelet that restarts', () => {
  const pod = 'web: { volumes: [data], containers: [{ name: app, stopTakes: 500ms }] }';
  const steps = [
    CREATE,
    'at: 10s, do: restartKubelet, downtime: 5s',
    'at: 12s, do: forceDeletePod, pod: web',
  ];

  it.each(RELEASE_NAMES)('%s stops what nobody knows, on behalf of the runtime alone', (release) => {
    const node = run(created(pod, ...steps), '40s', release);
    expect(node.data('orphanedRuntimePod').map(({ pod: found }) => found.uid)).toEqual([node.uid('web')]);
    const stop = node.of('callStarted', 'web').filter(({ at }) => at > 15_000);
    expect(stop.map(({ data }) => data.fn)).toEqual(['syncTerminatingRuntimePod']);
    expect(node.data('criStarted', 'web').findLast(({ op }) => op === 'StopContainer')?.gracePeriod).toBe(1);
    expect([node.runtime('web'), node.worker('web')]).toEqual(['exited', 'forgotten']);
  });

  it('leaves volumes mounted while it is away, and unmounts those of a pod that is gone', () => {
    const node = run(created(pod, ...steps), '15s');
    expect(node.of('volumesUnmounted')).toEqual([]);
    node.until('30s');
    expect(node.of('volumesUnmounted')).toHaveLength(1);
    expect(node.kubelet.volumeManager.mountedPods()).toEqual([]);
  });

  it('before it was up, or again while it is down, is back after the later downtime', () => {
    const twice = 'at: 10s, do: restartKubelet, downtime: 30s';
    const node = run(created(WEB, 'at: 0s, do: restartKubelet, downtime: 20s', twice), '60s');
    expect(node.times('kubeletStarted')).toEqual([40_100]);
  });

  it('takes over what runs and is wanted, without touching it', () => {
    const node = run(created(pod, CREATE, 'at: 10s, do: restartKubelet, downtime: 5s'), '40s');
    expect(node.of('runtimeChanged', 'web').filter(({ at }) => at > 10_000)).toEqual([]);
    expect([node.worker('web'), node.kubectl('web')]).toEqual(['syncing', 'Running']);
  });
});

describe('containers', () => {
  const started = (node: NodeRun) =>
    node.of('runtimeChanged', 'web').filter(({ data }) => data.change.type === 'containerStarted');

  it('that crash wait 10 s, doubled up to 5 min, before they start again', () => {
    const node = run(created('web: { containers: [{ runsFor: 1s, exitCode: 1 }] }', CREATE), '45m');
    const waits = gaps(started(node).map(({ at }) => at - 0)).map((gap) => gap - 1000);
    const least = [0, 10, 20, 40, 80, 160, 300, 300].map((s) => s * 1000);
    least.forEach((ms, i) => {
      expect(waits[i]).toBeGreaterThanOrEqual(ms);
      // The wait is seen to be over at a retry: 10 to 15 s, the tick and a relist later.
      expect(waits[i]).toBeLessThan(ms + 20_000);
    });
  });

  it('start after the init containers, which come one after the other', () => {
    const node = run(
      created(
        'web: { initContainers: [{ name: one, runsFor: 1s }, { name: two, runsFor: 2s }], containers: [{ name: app }] }',
        CREATE,
      ),
      '30s',
    );
    const order = node
      .data('runtimeChanged', 'web')
      .flatMap(({ change }) =>
        change.type === 'containerStarted' || change.type === 'containerExited'
          ? [`${change.name} ${change.type}`]
          : [],
      );
    expect(order).toEqual([
      'one containerStarted',
      'one containerExited',
      'two containerStarted',
      'two containerExited',
      'app containerStarted',
    ]);
  });

  it('do not start without a network: the pod is tried again every second or so', () => {
    const node = run(created(WEB, 'at: 0s, do: networkDown', CREATE), '20s');
    expect([node.runtime('web'), node.worker('web')]).toEqual(['none', 'syncing']);
    const retries = node.of('retryQueued', 'web');
    for (const { at, data } of retries) {
      expect(data.class).toBe('transient');
      expect(data.dueAt - at).toBeGreaterThanOrEqual(1000);
      expect(data.dueAt - at).toBeLessThanOrEqual(1500);
    }
    expect(retries.length).toBeGreaterThan(5);
  });

  it('of a pod on the host’s network start all the same', () => {
    const node = run(created('web: { hostNetwork: true }', 'at: 0s, do: networkDown', CREATE), '20s');
    expect(node.runtime('web')).toBe('running');
  });
});

describe('the bug of v1.26', () => {
  const of = (release: (typeof RELEASE_NAMES)[number]) =>
    new NodeRun(catalogScenario('force-delete-cri-error'), release).until('60s');

  it('leaves the pod stuck, and the ledger says of everything why it will not help', () => {
    const node = of('v1.26');
    expect(node.verdict('web')).toEqual({
      kind: 'stuck',
      why: 'nothing in this kubelet will touch it again',
    });
    const ledger = wakeUpLedger(node.sim, node.uid('web')) ?? [];
    expect(ledger.map(({ source, wakes }) => [source, wakes])).toEqual([
      ['worker', false],
      ['config', false],
      ['workQueue', false],
      ['pleg', false],
      ['housekeeping', false],
      ['restart', true],
    ]);
    expect(ledger.find(({ source }) => source === 'housekeeping')?.why).toContain('leaves it alone');
  });

  it('is decided when the stop fails, not when a time-out is over', () => {
    const node = of('v1.26');
    const failed = node.of('callReturned', 'web').findLast(({ data }) => data.result === 'error');
    expect(node.times('becameStuck')).toEqual([failed?.at]);
  });

  it.each(['v1.27', 'v1.31'] as const)('is not in %s: housekeeping sends the update again', (release) => {
    const node = of(release);
    expect(node.of('becameStuck')).toEqual([]);
    expect(node.data('orphanMet', 'web').map(({ did }) => did)).toContain('replayed');
    expect([node.worker('web'), node.verdict('web').kind]).toEqual(['forgotten', 'gone']);
  });

  it('blocks another static pod of the name', () => {
    const pods =
      'web: { podName: twin, containers: [{ image: a:1 }] }, next: { podName: twin, containers: [{ image: a:2 }] }';
    const steps = [
      CREATE_STATIC,
      'at: 8s, do: injectFault, operation: StopPodSandbox, kind: error, times: 1',
      'at: 10s, do: removeStaticPod, pod: web',
      'at: 30s, do: createStaticPod, pod: next',
    ];
    const before = run(created(pods, ...steps), '60s', 'v1.26');
    expect([before.verdict('web').kind, before.verdict('next').kind]).toEqual(['stuck', 'blocked']);
    const after = run(created(pods, ...steps), '60s', 'v1.31');
    expect([after.verdict('web').kind, after.verdict('next').kind]).toEqual(['gone', 'running']);
  });

  it('ends with a restart of the kubelet', () => {
    const node = new NodeRun(catalogScenario('restart-frees-stuck-pod'), 'v1.26').until('3m');
    expect(node.of('becameStuck').length).toBe(1);
    expect(node.of('freed').length).toBe(1);
  });
});

describe('causes', () => {
  it.each(RELEASE_NAMES)('in %s every event has a cause that came before it, or none', (release) => {
    for (const name of [
      'force-delete-cri-error',
      'kubelet-restart-with-orphans',
      'e2e-static-pod-runtime-down',
    ]) {
      const { trace } = new NodeRun(catalogScenario(name), release).until('90s');
      for (const { id, causedBy } of trace) if (causedBy !== null) expect(causedBy).toBeLessThan(id);
    }
  });

  it('of a dropped retry lead back to the command', () => {
    const node = new NodeRun(catalogScenario('force-delete-cri-error'), 'v1.26').until('60s');
    const [dropped] = node.of('retryDropped', 'web');
    if (dropped === undefined) throw new Error('no retry was dropped');
    const chain = node.chain(dropped);
    const kinds = chain.map(({ kind }) => kind);
    expect(kinds.slice(0, 4)).toEqual(['retryDropped', 'retryQueued', 'turnEnded', 'callReturned']);
    for (const kind of ['criReturned', 'criStarted', 'updateReceived', 'configReceived'] as const)
      expect(kinds).toContain(kind);
    const first = chain.at(-1);
    expect(first?.kind === 'command' && first.data.command.do).toBe('forceDeletePod');
  });
});
