import { beforeEach, describe, expect, it } from 'vitest';
import { makeLibrary } from '../../src/scenarios/library';
import { Lab } from '../../src/store/lab';
import { decodeLink, encodeLink } from '../../src/store/link';
import { linkOf, openAddress } from '../../src/store/session';
import { localPort } from '../../src/transport/localPort';
import { SCENARIO_TOOLS } from '../../src/transport/scenarioTools';
import { SimulationHost } from '../../src/transport/simulationHost';

/** At 20 s a pod is deleted: the kubelet puts the update and its worker takes it within one millisecond. */
const TEXT = `version: 1
title: A pod is deleted
pods:
  web: { containers: [{ name: app, image: 'web:1', stopTakes: 2s }] }
steps:
  - { at: 0s,  do: createPod, pod: web }
  - { at: 20s, do: deletePod, pod: web }
`;

const newLab = (): Lab => {
  const host = new SimulationHost(makeLibrary(new Map()));
  host.equip(SCENARIO_TOOLS);
  return new Lab(() => localPort(host));
};
const frames = (lab: Lab): void => {
  for (let i = 0; i < 10; i++) lab.frame(0);
};
/** Opens a link in a page of its own. */
const opened = async (hash: string): Promise<Lab> => {
  const other = newLab();
  const opening = openAddress(other, `#${hash}`, () => {});
  await opening;
  frames(other);
  return other;
};
const webOf = (lab: Lab) => lab.panes()[0]?.moment?.pods[0];

let lab: Lab;

beforeEach(() => {
  lab = newLab();
  lab.open({ kind: 'text', file: 'one.yaml', text: TEXT }, ['v1.27']);
  frames(lab);
  const put = lab.panes()[0]?.events.find(({ at, kind }) => at >= 20_000 && kind === 'updateReceived');
  lab.select(put?.pod ?? null, put?.id);
  frames(lab);
});

describe('a moment in the middle of a millisecond', () => {
  it('is the same in both panes until they part', () => {
    const { event } = lab.view.getState();
    lab.setReleases(['v1.26', 'v1.31']);
    frames(lab);
    lab.select(null, event);
    frames(lab);
    expect(lab.panes().map(({ moment }) => moment?.pods[0]?.why)).toEqual([
      'an update is pending',
      'an update is pending',
    ]);
  });
});

describe('a link', () => {
  it('made at an event shows the moment after that event, not the end of its millisecond', async () => {
    expect(webOf(lab)?.why).toBe('an update is pending');
    const other = await opened(await linkOf(lab));
    expect(other.view.getState().event).toBe(lab.view.getState().event);
    expect(webOf(other)).toEqual(webOf(lab));
    lab.seek(lab.view.getState().playhead);
    frames(lab);
    expect(webOf(lab)?.why).toBe('a call is under way');
  });

  it.each(['999999', '0'])('that names event %s, which is not at its time, shows the time', async (event) => {
    const other = await opened((await linkOf(lab)).replace(/&ev=\d+/, `&ev=${event}`));
    expect(other.view.getState()).toMatchObject({ playhead: 20_010, event: null, problem: null });
    expect(webOf(other)?.why).toBe('a call is under way');
  });

  it('that takes long to be read does not replace what was opened after it', async () => {
    const big = { ...(await decodeLink(await linkOf(lab))) };
    if (!('runs' in big)) throw new Error('the link is good');
    const text = `${TEXT}# ${'so much to read '.repeat(20_000)}`;
    const runs = { ...big.runs, source: { kind: 'text', file: 'big.yaml', text } as const };
    const other = newLab();
    const slow = openAddress(other, `#${await encodeLink({ runs, view: big.view })}`, () => {});
    const quick = openAddress(other, `#${await linkOf(lab)}`, () => {});
    await Promise.all([slow, quick]);
    frames(other);
    expect(other.panes()[0]?.name).toBe('one.yaml');
  });
});
