import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/cli/diagnose';
import { run } from '../../src/cli/run';

const folder = mkdtempSync(join(tmpdir(), 'diagnose-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, data: string | Uint8Array): string => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};
const refusal = (args: readonly string[]): Promise<string> =>
  diagnose(args).then(
    () => 'not refused',
    (error: unknown) => (error as Error).message,
  );
const log = readFileSync(new URL('../importers/fixtures/01-force-delete-stuck-1.25.log', import.meta.url));
const asJson = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await diagnose([...args, '--format', 'json'])).text) as Record<string, unknown>;

describe('diagnose', () => {
  it('messy 27: gzip is unpacked by its content, once or twice, in one member or several', async () => {
    const plain = await asJson(file('unknown', log));
    const half = Math.floor(log.length / 2);
    for (const packed of [
      gzipSync(log),
      gzipSync(gzipSync(log)),
      Buffer.concat([gzipSync(log.subarray(0, half)), gzipSync(log.subarray(half))]),
    ]) {
      const read = await asJson(file('unknown', packed));
      expect(read.pods).toEqual(plain.pods);
      expect(read.findings).toEqual(plain.findings);
    }
  });

  it('messy 27: a bomb is refused, as are what is packed again and again and what is broken', async () => {
    const zeros = gzipSync(Buffer.alloc(40_000_000));
    expect(await refusal([file('bomb', zeros)])).toMatch(
      /bomb: this unpacks to more than 500 times its size/,
    );
    expect(await refusal([file('nested', gzipSync(zeros))])).toMatch(/more than 500 times/);
    expect(await refusal([file('thrice', gzipSync(gzipSync(gzipSync(log))))])).toMatch(
      /packed more than 2 times/,
    );
    expect(await refusal([file('cut', gzipSync(log).subarray(0, 900))])).toMatch(/broken or cut off/);
    expect(await refusal([file('odd', Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))])).toMatch(
      /broken or cut off/,
    );
  });

  it('messy 27: of an archive it is said what to take out of it', async () => {
    expect(await refusal([file('bundle', Uint8Array.from([0x50, 0x4b, 3, 4, 0]))])).toMatch(
      /bundle: this is a zip archive.*Tip: unpack it and give the kubelet log/,
    );
    const tar = Buffer.alloc(1024);
    tar.write('sosreport/kubelet.log', 0);
    tar.write('ustar', 257);
    expect(await refusal([file('sos.tar.gz', gzipSync(tar))])).toMatch(/tar archive.*give the kubelet log/);
  });

  it('refuses what is not there, and what is nothing it knows', async () => {
    expect(await refusal([join(folder, 'none')])).toMatch(/^no such file: .*none\. Tip: /);
    expect(await refusal([folder])).toMatch(/cannot be read: EISDIR/);
    expect(await refusal([file('empty', '')])).toMatch(/empty:1: there is nothing in it/);
    expect(await refusal([file('prose', 'once upon a time')])).toMatch(/nothing here is recognised/);
    expect(await refusal([])).toMatch(/the files .* is missing/);
  });

  it('messy 51: makes a redacted copy that leads to the same', async () => {
    const text = `Nov 29 09:59:00 node-a.corp kubelet[1]: I1129 09:59:00.000001    1187 x.go:1] "dial" to="10.1.2.3"\n${log.toString()}`;
    const out = join(folder, 'copy.log');
    const { redacted } = await asJson(file('private.log', text), '--redacted', out);
    expect(redacted).toEqual({
      file: out,
      replaced: { addresses: 1, hosts: 1, registries: 0, secrets: 0 },
      same: true,
    });
    expect(readFileSync(out, 'utf8').split('\n')[0]).toBe(
      'Nov 29 09:59:00 node-1 kubelet[1]: I1129 09:59:00.000001    1187 x.go:1] "dial" to="ip-1"',
    );
    expect((await diagnose([file('a', text), '--redacted', join(folder, 'c2')])).text).toContain(
      'It gives the same',
    );
    expect(await refusal([file('a', text), '--redacted', out])).toMatch(/copy.log is there already/);
    expect(await refusal([file('a', text), file('b', text), '--redacted', join(folder, 'c3')])).toMatch(
      /one file/,
    );
    expect(await refusal([file('bad', 'once upon a time'), '--redacted', join(folder, 'c4')])).toMatch(
      /recognised/,
    );
    expect(existsSync(join(folder, 'c4'))).toBe(false);
  });

  it('plays a scenario, and the run that a report tells of, before it diagnoses them', async () => {
    const scenario = readFileSync(
      new URL('../../src/scenarios/catalog/force-delete-cri-error.yaml', import.meta.url),
    );
    const rules = (read: Record<string, unknown>) =>
      (read.findings as { rule: string }[]).map(({ rule }) => rule);
    const old = scenario.toString().replace('\ntitle:', '\nrelease: v1.26\ntitle:');
    expect(old).toContain('release: v1.26');
    expect(rules(await asJson(file('unknown', old)))).toContain('stop-failed-not-retried');
    expect(rules(await asJson(file('unknown', old.replace('v1.26', 'v1.31'))))).not.toContain(
      'stop-failed-not-retried',
    );
    const report = run(['force-delete-cri-error', '--release', 'v1.26', '--format', 'json']).text;
    const read = await asJson(file('unknown', report));
    expect(rules(read)).toContain('stop-failed-not-retried');
    expect(JSON.stringify(read.notes)).toContain('it was played in v1.26');
    expect(
      await refusal([file('odd', report.replace(/"fingerprint": "\w+"/, '"fingerprint": "00000000"'))]),
    ).toMatch(/odd: the run is not what it was/);
    expect(await refusal([file('own', report.replace('force-delete-cri-error', 'mine'))])).toMatch(
      /the catalog has no scenario `mine`. Tip: give the scenario/,
    );
    expect(await refusal([file('bad', `${old}  - { at: 1s, do: fly }\n`)])).toMatch(/bad:\d+/);
  });

  it('messy 40: shows what cannot be seen as code points', async () => {
    const odd = log.toString().replaceAll('cart', 'ca\u202ert\u0007');
    const { text } = await diagnose([file('odd.log', odd)]);
    expect(text).toContain('shop/ca\\u202ert\\u0007');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
    expect(text).not.toMatch(/[\u202e\u0007]/);
  });
});
