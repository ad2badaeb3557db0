import { findHeader } from './klogHeader';

/** A line out of its wrappings. */
export interface UnwrappedLine {
  readonly text: string;
  /** What held it, for the clock: `2024-05-06T07:08:09.1+02:00`, or microseconds since 1970 as journald writes them. */
  readonly stamp: string | null;
  readonly host: string | null;
  /** The first part of a line that a log shipper cut (CRI tag `P`): more follows. */
  readonly partial: boolean;
  /** How it was wrapped, for those who ask which format it is. */
  readonly wrapping: 'none' | 'cri' | 'docker' | 'journald-json' | 'json-string' | 'cloud';
}

const CRI = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)) (?:stdout|stderr) ([FP]) ?/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for.
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; one look tells whether a line needs cleaning.
const UNCLEAN = /[\u0000\u001b\u00a0\u2018\u2019\u201c\u201d\ufeff]/;
const UNCLEAN_CHARACTERS = [...'\u0000\u001b\u00a0\u2018\u2019\u201c\u201d\ufeff'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: holes of NULs are what is looked for.
const NOTHING = /[\u0000\ufeff]/g;
/** What is left of a colour after a copy, at the ends of a line. */
const REMAINS = /^(?:\[\d{1,3}(?:;\d{1,3})*m)+|(?:\[\d{0,3}(?:;\d{1,3})*m)+$/g;

/** Whether no character of a text is one that `cleanLine` takes out. Texts of a megabyte are looked through in no time. */
export const isClean = (text: string): boolean => UNCLEAN_CHARACTERS.every((char) => !text.includes(char));

/** Takes colours, typographic blanks and quotes out of a line. */
export function cleanLine(raw: string): string {
  let text = raw;
  if (UNCLEAN.test(text)) {
    text = text
      .replace(ANSI, '')
      .replace(NOTHING, '')
      .replace(/\u00a0/g, ' ');
    if (!text.trimStart().startsWith('{'))
      text = text.replace(/[\u201c\u201d]/g, '"').replace(/[\u2018\u2019]/g, "'");
  }
  const last = text.charCodeAt(text.length - 1);
  return last === 109 || text.charCodeAt(0) === 91 ? text.replace(REMAINS, '') : text;
}

/** A clean line that begins as a record does, without the rest of a colour at its end: most lines of most logs. */
export function isBare(raw: string): boolean {
  const first = raw.charCodeAt(0);
  const second = raw.charCodeAt(1);
  if (first !== 73 && first !== 69 && first !== 87 && first !== 70) return false;
  return second >= 48 && second <= 57 && raw.charCodeAt(raw.length - 1) !== 109;
}

const PLAIN = { stamp: null, host: null, partial: false } as const;

/**
 * Undoes what carries log lines about: the CRI and docker formats, journald's JSON, exports of clouds, a line as a
 * JSON string. Up to three layers, while what is inside still looks like a log line.
 */
export function unwrapLine(raw: string): UnwrappedLine {
  let line: UnwrappedLine = { text: cleanLine(raw), wrapping: 'none', ...PLAIN };
  for (let layer = 0; layer < 3; layer++) {
    const inner = unwrapOnce(line.text);
    if (inner === null) break;
    line = {
      ...inner,
      text: cleanLine(inner.text.replace(/[\r\n]+$/, '')),
      stamp: inner.stamp ?? line.stamp,
      host: inner.host ?? line.host,
      partial: inner.partial || line.partial,
    };
  }
  return line;
}

function unwrapOnce(text: string): UnwrappedLine | null {
  const first = text.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    const cri = CRI.exec(text);
    if (cri === null) return null;
    return {
      ...PLAIN,
      text: text.slice(cri[0].length),
      stamp: cri[1] ?? null,
      partial: cri[2] === 'P',
      wrapping: 'cri',
    };
  }
  const start = first === 123 || first === 34 ? 0 : text.search(/\S/);
  if (text[start] === '{') return unwrapObject(text.slice(start).replace(/,\s*$/, ''));
  if (text[start] === '"') {
    const inner = parse(text.slice(start).replace(/,\s*$/, ''));
    return typeof inner === 'string' && looksLikeLog(inner)
      ? { ...PLAIN, text: inner, wrapping: 'json-string' }
      : null;
  }
  return null;
}

function unwrapObject(text: string): UnwrappedLine | null {
  // A record of the kubelet itself is no wrapping.
  if (/^\{\s*"ts"/.test(text)) return null;
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const object = value as { readonly [key: string]: unknown };
  const word = (key: string): string | null => {
    const found = Object.hasOwn(object, key) ? object[key] : undefined;
    return typeof found === 'string' ? found : null;
  };
  if (word('msg') !== null && (Object.hasOwn(object, 'ts') || word('caller') !== null)) return null;
  const message = word('MESSAGE');
  if (message !== null) {
    return {
      ...PLAIN,
      text: message,
      stamp: word('__REALTIME_TIMESTAMP'),
      host: word('_HOSTNAME'),
      wrapping: 'journald-json',
    };
  }
  const docker = word('log');
  if (docker !== null && looksLikeLog(docker)) {
    return { ...PLAIN, text: docker, stamp: word('time'), wrapping: 'docker' };
  }
  for (const key of ['textPayload', 'message', '@message', 'msg', 'line', 'log']) {
    const inner = word(key);
    if (inner !== null && looksLikeLog(inner)) {
      return {
        ...PLAIN,
        text: inner,
        stamp: word('timestamp') ?? word('time') ?? word('@timestamp'),
        wrapping: 'cloud',
      };
    }
  }
  return null;
}

/** A kubelet's record, or another wrapping of one. */
const looksLikeLog = (text: string): boolean =>
  findHeader(text) !== null || /^\s*(?:\{|"|\d{4}-\d\d-\d\dT\S+ std(?:out|err) )/.test(text);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
