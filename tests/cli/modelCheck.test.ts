import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/cli/diagnose';
import { BadInput } from '../../src/cli/failure';
import { minimise } from '../../src/cli/minimise';
import { run } from '../../src/cli/run';

const folder = mkdtempSync(join(tmpdir(), 'diagnose-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../importers/fixtures/${name}`, import.meta.url));

const STUCK = fixture('01-force-delete-stuck-1.25.log');

describe('diagnose with the model', () => {
  it('says how far the log goes with each release, beside what it said before', async () => {
    const { exit, text } = await diagnose([STUCK, '--format', 'json']);
    const { model, pods, findings } = JSON.parse(text);
    expect(exit).toBe(0);
    expect(pods).toHaveLength(1);
    expect(findings.length).toBeGreaterThan(0);
    expect(model.pods).toEqual(['shop/cart-7c9d8b6f5d-x2x9q']);
    expect(model.notChecked).toBeNull();
    expect(model.releases[0]).toMatchObject({
      release: 'v1.26',
      whole: true,
      fitsTo: { line: 96, at: '11-29T11:30:03.020' },
      departs: null,
    });
    expect(model.releases[1]).toMatchObject({
      release: 'v1.27',
      whole: false,
      departs: { pod: 'shop/cart-7c9d8b6f5d-x2x9q', line: null },
    });
  });

  it('says it in text as well, and why nothing could be compared', async () => {
    expect((await diagnose([STUCK])).text).toMatch(
      /fits v1\.26 to the end\.\n {2}fits v1\.27 to line 5\d \(10:08:30\)/,
    );
    expect((await diagnose([fixture('12-metrics-1.28.prom')])).text).toContain(
      'not possible, there is no log of a kubelet',
    );
  });
});

describe('diagnose --scenario', () => {
  it('writes what happened: stuck in v1.26, not in v1.27, and small enough after minimise', async () => {
    const file = join(folder, 'stuck.yaml');
    expect((await diagnose([STUCK, '--scenario', file])).text).toContain('Held against the model');
    const stuckIn = (release: string): readonly string[] => {
      const { pods } = JSON.parse(run([file, '--release', release, '--format', 'json']).text) as {
        pods: readonly { name: string; stuck: boolean }[];
      };
      return pods.filter(({ stuck }) => stuck).map(({ name }) => name);
    };
    expect(stuckIn('v1.26')).toEqual(['cart-7c9d8b6f5d-x2x9q']);
    expect(stuckIn('v1.27')).toEqual([]);
    const small = minimise([file]).text;
    expect(small).toMatch(/is stuck in v1\.26: 4 steps became 3/);
    // One call that fails is enough for it.
    expect(small.match(/injectFault/g)).toHaveLength(1);
  });

  it('prints the scenario alone where it goes to standard output', async () => {
    const { text } = await diagnose([STUCK, '--scenario', '-']);
    expect(text).toMatch(/^version: 1\ntitle: /);
    expect(text).toContain('forceDeletePod');
  });

  it.each([
    [[fixture('12-metrics-1.28.prom')], 'no pod is left of which a scenario could be made'],
    [[STUCK, '--pod', 'shop/card'], 'the evidence has no pod shop/card'],
  ])('refuses what nothing can be made of, and writes nothing: %j', async (args, says) => {
    const out = join(folder, 'never.yaml');
    let refused: unknown;
    try {
      await diagnose([...args, '--scenario', out]);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(BadInput);
    expect((refused as BadInput).message).toContain(says);
    expect((refused as BadInput).message).toContain('Tip: ');
    expect(existsSync(out)).toBe(false);
  });

  it('refuses a place that cannot be written', async () => {
    await expect(diagnose([STUCK, '--scenario', join(folder, 'no', 'such.yaml')])).rejects.toThrow(
      /cannot be written: ENOENT/,
    );
  });

  it('makes hostile names valid and says so', async () => {
    const log = readFileSync(STUCK, 'utf8').replaceAll('cart-7c9d8b6f5d-x2x9q', '__proto__.<img>');
    const file = join(folder, 'hostile.log');
    writeFileSync(file, log);
    const { text } = await diagnose([file, '--scenario', '-']);
    expect(text).toMatch(/\n {2}proto-img: \{/);
    expect(text).toContain('shop/__proto__.<img> is called proto-img here');
  });
});
