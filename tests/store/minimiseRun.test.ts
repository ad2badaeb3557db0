import { beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { Lab } from '../../src/store/lab';
import { minimiseRun } from '../../src/store/minimiseRun';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';
import { ExplorerLine } from '../helpers/explorerLine';

const TEXT = `version: 1
title: Two pods, one of them for nothing
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
  api: { containers: [{ name: app, image: 'api:1' }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 0s,  do: createPod, pod: api }
  - { at: 10s, do: injectFault, operation: StopPodSandbox, pod: web, kind: error, code: Unknown, times: 1 }
`;

let lab: Lab;
let line: ExplorerLine;
const frames = (): void => {
  for (let i = 0; i < 10; i++) lab.frame(0);
};
const shown = () => lab.panes()[0];
const commands = () =>
  shown()?.scenario?.steps.flatMap((step) => ('command' in step ? [step.command.do] : []));

beforeEach(() => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  line = new ExplorerLine();
  lab = new Lab(() => localPort(host), line.port);
  lab.open({ kind: 'text', file: 'two.yaml', text: TEXT }, ['v1.26']);
  frames();
});

describe('minimising the run that is shown', () => {
  it('takes commands given by hand for its own, keeps what it takes, and can be undone', () => {
    lab.inject({ do: 'forceDeletePod', pod: 'web' }, 12_000);
    frames();
    const whole = shown()?.id;
    const said: [string, boolean][] = [];
    minimiseRun(lab, whole ?? '', 'web', (words, done) => said.push([words, done]));
    frames();
    line.answer();
    frames();
    expect(said).toEqual([['4 steps became 3.', true]]);
    expect(commands()).toEqual(['createPod', 'injectFault', 'forceDeletePod']);
    expect(shown()?.moment?.pods).toMatchObject([{ name: 'web', stuck: true }]);
    lab.undo();
    expect(shown()?.id).toBe(whole);
    expect(shown()?.given).toHaveLength(1);
  });

  it('says why where there is nothing to do, and changes nothing', () => {
    const before = shown()?.id;
    const said: [string, boolean][] = [];
    minimiseRun(lab, before ?? '', 'web', (words, done) => said.push([words, done]));
    frames();
    line.answer();
    expect(said).toEqual([
      ['web is not stuck at the end of this run in v1.26: there is nothing to minimise.', false],
    ]);
    expect(shown()?.id).toBe(before);
    expect(lab.canUndo).toBe(false);
  });

  it('says so if the run is gone meanwhile', () => {
    const said: string[] = [];
    minimiseRun(lab, shown()?.id ?? '', 'web', (words) => said.push(words));
    lab.open({ kind: 'text', file: 'two.yaml', text: TEXT }, ['v1.26']);
    frames();
    minimiseRun(lab, 'no such run', 'web', (words) => said.push(words));
    expect(said).toEqual(['the run is not there any more', 'the run is not there any more']);
  });
});
