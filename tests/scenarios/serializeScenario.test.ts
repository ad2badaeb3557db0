import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duration } from '../../src/clock/simTime';
import { DEFAULT_TIMING, type Timing } from '../../src/clock/timing';
import { FAULT_KINDS, FAULT_OPERATIONS, GRPC_CODES } from '../../src/runtime/faults';
import type { Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { serializeScenario } from '../../src/scenarios/serializeScenario';

const label = fc.oneof(
  fc.constantFrom('web', 'api', 'constructor', 'null', 'true', '1', '1e3', 'no', '0x1f', 'y'),
  fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?$/),
);
const time = fc.integer({ min: 0, max: 3_600_000 }).map(duration);
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const line = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => /\S/.test(text));
const image = fc.constantFrom('web:1', 'web:2', 'registry.local:5000/a/b@sha256:00', 'x');

const container = fc.record({
  name: label,
  image,
  stopTakes: time,
  runsFor: some(time),
  exitCode: fc.integer({ min: 0, max: 255 }),
});

const names = fc.uniqueArray(label, { maxLength: 3 });

const template = (name: string) =>
  fc.record({
    name: fc.constant(name),
    namespace: label,
    uid: some(line),
    podName: fc.oneof(fc.constant(name), label),
    gracePeriod: fc.integer({ min: 0, max: 86_400 }),
    restartPolicy: fc.constantFrom('Always' as const, 'OnFailure' as const, 'Never' as const),
    containers: fc.uniqueArray(container, { minLength: 1, maxLength: 3, selector: (c) => c.name }),
    initContainers: fc.constant([]),
    volumes: names,
    hostNetwork: fc.boolean(),
    finalizers: fc.array(line, { maxLength: 2 }),
  });

const command = (pod: string, app: string) => {
  const of = <const T>(value: T) => fc.constant(value);
  const grace = some(fc.integer({ min: 0, max: 86_400 }));
  return fc.oneof(
    fc
      .constantFrom(
        'createStaticPod',
        'removeStaticPod',
        'forceDeletePod',
        'recreatePodSameUID',
        'removeFinalizers',
      )
      .map((name) => ({ do: name, pod })),
    fc
      .constantFrom('stopRuntime', 'startRuntime', 'networkDown', 'networkUp', 'apiServerDown', 'apiServerUp')
      .map((name) => ({
        do: name,
      })),
    fc.record({ do: of('editStaticPod'), pod: of(pod), image }),
    fc.record({ do: fc.constantFrom('deletePod', 'evictPod'), pod: of(pod), gracePeriod: grace }),
    fc.record({
      do: of('exitContainer'),
      pod: of(pod),
      container: fc.constantFrom(null, app),
      exitCode: fc.nat(255),
    }),
    fc.record({ do: of('restartKubelet'), downtime: time }),
    fc.record({
      do: of('liftFault'),
      name: of(null),
      operation: some(fc.constantFrom(...FAULT_OPERATIONS)),
      pod: of(null),
    }),
    fc.record({
      do: of('injectFault'),
      name: some(line),
      operation: fc.constantFrom(...FAULT_OPERATIONS),
      pod: fc.constantFrom(null, pod),
      kind: fc.constantFrom(...FAULT_KINDS),
      code: fc.constantFrom(...GRPC_CODES),
      message: fc.string(),
      delay: time,
      times: some(fc.integer({ min: 1, max: 99 })),
      nth: fc.integer({ min: 1, max: 99 }),
      probability: fc.double({ min: 0.001, max: 1, noNaN: true }),
    }),
  );
};

const expectation = (pod: string) =>
  fc.record(
    {
      pod: fc.constant(pod),
      kubectl: line,
      stuck: fc.boolean(),
      runtime: fc.constantFrom('none', 'sandbox ready'),
      worker: fc.constantFrom('observed', 'forgotten'),
      image,
      mirrorPod: fc.constantFrom('present', 'absent'),
      metrics: fc
        .array(
          fc.tuple(
            fc.constantFrom('a{b="c d",e="\\""}', 'constructor', 'x:y'),
            fc.double({ noNaN: true, noDefaultInfinity: true }),
          ),
        )
        // YAML has a negative zero, and so has a run; nobody can tell them apart.
        .map((entries) => new Map(entries.map(([series, value]) => [series, value + 0]))),
      releases: fc.uniqueArray(fc.constantFrom('v1.26', 'v1.27', 'v1.31'), { minLength: 1 }),
    },
    { requiredKeys: ['pod', 'stuck'] },
  );

const scenario: fc.Arbitrary<Scenario> = fc
  .uniqueArray(label, { minLength: 1, maxLength: 3 })
  .chain((keys) => fc.tuple(...keys.map(template)))
  .chain((templates) => {
    const [first] = templates;
    const pod = first?.name ?? '';
    const app = first?.containers[0]?.name ?? '';
    const step = fc.oneof(
      fc.record(
        {
          ...{ at: time, line: fc.constant(null), command: command(pod, app) },
          last: fc.constant(true as const),
        },
        { requiredKeys: ['at', 'line', 'command'] },
      ),
      fc.record({ at: time, line: fc.constant(null), expect: expectation(pod) }),
    );
    return fc.record({
      version: fc.constant(1),
      title: line,
      description: fc.string({ unit: 'grapheme' }),
      release: fc.constantFrom('v1.26', 'v1.27', 'v1.31'),
      seed: fc.nat(),
      maxPods: fc.integer({ min: 0, max: 10_000 }),
      shuffleTies: fc.boolean(),
      until: some(time),
      timing: fc
        .dictionary(
          fc.constantFrom(...Object.keys(DEFAULT_TIMING)),
          time.map((d) => duration(d + 1)),
        )
        .map((overrides) => ({ ...DEFAULT_TIMING, ...overrides }) as Timing),
      pods: fc.constant(new Map(templates.map((t) => [t.name, t]))),
      steps: fc.array(step, { maxLength: 8 }).map((steps) => [...steps].sort((a, b) => a.at - b.at)),
    }) as unknown as fc.Arbitrary<Scenario>;
  });

/** The steps of a saved scenario stand in other lines than those of the file that it came from. */
const withoutLines = (s: Scenario): Scenario => ({
  ...s,
  steps: s.steps.map((step) => ({ ...step, line: null })),
});

describe('a scenario as text', () => {
  test('parses back to itself', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const text = serializeScenario(given);
        const result = parseScenario({ file: 'x', text });
        if (!result.ok) throw new Error(`${JSON.stringify(result.diagnostics)}\n${text}`);
        expect(withoutLines(result.value)).toEqual(given);
      }),
      { numRuns: 200 },
    );
  });

  test('leaves out what has its default', () => {
    const text = `version: 1
title: Short
release: v1.26
timing:
  relist: 3s
pods:
  web: {}
  api: { gracePeriod: 5, containers: [ { stopTakes: 2s } ] }
steps:
  - { at: 0s, do: createPod, pod: web }
  - { at: 1s, do: injectFault, operation: PullImage, kind: hang, times: until-lifted }
  - { at: 1m30s, expect: { pod: web, stuck: false } }
`;
    const result = parseScenario({ file: 'x', text });
    expect(result.ok && serializeScenario(result.value)).toBe(text);
  });
});
