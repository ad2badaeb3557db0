import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Diagnostic } from '../base/result';
import { SNIFF_BYTES, sniffBytes, unreadable } from '../importers/magic';
import { BROKEN_GZIP, MOST_LAYERS, PACKED_AGAIN, UnpackLimit } from '../importers/unpackLimit';
import { BadInput, refuse } from './failure';

const PIECE = 1 << 20;

type Pieces = AsyncIterable<Uint8Array>;

/**
 * The bytes of a file (`-`: of standard input) piece by piece, unpacked if they are gzip, whatever it is called. No more than a
 * piece or two is held. Refuses what is no text, and what unpacks to too much.
 */
export async function* evidenceBytes(file: string, label: string): AsyncGenerator<Uint8Array> {
  const limit = new UnpackLimit();
  try {
    yield* unpacked(counted(source(file), limit), limit, label, 0);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof BadInput || code === undefined) throw error;
    if (code === 'ENOENT')
      refuse(`no such file: ${file}`, 'give the path of a log, a manifest or a scrape, or -');
    if (code.startsWith('Z_')) refuseWith(BROKEN_GZIP, label);
    refuse(`${file} cannot be read: ${code}`);
  }
}

const source = (file: string): Pieces =>
  file === '-' ? process.stdin : createReadStream(file, { highWaterMark: PIECE });

async function* counted(pieces: Pieces, limit: UnpackLimit): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    limit.read(piece.length);
    yield piece;
  }
}

async function* unpacked(
  pieces: Pieces,
  limit: UnpackLimit,
  label: string,
  layer: number,
): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head.push(value);
    length += value.length;
  }
  const all = followedBy(head, iterator);
  const kind = sniffBytes(Buffer.concat(head).subarray(0, SNIFF_BYTES));
  if (kind === 'gzip') {
    if (layer === MOST_LAYERS) refuseWith(PACKED_AGAIN, label);
    return yield* unpacked(gunzipped(all), limit, label, layer + 1);
  }
  const foreign = unreadable(kind);
  if (foreign !== null) refuseWith(foreign, label);
  for await (const piece of all) {
    const tooMuch = layer === 0 ? null : limit.unpacked(piece.length);
    if (tooMuch !== null) refuseWith(tooMuch, label);
    yield piece;
  }
}

async function* followedBy(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Whoever stops early must not leave the file open.
    await rest.return?.();
  }
}

const gunzipped = (packed: Pieces): Pieces =>
  pipeline(Readable.from(packed, { objectMode: false }), createGunzip({ chunkSize: PIECE }), () => {
    // Whoever reads the pieces gets the error.
  });

function refuseWith(why: Diagnostic, label: string): never {
  throw new BadInput([{ file: label, ...why }]);
}
