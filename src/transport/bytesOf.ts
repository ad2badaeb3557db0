import type { Diagnostic } from '../base/result';
import { SNIFF_BYTES, sniffBytes, unreadable } from '../importers/magic';

/** Bytes that are read at once. Between two pieces whoever reads can be told to stop. */
const PIECE = 1 << 20;

/** A file may be packed twice, as by a program that packs what was packed already. */
const MOST_LAYERS = 2;

/** Bytes that a packed file may come to. */
const MOST_UNPACKED = 2 ** 30;

/** Why the bytes of a file cannot be had, or not all of them. */
export class UnreadableBytes extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/**
 * The bytes of a file piece by piece, unpacked if they are gzip, whatever it is called. `onRead` gets how many bytes of the file
 * itself have gone by since the last time. Throws `UnreadableBytes` if it is no text, or its packing is broken or endless.
 */
export async function* bytesOf(data: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let kind = sniffBytes(await bytesBetween(data, 0, SNIFF_BYTES));
  let layers = 0;
  while (kind === 'gzip' && layers < MOST_LAYERS) {
    layers++;
    kind = sniffBytes(await headOf(unpacked(data, layers, () => {})));
  }
  const foreign = kind === 'gzip' ? PACKED_AGAIN : unreadable(kind);
  if (foreign !== null) throw new UnreadableBytes(foreign);
  yield* layers === 0 ? plain(data, onRead) : unpacked(data, layers, onRead);
}

const BROKEN: Diagnostic = {
  severity: 'error',
  message: 'the gzip data are broken or cut off',
  tip: 'unpack it yourself (gzip -dc FILE) and give what comes out',
};

const PACKED_AGAIN: Diagnostic = {
  severity: 'error',
  message: `this is packed more than ${MOST_LAYERS} times`,
  tip: 'unpack it and give the text',
};

const TOO_MUCH: Diagnostic = {
  severity: 'error',
  message: 'this unpacks to more than 1 GiB',
  tip: 'unpack it and give the part that matters',
};

const bytesBetween = async (data: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await data.slice(from, to).arrayBuffer());

async function* plain(data: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < data.size; at += PIECE) {
    const piece = await bytesBetween(data, at, at + PIECE);
    onRead(piece.length);
    yield piece;
  }
}

async function* unpacked(
  data: Blob,
  layers: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const packed = plain(data, onRead);
  let stream: ReadableStream<Uint8Array<ArrayBuffer>> = new ReadableStream({
    async pull(controller) {
      const { done, value } = await packed.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  for (let i = 0; i < layers; i++) stream = stream.pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadableBytes(BROKEN);
      });
      if (done) return;
      length += value.length;
      if (length > MOST_UNPACKED) throw new UnreadableBytes(TOO_MUCH);
      yield value;
    }
  } finally {
    // A stream that has broken cannot be cancelled, and need not be.
    await reader.cancel().catch(() => {});
  }
}

async function headOf(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const head = new Uint8Array(SNIFF_BYTES);
  let length = 0;
  for await (const piece of pieces) {
    const part = piece.subarray(0, SNIFF_BYTES - length);
    head.set(part, length);
    length += part.length;
    if (length === SNIFF_BYTES) break;
  }
  return head.subarray(0, length);
}
