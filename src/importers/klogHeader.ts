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

const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + (text.charCodeAt(at + 1) - 48);

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

const REST = /\s+(\d+)\s+([\w.-]+\.go):(\d+)\]\s?/y;

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

/** The header that begins exactly at `at`. */
export function headerAt(text: string, at: number): KlogHeader | null {
  for (const place of [1, 2, 3, 4, 6, 7, 9, 10, 12, 13, 15]) {
    if (!digit(text.charCodeAt(at + place))) return null;
  }
  let end = at + 15;
  while (digit(text.charCodeAt(end))) end++;
  REST.lastIndex = end;
  const rest = REST.exec(text);
  if (rest === null) return null;
  const month = two(text, at + 1);
  const day = two(text, at + 3);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const fraction = Number(`0.${text.slice(at + 15, end)}`);
  const seconds = two(text, at + 6) * 3600 + two(text, at + 9) * 60 + two(text, at + 12);
  return {
    severity: text[at] as KlogHeader['severity'],
    month,
    day,
    time: seconds * 1000 + fraction * 1000,
    pid: rest[1] ?? '',
    file: rest[2] ?? '',
    start: at,
    end: REST.lastIndex,
  };
}
