/** The header of a klog record: `Lmmdd hh:mm:ss.uuuuuu ttttttt file:line] `. No year, no zone. */
export interface KlogHeader {
  readonly severity: 'I' | 'W' | 'E' | 'F';
  readonly month: number;
  readonly day: number;
  /** Milliseconds since midnight, with microseconds as a fraction. */
  readonly time: number;
  readonly pid: string;
  /** `kubelet.go`. */
  readonly file: string;
  /** Where it begins in the line, and where what follows `] ` begins. */
  readonly start: number;
  readonly end: number;
}

/** Where in a line a header is looked for: journald, editors and grep put things in front. */
const SEARCHED = 240;

const digit = (code: number): boolean => code >= 48 && code <= 57;
const isSeverity = (code: number): boolean => code === 73 || code === 69 || code === 87 || code === 70;

/** Two digits as a number; `NaN` if they are none. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return digit(tens) && digit(ones) ? (tens - 48) * 10 + (ones - 48) : Number.NaN;
}

/** Whether a header may begin at `at`; cheap, since it is asked at every place of every line. */
function mayBegin(text: string, at: number): boolean {
  return (
    isSeverity(text.charCodeAt(at)) &&
    digit(text.charCodeAt(at + 1)) &&
    digit(text.charCodeAt(at + 4)) &&
    text.charCodeAt(at + 8) === 58 &&
    text.charCodeAt(at + 11) === 58 &&
    text.charCodeAt(at + 14) === 46
  );
}

/** Finds the first header that begins at `from` or within the next 240 characters; `null` if there is none. */
export function findHeader(text: string, from = 0): KlogHeader | null {
  const last = Math.min(text.length - 30, from + SEARCHED);
  for (let at = from; at <= last; at++) {
    if (!mayBegin(text, at)) continue;
    const header = headerAt(text, at);
    if (header !== null) return header;
  }
  return null;
}

/** The header that begins exactly at `at`. Read by hand: it is asked for every line, and expressions take twice as long. */
export function headerAt(text: string, at: number): KlogHeader | null {
  const month = two(text, at + 1);
  const day = two(text, at + 3);
  const seconds = two(text, at + 6) * 3600 + two(text, at + 9) * 60 + two(text, at + 12);
  // What is no digit makes a number that is none.
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && seconds >= 0)) return null;
  let end = at + 15;
  let fraction = 0;
  let unit = 100;
  for (let code = text.charCodeAt(end); digit(code); code = text.charCodeAt(++end)) {
    fraction += (code - 48) * unit;
    unit /= 10;
  }
  if (end === at + 15) return null;
  const pid = afterBlanks(text, end);
  const pidEnd = afterDigits(text, pid);
  const file = afterBlanks(text, pidEnd);
  if (pid === end || pidEnd === pid || file === pidEnd) return null;
  let colon = file;
  while (isFileCharacter(text.charCodeAt(colon))) colon++;
  const lineEnd = afterDigits(text, colon + 1);
  if (text.charCodeAt(colon) !== 58 || lineEnd === colon + 1 || text.charCodeAt(lineEnd) !== 93) return null;
  if (colon - file < 4 || !text.startsWith('.go', colon - 3)) return null;
  return {
    severity: text[at] as KlogHeader['severity'],
    month,
    day,
    time: seconds * 1000 + fraction,
    pid: text.slice(pid, pidEnd),
    file: text.slice(file, colon),
    start: at,
    end: isBlank(text.charCodeAt(lineEnd + 1)) ? lineEnd + 2 : lineEnd + 1,
  };
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10;

/** What `\w.-` means. */
const isFileCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  digit(code) ||
  code === 95 ||
  code === 46 ||
  code === 45;

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (digit(text.charCodeAt(at))) at++;
  return at;
}
