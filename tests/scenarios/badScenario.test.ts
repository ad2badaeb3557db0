import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/result';
import { parseScenario } from '../../src/scenarios/parseScenario';

/** A scenario with a pod `web` in line 4 and the given lines from line 6 on. */
const withSteps = (...steps: readonly string[]): string =>
  ['version: 1', 'title: t', 'pods:', '  web: {}', 'steps:', ...steps.map((step) => `  - ${step}`)].join(
    '\n',
  );

/** A scenario with the given lines from line 3 on, and no steps. */
const withFields = (...lines: readonly string[]): string =>
  ['version: 1', 'title: t', ...lines, 'steps: []'].join('\n');

type Row = readonly [
  desc: string,
  text: string,
  ...expected: readonly (readonly [place: string, message: string, tip?: string])[],
];

const rows: readonly Row[] = [
  [
    'an unknown command: the nearest one is the tip',
    withSteps('{ at: 0s, do: forceDelete, pod: web }'),
    ['6:19 steps[0].do', 'unknown command `forceDelete`', 'did you mean `forceDeletePod`?'],
  ],
  [
    'a misspelt field of a template',
    withFields('pods:', '  web: { gracePeroid: 3 }'),
    ['4:10 pods.web.gracePeroid', 'unknown field `gracePeroid`', 'did you mean `gracePeriod`?'],
  ],
  [
    'two misspelt fields of one object are both told of',
    withFields('pods:', '  web: { gracePeroid: 3, volums: [] }'),
    ['4:10 pods.web.gracePeroid', 'unknown field `gracePeroid`', 'did you mean `gracePeriod`?'],
    ['4:26 pods.web.volums', 'unknown field `volums`', 'did you mean `volumes`?'],
  ],
  [
    'a field that is like no other: what is allowed is the tip',
    withSteps('{ at: 0s, do: stopRuntime, because: x }'),
    ['6:32 steps[0].because', 'unknown field `because`', 'known: `at`, `do`, `repeat`, `last`'],
  ],
  [
    'a required field that is misspelt is one mistake, not two',
    withSteps('{ at: 0s, do: createPod, podd: web }'),
    ['6:30 steps[0].podd', 'unknown field `podd`', 'did you mean `pod`?'],
  ],
  [
    'a required field that is missing',
    withSteps('{ at: 0s, do: createPod }'),
    ['6:5 steps[0].pod', 'missing field `pod`', 'a name under `pods`'],
  ],
  [
    'a number where a duration should be',
    withSteps('{ at: 20, do: stopRuntime }'),
    ['6:11 steps[0].at', '`at`: a duration needs a unit, `20` has none', '`20s`'],
  ],
  [
    'a unit that there is not',
    withFields('until: 3d'),
    [
      '3:8 until',
      '`until` is no duration: `3d`',
      'the units are `ms`, `s`, `m` and `h`: `500ms`, `20s`, `2m3s`, `1h`',
    ],
  ],
  [
    'a negative time',
    withSteps('{ at: -5s, do: stopRuntime }'),
    ['6:11 steps[0].at', '`at` is negative: `-5s`', 'times count from the start of the run, `0s`'],
  ],
  [
    'a time beyond every run',
    withSteps('{ at: 101h, do: stopRuntime }'),
    ['6:11 steps[0].at', '`at` is longer than 100 h', 'a run of the model is minutes or hours long'],
  ],
  [
    'a period of zero would never let the run go on',
    withFields('timing: { relist: 0s }'),
    ['3:19 timing.relist', '`relist` must be at least 1ms', 'a loop without a pause never ends'],
  ],
  [
    'seconds with a unit where Kubernetes has none',
    withFields('pods: { web: { gracePeriod: 30s } }'),
    [
      '3:29 pods.web.gracePeriod',
      '`gracePeriod` must be a whole number of seconds, 0 to 86400, not `30s`',
      'write the seconds without a unit: `30`',
    ],
  ],
  [
    'steps that are not in order of time',
    withSteps('{ at: 12s, do: stopRuntime }', '{ at: 6s, do: startRuntime }'),
    [
      '7:11 steps[1].at',
      'steps are out of order: step 2 is at `6s`, step 1 before it at `12s`',
      'write the steps in order of time',
    ],
  ],
  [
    'a pod that no template defines',
    withSteps('{ at: 0s, do: createPod, pod: webb }'),
    ['6:35 steps[0].pod', 'no template defines the pod `webb`', 'did you mean `web`?'],
  ],
  [
    'an expectation of a pod that no template defines',
    withSteps('{ at: 0s, expect: { pod: api, stuck: true } }'),
    ['6:30 steps[0].expect.pod', 'no template defines the pod `api`', 'known: `web`'],
  ],
  [
    'a fault for a pod that nobody knows',
    withSteps('{ at: 0s, do: injectFault, operation: PullImage, kind: hang, pod: wbe }'),
    ['6:71 steps[0].pod', 'no template defines the pod `wbe`', 'known: `web`'],
  ],
  [
    'two templates of one key',
    withFields('pods:', '  web: {}', '  api: {}', '  web: {}'),
    [
      '6:3 pods.web',
      'two pods with one name: `web`, lines 4 and 6',
      'give one another key; `podName` may be the same for static pods',
    ],
  ],
  [
    'two pods of one name in the API server',
    withFields('pods: { a: { podName: web }, b: { podName: web } }').replace(
      'steps: []',
      'steps:\n  - { at: 0s, do: createPod, pod: a }\n  - { at: 1s, do: createPod, pod: b }',
    ),
    [
      '6:35 steps[1].pod',
      'two pods with one name: `a` and `b` are both `default/web` in the API server',
      'give one another podName or namespace, or make it a static pod',
    ],
  ],
  [
    'another field given twice',
    withFields('seed: 1', 'seed: 2'),
    ['4:1 seed', 'field `seed` is given twice, lines 3 and 4', 'remove one of them'],
  ],
  [
    'a name that Kubernetes would not take',
    withFields('pods: { Web_1: {} }'),
    [
      '3:9 pods.Web_1',
      'Kubernetes takes no name such as `Web_1`',
      'at most 63 small letters, digits and `-`, with a letter or digit at both ends',
    ],
  ],
  [
    'two containers of one name',
    withFields('pods: { web: { containers: [{ name: a }, { name: a }] } }'),
    ['3:50 pods.web.containers[1].name', 'two containers of pod `web` have the name `a`'],
  ],
  [
    'a container that the pod does not have',
    withSteps('{ at: 0s, do: exitContainer, pod: web, container: ap }'),
    ['6:55 steps[0].container', 'pod `web` has no container `ap`', 'did you mean `app`?'],
  ],
  [
    'a release that is not modelled',
    withFields('release: v1.28'),
    ['3:10 release', 'unknown release `v1.28`', 'did you mean `v1.26`?'],
  ],
  [
    'a release without its letter is a number to YAML',
    withFields('release: 1.31'),
    ['3:10 release', 'unknown release `1.31`', 'did you mean `v1.31`?'],
  ],
  [
    'a file for a later program: nothing else in it is judged',
    'version: 2\nfoo: bar',
    [
      '1:10 version',
      'written for a newer version: this program reads version 1, the file has `2`',
      'use a newer program',
    ],
  ],
  [
    'version 0',
    'version: 0\ntitle: t\nsteps: []',
    ['1:10 version', 'unknown version `0`', 'write `version: 1`'],
  ],
  [
    'both forms of a step at once',
    withSteps('{ at: 0s, do: stopRuntime, expect: { pod: web, stuck: true } }'),
    ['6:5 steps[0]', 'a step has either `do` or `expect`, not both', 'make it two steps'],
  ],
  [
    'neither form of a step',
    withSteps('{ at: 0s, doo: stopRuntime }'),
    ['6:5 steps[0]', 'a step has neither `do` nor `expect`', 'is `doo` meant to be `do`?'],
  ],
  [
    'a step that is a word',
    withSteps('stopRuntime'),
    [
      '6:5 steps[0]',
      'a step is a map of fields, not `stopRuntime`',
      'such as `{ at: 0s, do: createPod, pod: web }`',
    ],
  ],
  [
    'an expectation without anything to check',
    withSteps('{ at: 0s, expect: { pod: web } }'),
    [
      '6:23 steps[0].expect',
      'this expectation checks nothing',
      'add one of `worker`, `kubectl`, `runtime`, `stuck`, `image`, `mirrorPod`, `metrics`',
    ],
  ],
  [
    'an expectation of no pod in particular',
    withSteps('{ at: 0s, expect: { stuck: true } }'),
    [
      '6:23 steps[0].expect',
      '`stuck` is expected of a pod, but `pod` is missing',
      'add `pod:` and a name under `pods`',
    ],
  ],
  [
    'a probability of nothing',
    withSteps('{ at: 0s, do: injectFault, operation: PullImage, kind: hang, probability: 0 }'),
    ['6:79 steps[0].probability', '`probability` must be more than 0 and at most 1, not `0`'],
  ],
  [
    'a fault that hits no call at all',
    withSteps('{ at: 0s, do: injectFault, operation: PullImage, kind: hang, times: 0 }'),
    ['6:73 steps[0].times', '`times` must be a whole number, 1 or more, or `until-lifted`, not `0`'],
  ],
  [
    'lifting a fault by a name that none has',
    withSteps(
      '{ at: 0s, do: injectFault, name: slow, operation: PullImage, kind: hang }',
      '{ at: 1s, do: liftFault, name: slo }',
    ),
    ['7:36 steps[1].name', 'no step injects a fault named `slo`', 'did you mean `slow`?'],
  ],
  [
    'more steps than are allowed, once repeats are written out',
    withSteps(
      '{ at: 0s, do: stopRuntime, repeat: { times: 6000, every: 1s } }',
      '{ at: 0s, do: startRuntime, repeat: { times: 6000, every: 1s } }',
    ),
    ['7:5 steps[1]', 'more than 10,000 steps, repeats written out'],
  ],
  [
    'repeats into next week',
    withSteps('{ at: 0s, do: stopRuntime, repeat: { times: 200, every: 1h } }'),
    ['6:40 steps[0].repeat', 'the last repeat is later than 100 h'],
  ],
  [
    'a counter where nothing counts',
    withSteps("{ at: 0s, do: editStaticPod, pod: web, image: 'web:{n}' }"),
    [
      '6:51 steps[0].image',
      '`{n}` counts repeats, and this step has none',
      'add `repeat: { times: 3, every: 1s }`',
    ],
  ],
  [
    'keys that JavaScript has plans for are unknown fields like any other',
    withSteps('{ at: 0s, do: stopRuntime, __proto__: { x: 1 }, constructor: 2 }'),
    ['6:32 steps[0].__proto__', 'unknown field `__proto__`', 'known: `at`, `do`, `repeat`, `last`'],
    ['6:53 steps[0].constructor', 'unknown field `constructor`', 'known: `at`, `do`, `repeat`, `last`'],
  ],
  [
    'a text where YAML reads a number',
    'version: 1\ntitle: 5\nsteps: []',
    ['2:8 title', '`title` must be a text, not `5`', 'put it in quotes'],
  ],
  [
    'a list where fields belong, which JavaScript would take for an object',
    withFields('timing: [1s]', 'pods: { web: [] }'),
    ['3:9 timing', '`timing` must be a map of fields, not a list'],
    ['4:14 pods.web', '`web` must be a map of fields, not a list'],
  ],
  [
    'nothing after the colon',
    withFields('pods:'),
    ['3:6 pods', '`pods` must be a map of fields, not nothing', 'remove the field, or write a value'],
  ],
];

describe('a scenario with mistakes', () => {
  for (const [desc, text, ...expected] of rows) {
    test(desc, () => {
      const result = parseScenario({ file: 'bad.yaml', text });
      const found = result.ok ? [] : result.diagnostics;
      expect(found).toEqual(expected.map(([place, message, tip]) => diagnostic(place, message, tip)));
    });
  }

  test('no more than 20 mistakes are told at once, the first of the file', () => {
    const steps = Array.from({ length: 50 }, (_, i) => `{ at: ${i}s, do: nothing${i} }`);
    const result = parseScenario({ file: 'bad.yaml', text: withSteps(...steps) });
    expect(result.ok ? [] : result.diagnostics.map((d) => d.line)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 6),
    );
  });
});

function diagnostic(place: string, message: string, tip?: string): Diagnostic {
  const [position = '', path = ''] = place.split(' ');
  const [line, column] = position.split(':').map(Number);
  return {
    severity: 'error',
    file: 'bad.yaml',
    line: line as number,
    column: column as number,
    path,
    message,
    ...(tip === undefined ? {} : { tip }),
  };
}
