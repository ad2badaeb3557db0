import type { Diagnostic } from '../base/result';

/** What bytes are, as far as their beginning tells. */
export type ByteKind =
  | 'gzip'
  | 'zip'
  | 'tar'
  | 'zstd'
  | 'xz'
  | 'bzip2'
  | 'pdf'
  | 'image'
  | 'office'
  | 'journal'
  | 'executable'
  | 'utf-16le'
  | 'utf-16be'
  | 'text';

/** Bytes that `sniffBytes` wants to see, if there are as many. */
export const SNIFF_BYTES = 512;

const MAGIC: readonly (readonly [ByteKind, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['image', [0x49, 0x49, 0x2a, 0x00]],
  ['image', [0x4d, 0x4d, 0x00, 0x2a]],
  ['office', [0xd0, 0xcf, 0x11, 0xe0]],
  ['journal', [0x4c, 0x50, 0x4b, 0x53, 0x48, 0x48, 0x52, 0x48]],
  ['executable', [0x7f, 0x45, 0x4c, 0x46]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** What a file is by the numbers at its beginning; `text` if nothing tells otherwise, which says nothing of its encoding. */
export function sniffBytes(head: Uint8Array): ByteKind {
  const found = MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte));
  // `BM` and `BZh` may begin a text, so a bitmap needs its reserved zeros, and bzip2 its block size.
  if (found?.[0] === 'bzip2') return (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39 ? 'bzip2' : 'text';
  if (found !== undefined) return found[0];
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image';
  if (/^(?:heic|heix|mif1|avif)$/.test(ascii(head, 8, 12)) && ascii(head, 4, 8) === 'ftyp') return 'image';
  if (ascii(head, 0, 2) === 'BM' && head.length > 10 && head.subarray(6, 10).every((byte) => byte === 0))
    return 'image';
  if (ascii(head, 257, 262) === 'ustar') return 'tar';
  return withoutMark(head);
}

/** UTF-16 without a byte order mark: every other byte of plain text is zero. */
function withoutMark(head: Uint8Array): ByteKind {
  const looked = Math.min(head.length, SNIFF_BYTES) & ~1;
  if (looked < 8) return 'text';
  let [even, odd] = [0, 0];
  for (let i = 0; i < looked; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  const half = looked / 2;
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.7 && odd < half * 0.1) return 'utf-16be';
  return 'text';
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Why bytes of this kind cannot be read, and what to give instead; `null` if they can (gzip is unpacked by who reads). */
export function unreadable(kind: ByteKind): Diagnostic | null {
  const why = REFUSALS.get(kind);
  if (why === undefined) return null;
  const [message, tip] = why;
  return { severity: 'error', message, tip };
}

const REFUSALS: ReadonlyMap<ByteKind, readonly [message: string, tip: string]> = new Map([
  ['zip', archive('a zip archive')],
  ['tar', archive('a tar archive')],
  [
    'zstd',
    [
      'this is packed with zstd, which is not unpacked here',
      'unpack it (zstd -d FILE), or pack it with gzip',
    ],
  ],
  [
    'xz',
    ['this is packed with xz, which is not unpacked here', 'unpack it (xz -d FILE), or pack it with gzip'],
  ],
  [
    'bzip2',
    [
      'this is packed with bzip2, which is not unpacked here',
      'unpack it (bzip2 -d FILE), or pack it with gzip',
    ],
  ],
  [
    'image',
    [
      'this is a picture, and a picture cannot be read here',
      'copy the text itself: select it in the terminal, or save the output to a file',
    ],
  ],
  [
    'pdf',
    [
      'this is a PDF, and only text can be read here',
      'copy the text out of it, or better: take the log from where it came from',
    ],
  ],
  ['office', ['this is an office document, and only text can be read here', 'save it as plain text']],
  [
    'journal',
    [
      'this is a journal of systemd in its binary form',
      'journalctl --file FILE -u kubelet prints it as text',
    ],
  ],
  ['executable', ['this is a program', 'give a log, pods as YAML or JSON, or metrics']],
]);

function archive(what: string): readonly [string, string] {
  return [
    `this is ${what}, and files inside it are not looked for`,
    'unpack it and give the kubelet log (kubelet.log, journal of the kubelet), the pods as YAML or JSON, or the metrics',
  ];
}
