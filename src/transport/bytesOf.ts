import type { Diagnostic } from '../base/result';
import { SNIFF_BYTES, sniffBytes, unreadable } from '../importers/magic';
import { BROKEN_GZIP, MOST_LAYERS, PACKED_AGAIN, UnpackLimit } from '../importers/unpackLimit';

/** Bytes that are read at once. Between two pieces whoever reads can be told to stop. */
const PIECE = 1 << 20;

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
  const limit = new UnpackLimit();
  const packed = plain(data, (bytes) => {
    limit.read(bytes);
    onRead(bytes);
  });
  let stream: ReadableStream<Uint8Array<ArrayBuffer>> = new ReadableStream({
    async pull(controller) {
      const { done, value } = await packed.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  for (let i = 0; i < layers; i++) stream = stream.pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadableBytes(BROKEN_GZIP);
      });
      if (done) return;
      const tooMuch = limit.unpacked(value.length);
      if (tooMuch !== null) throw new UnreadableBytes(tooMuch);
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
