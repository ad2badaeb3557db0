/** What a line without a header may be that is neither a record nor a part of one. */
export type OtherLine =
  | { readonly is: 'crash' }
  | { readonly is: 'unit'; readonly state: 'started' | 'stopping' | 'stopped' }
  | { readonly is: 'logBegins'; readonly year: number; readonly month: number };

const CRASH = /^(?:panic: |goroutine \d+ \[|fatal error: )/;
const LOG_BEGINS = /^-- (?:Logs begin|Journal begins) at \w{3} (\d{4})-(\d\d)/;
const UNIT = /systemd\[\d+\]: (Start(?:ed|ing)|Stopping|Stopped) .*kubelet/i;

/** Recognises what matters of such lines; `null`: nothing of it. */
export function otherLine(text: string): OtherLine | null {
  if (CRASH.test(text)) return { is: 'crash' };
  const begins = LOG_BEGINS.exec(text);
  if (begins !== null) return { is: 'logBegins', year: Number(begins[1]), month: Number(begins[2]) };
  const unit = UNIT.exec(text)?.[1];
  if (unit === undefined) return null;
  return { is: 'unit', state: unit === 'Stopped' ? 'stopped' : unit === 'Stopping' ? 'stopping' : 'started' };
}

const COMMENT = /^\s*(?:#|\/\/|>>|\.\.\.|…|\[(?!failed)[^\]]*|\*\*|<!--|--\s*$|~~)/;
const FENCE = /^\s*(?:```|~~~|<\/?(?:details|summary|pre|code)\b)/;

/** A remark of whoever pasted the log. */
export const isComment = (text: string): boolean => COMMENT.test(text);

/** What holds a paste together and says nothing. */
export const isFence = (text: string): boolean => FENCE.test(text);

/** Whose a line is that is not used. */
export function ownerOfLine(text: string): string {
  if (/\bkernel:|apparmor=|audit\[/.test(text)) return 'of the kernel';
  if (/systemd(?:\[\d+\])?:/.test(text)) return 'of systemd';
  if (/dockerd|containerd|crio\[/.test(text)) return 'of the container runtime, in a form that is not read';
  return 'no record of a kubelet';
}
