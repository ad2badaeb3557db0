import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EvidenceHost } from '../../src/transport/evidenceHost';
import {
  EVIDENCE_PROTOCOL_VERSION,
  type EvidenceGive,
  type EvidenceSource,
  type EvidenceWant,
} from '../../src/transport/evidenceProtocol';
import { REPRODUCTION_TOOLS } from '../../src/transport/reproductionTools';

const FIXTURES = new URL('../importers/fixtures/', import.meta.url);
const bytes = (name: string): Buffer => readFileSync(new URL(name, FIXTURES));
const STUCK = bytes('01-force-delete-stuck-1.25.log');

/** A host whose every look at the clock is 60 ms later, so that nearly every piece is told. */
function makeHost(onGive: (give: EvidenceGive) => void = () => {}) {
  const gives: EvidenceGive[] = [];
  let clock = 0;
  const host = new EvidenceHost(
    ({ give }) => {
      gives.push(give);
      onGive(give);
    },
    () => (clock += 60),
    async () => REPRODUCTION_TOOLS,
  );
  const ask = (want: EvidenceWant): Promise<void> =>
    host.handle({ version: EVIDENCE_PROTOCOL_VERSION, want });
  return { gives, ask, host };
}

const source = (data: Uint8Array, label = 'unknown'): EvidenceSource => ({
  label,
  data: new Blob([new Uint8Array(data)]),
});

/** Reads sources and gives the last answer. */
async function readAll(...sources: readonly EvidenceSource[]): Promise<EvidenceGive> {
  const { gives, ask } = makeHost();
  await ask({ type: 'read', id: 'r', sources });
  const last = gives.at(-1);
  if (last === undefined) throw new Error('no answer');
  return last;
}

const foundIn = (give: EvidenceGive) => {
  if (give.type !== 'found') throw new Error(JSON.stringify(give));
  return give;
};

describe('EvidenceHost', () => {
  it('reads a log: the stuck pod, the finding, the lanes from its first line to its last', async () => {
    const { found, problems } = foundIn(await readAll(source(STUCK)));
    expect(problems).toEqual([]);
    expect(found.pods.map(({ pod, final, stuck }) => [pod, final, stuck])).toEqual([
      ['shop/cart-7c9d8b6f5d-x2x9q', 'terminating', true],
    ]);
    expect(found.findings.map(({ rule }) => rule)).toContain('stop-failed-not-retried');
    // The first and last headers of the file.
    expect(found.scale).toMatchObject({
      by: 'time',
      fromText: '11-29T09:58:00',
      toText: '11-29T11:30:03.020',
    });
    expect(found.pods[0]?.failures.length).toBeGreaterThan(0);
    const lines = STUCK.toString().split('\n');
    for (const { says, first } of found.recognised) expect(lines[first.line - 1], says).toContain(first.text);
  });

  it.each([
    ['gzip', gzipSync(STUCK)],
    ['gzip twice', gzipSync(gzipSync(STUCK))],
  ])('reads %s as what is in it', async (_, packed) => {
    const plain = foundIn(await readAll(source(STUCK))).found;
    expect(foundIn(await readAll(source(packed))).found).toEqual(plain);
  });

  it('tells how far it is, and gives the lines of a pod when they are asked for', async () => {
    const { gives, ask } = makeHost();
    const much = Buffer.concat(Array.from({ length: 300 }, () => STUCK));
    await ask({ type: 'read', id: 'r', sources: [source(much)] });
    const progress = gives.flatMap((give) => (give.type === 'reading' ? [give.progress] : []));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.map(({ bytes: read }) => read)).toEqual(
      progress.map(({ bytes: read }) => read).sort((a, b) => a - b),
    );
    for (const { of, bytes: read } of progress) {
      expect(of).toBe(much.length);
      expect(read).toBeLessThanOrEqual(of);
    }
    await ask({ type: 'lines', id: 'r', pod: 0 });
    const told = gives.at(-1);
    expect(told).toMatchObject({ type: 'lines', pod: 0 });
    await ask({ type: 'lines', id: 'another', pod: 0 });
    expect(gives.at(-1)).toBe(told);
  });

  it('stops at the next piece when it is told to, and finds nothing then', async () => {
    const much = Buffer.concat(Array.from({ length: 600 }, () => STUCK));
    let ask: (want: EvidenceWant) => Promise<void> = async () => {};
    const made = makeHost((give) => {
      if (give.type === 'reading') void ask({ type: 'cancel', id: 'r' });
    });
    ask = made.ask;
    await ask({ type: 'read', id: 'r', sources: [source(much)] });
    expect(made.gives.map(({ type }) => type)).toEqual(['reading', 'cancelled']);
  });

  it('gives up a reading for a newer one', async () => {
    const { gives, ask } = makeHost();
    const much = Buffer.concat(Array.from({ length: 300 }, () => STUCK));
    const old = ask({ type: 'read', id: 'old', sources: [source(much)] });
    await Promise.all([old, ask({ type: 'read', id: 'new', sources: [source(STUCK)] })]);
    const ends = gives.filter(({ type }) => type !== 'reading').map(({ type, id }) => [id, type]);
    expect(ends.sort()).toEqual([
      ['new', 'found'],
      ['old', 'cancelled'],
    ]);
  });

  it('uses what can be used, and says of the rest what is wrong with it', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const { found, problems } = foundIn(
      await readAll(
        source(picture, 'photo'),
        source(STUCK, 'log'),
        source(Buffer.from('Dear team,'), 'mail'),
      ),
    );
    expect(found.pods[0]?.stuck).toBe(true);
    expect(problems.map(({ file, message }) => [file, message])).toEqual([
      ['photo', 'this is a picture, and a picture cannot be read here'],
      ['mail', 'nothing here is recognised'],
    ]);
  });

  it('reads a gzip file that is cut off up to where it is', async () => {
    const noise = Buffer.concat([
      STUCK,
      ...Array.from({ length: 40_000 }, (_, i) =>
        Buffer.from(`I1129 11:31:00.${100_000 + ((i * 7919) % 899_999)} 1 x.go:1] "n"\n`),
      ),
    ]);
    const packed = gzipSync(noise);
    const { found, problems } = foundIn(
      await readAll(source(packed.subarray(0, packed.length - 100), 'cut')),
    );
    expect(problems).toMatchObject([{ file: 'cut', message: 'the gzip data are broken or cut off' }]);
    expect(found.pods[0]?.pod).toBe('shop/cart-7c9d8b6f5d-x2x9q');
  });

  it.each([
    ['nothing at all', Buffer.alloc(0), 'there is nothing in it'],
    ['no evidence', Buffer.from('hello'), 'nothing here is recognised'],
    ['gzip of nothing', gzipSync(Buffer.alloc(0)), 'there is nothing in it'],
    ['broken gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), 'the gzip data are broken or cut off'],
    ['gzip in gzip in gzip', gzipSync(gzipSync(gzipSync(STUCK))), 'this is packed more than 2 times'],
    [
      'a zip archive',
      Buffer.from('PK\x03\x04abc'),
      'this is a zip archive, and files inside it are not looked for',
    ],
  ])('refuses %s in one message', async (_, data, message) => {
    const give = await readAll(source(data, 'the file'));
    expect(give).toMatchObject({ type: 'refused', diagnostics: [{ file: 'the file', message }] });
    if (give.type === 'refused') {
      expect(give.diagnostics).toHaveLength(1);
      expect(give.diagnostics[0]?.tip).toMatch(/\w/);
    }
  });

  it('plays a scenario, and reads the log of its run', async () => {
    const scenario = readFileSync(
      new URL('../../src/scenarios/catalog/force-delete-cri-error.yaml', import.meta.url),
    );
    const { found } = foundIn(await readAll(source(scenario)));
    expect(found.notes.map(({ text }) => text).join()).toMatch(
      /unknown is of the lab: it was played in v1\.2\d/,
    );
    expect(found.pods.map(({ pod }) => pod).sort()).toEqual(['default/api', 'default/web']);
    const report = JSON.stringify({ scenario: 'x', title: 'y', release: 'v1.26', fingerprint: '01234567' });
    expect(await readAll(source(Buffer.from(report)))).toMatchObject({
      type: 'refused',
      diagnostics: [{ message: 'this is a report of a run of the lab, no evidence of a node' }],
    });
  });

  it('puts the stuck pods first', async () => {
    const { found } = foundIn(
      await readAll(
        source(bytes('02-force-delete-rescued-1.28.log')),
        source(STUCK),
        source(bytes('10-pod-list-terminating.yaml')),
      ),
    );
    const order = found.pods.map(({ stuck }) => [true, 'unknown', false].indexOf(stuck));
    expect(order[0]).toBe(0);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('does not speak another version', async () => {
    const { gives, host } = makeHost();
    await host.handle({ version: 99, want: { type: 'cancel', id: 'r' } });
    expect(gives).toEqual([{ type: 'broken', id: 'r', rule: 'the reader does not speak version 99' }]);
  });
});
