import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteDecoder } from '../../src/importers/decodeBytes';
import { sniffBytes, unreadable } from '../../src/importers/magic';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from([...text].flatMap((c) => (isLittle ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)])));

function decode(bytes: Uint8Array, size = bytes.length + 1) {
  const decoder = new ByteDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.push(bytes.subarray(at, at + size));
  return { text: text + decoder.end(), notes: decoder.notes };
}

describe('what a file is by its first bytes', () => {
  const tar = new Uint8Array(512);
  tar.set(latin('kubelet.log'));
  tar.set(latin('ustar'), 257);
  it.each([
    ['gzip', gzipSync('x')],
    ['zip', latin('PK\x03\x04')],
    ['tar', tar],
    ['pdf', latin('%PDF-1.7')],
    ['image', latin('\x89PNG\r\n')],
    ['image', latin('\xff\xd8\xff\xe0')],
    ['image', latin('RIFF....WEBPVP8 ')],
    ['bzip2', latin('BZh9')],
    ['xz', latin('\xfd7zXZ\0')],
    ['journal', latin('LPKSHHRH')],
    ['utf-16le', latin('\xff\xfeI\0')],
    ['utf-16be', latin('\xfe\xff\0I')],
    ['utf-16le', utf16('I0402 10:20:03', true)],
    ['utf-16be', utf16('I0402 10:20:03', false)],
    ['text', latin('BM, said the log')],
    ['text', latin('')],
    ['text', latin('\0\0\0\0\0\0\0\0\0\0\0\0')],
  ] as const)('%s', (kind, bytes) => {
    expect(sniffBytes(bytes)).toBe(kind);
  });

  it.each([
    ['zip', /unpack it/],
    ['tar', /unpack it/],
    ['image', /copy the text/],
    ['pdf', /copy the text/],
  ] as const)('messy 47: refuses %s, and says what to give', (kind, tip) => {
    expect(unreadable(kind)).toMatchObject({ severity: 'error', tip: expect.stringMatching(tip) });
  });

  it('refuses neither text nor gzip', () => {
    expect([unreadable('text'), unreadable('gzip'), unreadable('utf-16le')]).toEqual([null, null, null]);
  });
});

describe('ByteDecoder', () => {
  it('reads UTF-8 in pieces of any size, as a whole', () => {
    const text = `\u00e4\u20ac\u{1f600} pod\n`.repeat(200);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), (size) => {
        expect(decode(utf8(text), size)).toEqual({ text, notes: [] });
      }),
    );
  });

  it('takes off the byte order mark', () => {
    expect(decode(utf8('\uFEFFkind: Pod')).text).toBe('kind: Pod');
    expect(decode(latin('\xff\xfek\0i\0')).text).toBe('ki');
  });

  it('messy 29: reads UTF-16 by its zero bytes', () => {
    const read = decode(utf16('I0402 10:20:03.300060 kubelet', true), 7);
    expect(read).toEqual({
      text: 'I0402 10:20:03.300060 kubelet',
      notes: [{ line: null, text: 'read as UTF-16LE' }],
    });
  });

  it('messy 29: falls back on windows-1252, and names the line', () => {
    const read = decode(latin(`${'a\n'.repeat(1000)}gr\xfc\xdfe \x80\n`), 600);
    expect(read.text).toBe(`${'a\n'.repeat(1000)}gr\u00fc\u00dfe \u20ac\n`);
    expect(read.notes).toMatchObject([{ line: 1001, text: expect.stringContaining('windows-1252') }]);
  });

  it('messy 30: drops NULs, and counts them', () => {
    const read = decode(latin(`a\0\0b${'c'.repeat(600)}\0`));
    expect(read.text).toBe(`ab${'c'.repeat(600)}`);
    expect(read.notes[0]?.text).toMatch(/^3 NUL bytes/);
  });

  it('takes any bytes in any pieces, and gives the same text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.integer({ min: 1, max: 600 }), (bytes, size) => {
        const { text } = decode(bytes, size);
        expect(text).not.toContain('\0');
        if (!decode(bytes).notes.some((note) => note.text.includes('1252')))
          expect(text).toBe(decode(bytes).text);
      }),
    );
  });
});
