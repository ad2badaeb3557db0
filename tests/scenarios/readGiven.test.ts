import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/scenarios/command';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { readGiven } from '../../src/scenarios/readGiven';

const TEXT = `
version: 1
title: Two
pods: { web: {}, api: { podName: front, uid: u-1 } }
steps:
  - { at: 0s, do: createPod, pod: web }
`;

function scenario(): Scenario {
  const parsed = parseScenario({ file: 'two.yaml', text: TEXT });
  if (!parsed.ok) throw new Error('the scenario is good');
  return parsed.value;
}

const fault = {
  ...{
    do: 'injectFault',
    name: null,
    operation: 'StopContainer',
    pod: 'web',
    kind: 'error',
    code: 'Unknown',
  },
  ...{ message: 'no', delay: 0, times: null, nth: 1, probability: 1 },
};

describe('commands from outside', () => {
  it('are taken as they were given, in order of time', () => {
    const given = [
      { at: 9000, command: { do: 'restartKubelet', downtime: 1500 } },
      { at: 20.6, command: fault },
      { at: 3000, command: { do: 'deletePod', pod: 'web', gracePeriod: null } },
      { at: 4000, command: { do: 'liftFault', name: null, operation: null, pod: 'front' } },
    ];
    const read = readGiven(given, scenario());
    expect(read.ok && read.value).toEqual([{ at: 21, command: fault }, given[2], given[3], given[0]]);
  });

  it.each([
    ['an unknown command', { do: 'rebootNode' }, 'given[0].do', /unknown command `rebootNode`/],
    [
      'a pod that there is not',
      { do: 'createPod', pod: 'wep' },
      'given[0].pod',
      /no template defines the pod `wep`/,
    ],
    ['a missing field', { do: 'createPod' }, 'given[0].pod', /missing field `pod`/],
    ['a field of the wrong type', { do: 'createPod', pod: 7 }, 'given[0].pod', /`pod` must be a text/],
    ['a field too many', { do: 'stopRuntime', hard: true }, 'given[0].hard', /unknown field `hard`/],
    ['an operation that there is not', { ...fault, operation: 'Reboot' }, 'given[0].operation', /operation/],
    ['a chance of 2', { ...fault, probability: 2 }, 'given[0].probability', /at most 1/],
    [
      'a container that there is not',
      { do: 'exitContainer', pod: 'web', container: 'db', exitCode: 0 },
      'given[0].container',
      /no container `db`/,
    ],
    [
      'a downtime of a year',
      { do: 'restartKubelet', downtime: 3.2e10 },
      'given[0].downtime',
      /longer than 100 h/,
    ],
    ['a downtime in words', { do: 'restartKubelet', downtime: 'long' }, 'given[0].downtime', /no duration/],
    [
      'a repeated command',
      { do: 'stopRuntime', repeat: { times: 9, every: '1s' } },
      'given[0]',
      /no single command/,
    ],
    ['a list', [], 'given[0]', /a step/],
    ['nothing', null, 'given[0]', /a step/],
  ])('with %s are refused', (_, command, path, says) => {
    const read = readGiven([{ at: 0, command }], scenario());
    const [first] = read.ok ? [] : read.diagnostics;
    expect(first?.path).toBe(path);
    expect(first?.message).toMatch(says);
    expect(first?.line).toBeUndefined();
  });

  it.each([[-1], [3.7e8], [1e300], ['soon'], [null]])('at %s are refused', (at) => {
    const read = readGiven([{ at, command: { do: 'stopRuntime' } }], scenario());
    expect(read.ok ? 'taken' : read.diagnostics[0]?.path).toBe('given[0].at');
  });
});
