import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEvidenceStore, PASTED } from '../../src/store/evidenceStore';
import { EvidenceLine } from '../helpers/evidenceLine';

const fixture = (name: string): string =>
  readFileSync(new URL(`../importers/fixtures/${name}`, import.meta.url), 'utf8');
const STUCK = fixture('01-force-delete-stuck-1.25.log');
const PODS = fixture('10-pod-list-terminating.yaml');

const makeStore = () => {
  const line = new EvidenceLine();
  return { line, store: createEvidenceStore(line.port) };
};

describe('the evidence store', () => {
  it('reads what is typed, looks at the stuck pod, and forgets all when it is cleared', async () => {
    const { line, store } = makeStore();
    store.actions.setText(STUCK);
    await line.idle();
    const { found, pod, details, progress } = store.getState();
    expect(progress).toBeNull();
    expect(found?.sources).toMatchObject([{ label: PASTED, format: 'klog' }]);
    expect(found?.pods.find(({ index }) => index === pod)?.stuck).toBe(true);
    expect(details?.lines.length).toBeGreaterThan(5);
    store.actions.clear();
    await line.idle();
    expect(store.getState()).toMatchObject({ text: '', found: null, pod: null, details: null, problem: '' });
  });

  it('reads files and text as one run, and the rest when one is taken back', async () => {
    const { line, store } = makeStore();
    const file = { label: 'pods.yaml', data: new Blob([PODS]) };
    store.actions.add([file]);
    store.actions.setText(STUCK);
    await line.idle();
    const labels = () => store.getState().found?.sources.map(({ label }) => label);
    expect(labels()).toEqual(['pods.yaml', PASTED]);
    store.actions.remove(file);
    await line.idle();
    expect(labels()).toEqual([PASTED]);
  });

  it('says what is wrong and shows nothing old with it', async () => {
    const { line, store } = makeStore();
    store.actions.setText(STUCK);
    await line.idle();
    store.actions.setText('Dear team, our node is broken.');
    await line.idle();
    expect(store.getState().found).toBeNull();
    expect(store.getState().problem).toMatch(
      /^pasted text:1: nothing here is recognised\. Tip: understood are /,
    );
  });

  it('shows the newest of two readings, whichever ends first', async () => {
    const { line, store } = makeStore();
    store.actions.add([{ label: 'much', data: new Blob(Array.from({ length: 400 }, () => STUCK)) }]);
    store.actions.clear();
    store.actions.setText(PODS);
    await line.idle();
    expect(store.getState().found?.sources.map(({ format }) => format)).toEqual(['pod-yaml']);
  });

  it('keeps what was found when a reading is cancelled, and reads it again when asked to', async () => {
    const { line, store } = makeStore();
    store.actions.setText(STUCK);
    await line.idle();
    const { found } = store.getState();
    store.actions.add([{ label: 'much', data: new Blob(Array.from({ length: 400 }, () => STUCK)) }]);
    store.actions.cancel();
    await line.idle();
    expect(store.getState()).toMatchObject({ cancelled: true, progress: null });
    expect(store.getState().found).toBe(found);
    store.actions.read();
    await line.idle();
    expect(store.getState().cancelled).toBe(false);
    expect(store.getState().found?.sources).toHaveLength(2);
  });

  it('holds the pod that is looked at against every release, and makes a scenario of it', async () => {
    const { line, store } = makeStore();
    store.actions.setText(STUCK);
    await line.idle();
    const { check } = store.getState();
    expect(check?.releases.map(({ release, whole }) => [release, whole])).toEqual([
      ['v1.26', true],
      ['v1.27', false],
      ['v1.31', false],
    ]);
    let text = '';
    store.actions.reproduce(false, (scenario) => {
      text = scenario.text;
    });
    await line.idle();
    expect(text).toContain('cart-7c9d8b6f5d-x2x9q');
    store.actions.reproduce(true, (scenario) => {
      text = scenario.text;
    });
    await line.idle();
    expect(text).toContain('pod-1');
    expect(text).not.toMatch(/cart|shop/);
  });

  it('says why there is nothing to play of pods that only metrics or objects tell of', async () => {
    const { line, store } = makeStore();
    store.actions.setText(fixture('10-pod-list-terminating.yaml'));
    await line.idle();
    expect(store.getState().check?.notChecked).toMatch(/no log of a kubelet/);
  });

  it('copies what was brought without what is private, as it was in kind', async () => {
    const { line, store } = makeStore();
    const log = `${STUCK}\nE1129 11:30:04.000000    1187 x.go:1] "m" url="https://10.1.2.3:6443/?token=abcdefghijkl"\n`;
    store.actions.setText(log);
    await line.idle();
    const copies: { readonly label: string; readonly data: Blob }[] = [];
    store.actions.redact((copy) => copies.push(copy));
    await line.idle();
    const [copy] = copies;
    const text = (await copy?.data.text()) ?? '';
    expect(text).not.toMatch(/10\.1\.2\.3|abcdefghijkl/);
    expect(text).toContain('cart-7c9d8b6f5d-x2x9q');
    expect(text.split('\n')).toHaveLength(log.split('\n').length);
    store.actions.clear();
    store.actions.setText('Dear team');
    store.actions.redact((more) => copies.push(more));
    await line.idle();
    expect(copies).toHaveLength(1);
    expect(store.getState().problem).toMatch(/nothing here is recognised/);
  });

  it('tells that the reader died, and starts another one for the next reading', async () => {
    const { line, store } = makeStore();
    store.actions.setText(STUCK);
    line.die('out of memory');
    expect(store.getState()).toMatchObject({ death: 'out of memory', progress: null });
    store.actions.read();
    await line.idle();
    expect(store.getState().death).toBeNull();
    expect(store.getState().found?.pods[0]?.stuck).toBe(true);
  });
});
