import { describe, expect, test } from 'vitest';
import { assert } from '../../src/base/assert';
import { DEFAULT_TIMING } from '../../src/clock/timing';
import type { Command, Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';

const DESIGN = `version: 1
title: Force delete meets a CRI error
release: v1.27
seed: 1
pods:                       # templates, used by name below
  web: { gracePeriod: 30, containers: [{ name: app, image: web:1, stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
  - { at: 12s, do: forceDeletePod, pod: web }
  - { at: 60s, expect: { pod: web, worker: forgotten, stuck: false } }
`;

const read = (text: string): Scenario => {
  const result = parseScenario({ file: 'x', text });
  expect(result.ok ? [] : result.diagnostics).toEqual([]);
  assert(result.ok, 'the scenario of a test is valid');
  return result.value;
};

const withSteps = (...steps: readonly string[]): string =>
  ['version: 1', 'title: t', 'pods: { web: {}, api: {} }', 'steps:', ...steps.map((s) => `  - ${s}`)].join(
    '\n',
  );

const commands = (...steps: readonly string[]): Command[] =>
  read(withSteps(...steps)).steps.flatMap((step) => ('command' in step ? [step.command] : []));

describe('a good scenario', () => {
  test('the example of the design, defaults filled in', () => {
    const scenario = read(DESIGN);
    expect(scenario).toEqual({
      version: 1,
      title: 'Force delete meets a CRI error',
      description: '',
      release: 'v1.27',
      seed: 1,
      maxPods: 110,
      shuffleTies: false,
      until: null,
      timing: DEFAULT_TIMING,
      pods: new Map([
        [
          'web',
          {
            name: 'web',
            namespace: 'default',
            uid: null,
            podName: 'web',
            gracePeriod: 30,
            restartPolicy: 'Always',
            containers: [{ name: 'app', image: 'web:1', stopTakes: 2000, runsFor: null, exitCode: 0 }],
            initContainers: [],
            volumes: [],
            hostNetwork: false,
            finalizers: [],
          },
        ],
      ]),
      steps: [
        { at: 0, line: 8, command: { do: 'createPod', pod: 'web' } },
        {
          at: 10_000,
          line: 9,
          command: {
            do: 'injectFault',
            name: null,
            operation: 'StopPodSandbox',
            pod: 'web',
            kind: 'error',
            code: 'Unknown',
            message: 'the network of the sandbox cannot be torn down',
            delay: 0,
            times: 1,
            nth: 1,
            probability: 1,
          },
        },
        { at: 12_000, line: 10, command: { do: 'forceDeletePod', pod: 'web' } },
        { at: 60_000, line: 11, expect: { pod: 'web', worker: 'forgotten', stuck: false } },
      ],
    });
  });

  test('bytes, a byte order mark, JSON with tabs: all the same scenario', () => {
    const json = `{\n\t"version": 1,\n\t"title": "t",\n\t"$schema": "s",\n\t"steps": [\n\t\t{"at": "1s", "do": "stopRuntime"}\n\t]\n}`;
    const yaml = read('version: 1\ntitle: t\nsteps:\n\n\n  - at: 1s\n    do: stopRuntime\n');
    expect({ ...read(json), steps: [] }).toEqual({ ...yaml, steps: [] });
    expect(read(json).steps).toEqual(yaml.steps);
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(json)]);
    expect(parseScenario({ file: 'x', bytes })).toEqual({ ok: true, value: read(json), warnings: [] });
  });

  test('every default of every command', () => {
    expect(
      commands(
        '{ at: 0s, do: createStaticPod, pod: web }',
        '{ at: 0s, do: deletePod, pod: web }',
        '{ at: 0s, do: evictPod, pod: web, gracePeriod: 3 }',
        '{ at: 0s, do: exitContainer, pod: web }',
        '{ at: 0s, do: injectFault, operation: PullImage, kind: delay, times: until-lifted, message: "" }',
        '{ at: 0s, do: liftFault }',
        '{ at: 0s, do: restartKubelet }',
      ),
    ).toEqual([
      { do: 'createStaticPod', pod: 'web' },
      { do: 'deletePod', pod: 'web', gracePeriod: null },
      { do: 'evictPod', pod: 'web', gracePeriod: 3 },
      { do: 'exitContainer', pod: 'web', container: null, exitCode: 0 },
      {
        do: 'injectFault',
        name: null,
        operation: 'PullImage',
        pod: null,
        kind: 'delay',
        code: 'Unknown',
        message: '',
        delay: 10_000,
        times: null,
        nth: 1,
        probability: 1,
      },
      { do: 'liftFault', name: null, operation: null, pod: null },
      { do: 'restartKubelet', downtime: 1000 },
    ]);
  });

  test('an edited static pod gets the next tag, each template counting for itself', () => {
    const images = commands(
      '{ at: 0s, do: editStaticPod, pod: web }',
      '{ at: 1s, do: editStaticPod, pod: api }',
      '{ at: 2s, do: editStaticPod, pod: web }',
      '{ at: 3s, do: editStaticPod, pod: web, image: web:5 }',
      '{ at: 4s, do: editStaticPod, pod: web }',
      '{ at: 5s, do: editStaticPod, pod: web }',
    ).map((command) => ('image' in command ? command.image : ''));
    expect(images).toEqual(['web:2', 'api:2', 'web:3', 'web:5', 'web:6', 'web:7']);
  });

  test('a repeated step is written out and merged into the order of time', () => {
    const { steps } = read(
      withSteps(
        "{ at: 1s, do: editStaticPod, pod: web, image: 'web:1.{n}', repeat: { times: 3, every: 2s } }",
        '{ at: 2s, do: stopRuntime }',
        '{ at: 3s, do: startRuntime }',
      ),
    );
    expect(steps).toEqual([
      { at: 1000, line: 5, command: { do: 'editStaticPod', pod: 'web', image: 'web:1.1' } },
      { at: 2000, line: 6, command: { do: 'stopRuntime' } },
      { at: 3000, line: 5, command: { do: 'editStaticPod', pod: 'web', image: 'web:1.2' } },
      { at: 3000, line: 7, command: { do: 'startRuntime' } },
      { at: 5000, line: 5, command: { do: 'editStaticPod', pod: 'web', image: 'web:1.3' } },
    ]);
  });

  test('10,000 steps are read', () => {
    expect(
      read(withSteps('{ at: 0s, do: stopRuntime, repeat: { times: 10000, every: 1ms } }')).steps,
    ).toHaveLength(10_000);
  });

  test('two static pods of one name are a scenario', () => {
    const text = `version: 1
title: t
pods: { a: { podName: web }, b: { podName: web } }
steps:
  - { at: 0s, do: createStaticPod, pod: a }
  - { at: 1s, do: createStaticPod, pod: b }`;
    expect([...read(text).pods.values()].map(({ podName }) => podName)).toEqual(['web', 'web']);
  });

  test('a pod called `constructor` and series with labels are names like any other', () => {
    const text = `version: 1
title: t
pods: { constructor: {} }
steps:
  - at: 0s
    expect:
      pod: constructor
      stuck: false
      metrics:
        kubelet_working_pods{config="orphan",lifecycle="terminating",static="true"}: 1
        constructor: 0`;
    const scenario = read(text);
    expect([...scenario.pods.keys()]).toEqual(['constructor']);
    expect(scenario.steps.map((step) => ('expect' in step ? step.expect.metrics : null))).toEqual([
      new Map([
        ['kubelet_working_pods{config="orphan",lifecycle="terminating",static="true"}', 1],
        ['constructor', 0],
      ]),
    ]);
  });

  test('anchors and aliases may save some writing', () => {
    const text = 'version: 1\ntitle: t\npods:\n  a: &pod { gracePeriod: 5 }\n  b: *pod\nsteps: []';
    expect([...read(text).pods.values()].map(({ gracePeriod }) => gracePeriod)).toEqual([5, 5]);
  });

  test('what is allowed but hardly meant is a warning', () => {
    const text = withSteps(
      '{ at: 0s, do: injectFault, operation: ListPodSandbox, kind: error, pod: web }',
      '{ at: 9s, do: stopRuntime }',
    ).replace('title: t', 'title: t\nuntil: 5s');
    const result = parseScenario({ file: 'x', text });
    expect(result.ok ? result.warnings : []).toEqual([
      {
        severity: 'warning',
        file: 'x',
        line: 6,
        column: 77,
        path: 'steps[0].pod',
        message: '`ListPodSandbox` is asked for the whole node: with `pod` this fault hits nothing',
        tip: 'remove `pod`',
      },
      {
        severity: 'warning',
        file: 'x',
        line: 7,
        column: 11,
        path: 'steps[1].at',
        message: 'this step is later than `until` and never happens',
        tip: 'raise `until`, or remove it',
      },
    ]);
  });
});

describe('a fault without a name', () => {
  const fault = 'operation: PullImage, kind: hang, times: until-lifted';

  test('is lifted by the name that it gets when it is injected', () => {
    expect(
      commands(`{ at: 0s, do: injectFault, ${fault} }`, '{ at: 1s, do: liftFault, name: fault-1 }')[1],
    ).toEqual({ do: 'liftFault', name: 'fault-1', operation: null, pod: null });
  });

  test('is needed for that', () => {
    const text = withSteps(
      `{ at: 0s, do: injectFault, name: slow, ${fault} }`,
      '{ at: 1s, do: liftFault, name: fault-1 }',
    );
    expect(parseScenario({ file: 'x', text })).toMatchObject({ ok: false });
  });
});
