import { civilTime } from './civilTime';
import type { DraftEvent } from './draftEvent';
import { draftEvents } from './draftEvents';
import { isForeignFile } from './foreignFiles';
import type { ClockAssumptions, Note, Skipped } from './importedRun';
import { type KeptEvent, KeptEvents } from './keptEvents';
import { findHeader, headerAt, type KlogHeader } from './klogHeader';
import { linePrefix, offsetOf, yearOfStamp } from './linePrefix';
import { LogClock } from './logClock';
import { idOfLogfmt, logfmtRecord } from './logfmt';
import { MESSAGES } from './logMessages';
import { jsonRecord, messageAt, textRecord } from './logRecord';
import { OpenRecord, secondHeader } from './openRecord';
import { isComment, isFence, otherLine, ownerOfLine } from './otherLine';
import { type SeenProcess, SeenProcesses } from './seenProcess';
import { SkippedLines } from './skippedLines';
import { isBare, unwrapLine } from './unwrapLine';
import { Wording } from './wording';

/** A log as it was read: what happens next (order, runs, names) needs all of it. */
export interface ReadLog {
  readonly events: readonly KeptEvent[];
  readonly processes: readonly SeenProcess[];
  readonly clock: ClockAssumptions;
  readonly verbosity: number | null;
  /** Wording of before and since kubernetes#113145, by how many lines. */
  readonly wording: Wording['counts'];
  readonly wrapped: { readonly journald: boolean; readonly json: boolean; readonly text: boolean };
  readonly records: number;
  readonly lines: number;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
}

/** Characters of a line that are kept as evidence. */
const EVIDENCE = 600;
/** Parts of one line that a log shipper cut are joined up to this length. */
const MOST_PARTIAL = 65_536;
const MOST_COMMENTS = 200;
/** A record may follow many others in one line, none of which is its prefix. */
const LONGEST_PREFIX = 260;

type Where = Pick<KeptEvent, 'text' | 'line' | 'at' | 'absolute' | 'node' | 'pid' | 'process'>;

/** Reads the lines of kubelet logs, one after another, whatever stands between them. */
export class LogReader {
  private readonly kept = new KeptEvents();
  private readonly clock = new LogClock();
  private readonly skippedLines = new SkippedLines();
  private readonly notes: Note[] = [];
  private readonly processes = new SeenProcesses();
  private readonly wording = new Wording();
  private readonly wrapped = { journald: false, json: false, text: false };
  private open: OpenRecord | null = null;
  private partial = '';
  private dump = false;
  private file = 0;
  private sequence = 0;
  private lastAt: number | null = null;
  private rising = 0;
  private falling = 0;
  private records = 0;
  private lines = 0;
  private level = -1;
  private rejoined = 0;
  private cut = 0;

  /** Another file of the same evidence begins. */
  nextFile(): void {
    this.flush();
    this.partial = '';
    this.dump = false;
    this.file++;
    this.lastAt = null;
  }

  /** One physical line, without its end. */
  readonly line = (raw: string, number: number, cut: boolean, clean: boolean): void => {
    this.lines++;
    if (cut) this.skippedLines.add('longer than can be kept: only the head was read', number);
    if (clean && this.partial === '' && isBare(raw)) {
      const header = headerAt(raw, 0);
      if (header !== null) return this.begin(raw, header, number, null, null);
    }
    const unwrapped = unwrapLine(raw);
    if (unwrapped.partial) {
      if (this.partial.length < MOST_PARTIAL) this.partial += unwrapped.text;
      return;
    }
    const text = this.partial === '' ? unwrapped.text : this.partial + unwrapped.text;
    this.partial = '';
    if (unwrapped.wrapping === 'journald-json') this.wrapped.journald = true;

    const header = findHeader(text);
    if (header !== null) return this.begin(text, header, number, unwrapped.host, unwrapped.stamp);
    if (this.json(text, raw, number, unwrapped.host)) return;
    this.headerless(text, raw, number);
  };

  /** Nothing comes any more. */
  end(): ReadLog {
    this.flush();
    const reversed = this.falling >= 3 && this.falling > 2 * this.rising;
    const note = (text: string) => this.notes.push({ line: null, text });
    if (this.rejoined > 0) note(`${this.rejoined} wrapped lines were joined to the ones before`);
    if (this.cut > 0)
      note(`${this.cut} ${this.cut === 1 ? 'record is' : 'records are'} cut off: what is there was read`);
    const events = this.kept.all();
    if (!this.clock.isDated) this.clock.uids(events.map(({ uid }) => uid));
    return {
      events,
      processes: this.processes.all(),
      clock: this.clock.assumptions(reversed),
      verbosity: this.level < 0 ? null : this.level,
      wording: this.wording.counts,
      wrapped: this.wrapped,
      records: this.records,
      lines: this.lines,
      skipped: this.skippedLines.list(),
      notes: this.notes,
    };
  }

  private begin(
    text: string,
    header: KlogHeader,
    line: number,
    host: string | null,
    stamp: string | null,
  ): void {
    this.flush();
    this.dump = false;
    this.wrapped.text = true;
    const prefix =
      header.start === 0
        ? null
        : linePrefix(text.slice(Math.max(0, header.start - LONGEST_PREFIX), header.start));
    if (prefix?.host !== undefined) this.wrapped.journald = true;
    const second = secondHeader(text, header);
    const own = second < 0 ? text : text.slice(0, second).trimEnd();
    const node = prefix?.host ?? host;
    this.open = new OpenRecord(
      own,
      header,
      line,
      node === null ? null : this.kept.word(node),
      stamp ?? prefix?.stamp ?? null,
    );
    if (second < 0) return;
    const next = findHeader(text, second);
    if (next !== null) this.begin(text, next, line, node, null);
  }

  private json(text: string, raw: string, line: number, host: string | null): boolean {
    const start = text.charCodeAt(0) === 123 ? 0 : text.slice(0, 260).indexOf('{"ts":');
    if (start < 0 || start > 240) return false;
    let object: unknown;
    try {
      object = JSON.parse(text.slice(start).replace(/,\s*$/, ''));
    } catch {
      return false;
    }
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
    const record = jsonRecord(object as { readonly [key: string]: unknown });
    if (record === null) return false;
    this.flush();
    this.dump = false;
    this.wrapped.json = true;
    const prefix = start === 0 ? null : linePrefix(text.slice(0, start));
    const node = prefix?.host ?? host;
    const at = record.ts;
    this.moved(at);
    const { year, month } = civilTime(at);
    this.clock.hint(year, month, 'records in JSON');
    const process = this.processes.see(this.file, node, '', line, at, null);
    this.records++;
    const drafts = isForeignFile(record.file) ? [] : draftEvents(record);
    if (drafts.length === 0) this.skippedLines.part(record.file, line);
    for (const draft of drafts)
      this.keep(draft, { text: raw, line, at, absolute: true, node, pid: null, process });
    return true;
  }

  private headerless(text: string, raw: string, line: number): void {
    const other = otherLine(text);
    if (other?.is === 'crash' || (this.dump && text !== '')) {
      if (this.dump) return this.skippedLines.add('the rest of a crash dump', line);
      this.dump = true;
      this.flush();
      return this.keepBare({ kind: 'panic', error: text }, raw, line);
    }
    if (this.runtime(text, raw, line)) return;
    if (other?.is === 'logBegins') {
      return this.clock.fullDate(other.year, other.month, 'the line “Logs begin at”', this.lastAt === null);
    }
    if (other?.is === 'unit') {
      this.flush();
      const kind = other.state === 'started' ? 'systemdStarted' : 'systemdStopped';
      return this.keepBare({ kind, reason: other.state }, raw, line);
    }
    const taken = this.open?.take(text) ?? null;
    if (taken === 'quote') this.rejoined++;
    if (taken === 'dropped') this.skippedLines.add('of a value of more than 200 lines', line);
    if (taken !== null || text.trim() === '') return;
    if (isComment(text)) {
      if (this.notes.length < MOST_COMMENTS) this.notes.push({ line, text: text.trim().slice(0, 200) });
      return;
    }
    if (!isFence(text)) this.skippedLines.add(ownerOfLine(text), line);
  }

  /** A line of containerd, CRI-O or dockerd. */
  private runtime(text: string, raw: string, line: number): boolean {
    const record = logfmtRecord(text);
    if (record === null) return false;
    this.flush();
    const id = idOfLogfmt(record);
    const date = yearOfStamp(record.time);
    if (date !== null) this.clock.hint(date.year, date.month, 'the runtime’s own times', 3);
    if (id === null && record.level !== 'error') {
      this.skippedLines.add('of the container runtime, without an id', line);
      return true;
    }
    const error = record.error === null ? record.message : `${record.message}: ${record.error}`;
    this.keepBare({ kind: 'runtimeNote', reason: record.level, error, id: id ?? undefined }, raw, line);
    return true;
  }

  private flush(): void {
    const { open } = this;
    if (open === null) return;
    this.open = null;
    const { text, header, line, node } = open;
    const { file, pid: ownPid, severity } = header;
    const at = this.clock.nominal(header.month, header.day, header.time);
    this.moved(at);
    const process = this.processes.see(this.file, node, ownPid, line, at, this.clock.inYear);
    if (open.stamp !== null) this.stamped(open.stamp, header, process);
    this.records++;
    const quoted = messageAt(text, header.end);
    if (
      (quoted !== null &&
        severity === 'I' &&
        !MESSAGES.has(quoted.message) &&
        !quoted.message.startsWith('UnmountVolume.TearDown')) ||
      isForeignFile(file)
    ) {
      this.skippedLines.part(file, line);
      return;
    }
    const record = textRecord(text, header, quoted);
    if (record.cut) this.cut++;
    if (record.message !== null) this.wording.look(text, record.message);
    const drafts = draftEvents(record);
    if (drafts.length === 0) return this.skippedLines.part(file, line);
    if (record.message === null || severity !== 'I') {
      const date = /\b(?:until |DeletionTimestamp=)(\d{4})-(\d\d)-/.exec(text);
      if (date !== null) this.clock.hint(Number(date[1]), Number(date[2]), `a date in line ${line}`);
    }
    for (const draft of drafts)
      this.keep(draft, { text, line, at, absolute: false, node, pid: process.pid, process });
  }

  /** What wraps a record tells its full time. */
  private stamped(stamp: string, header: KlogHeader, process: SeenProcess): void {
    const offset = offsetOf(stamp, header);
    if (offset !== null) {
      this.clock.offset(offset);
      process.offsets.set(offset, (process.offsets.get(offset) ?? 0) + 1);
    }
    const date = yearOfStamp(stamp);
    if (date !== null) this.clock.hint(date.year, date.month, 'the time in front of the lines', 3);
  }

  /** Whether a log is in order, or has the newest lines first. */
  private moved(at: number): void {
    if (this.lastAt !== null) {
      if (at > this.lastAt) this.rising++;
      if (at < this.lastAt) this.falling++;
    }
    this.lastAt = at;
  }

  private keepBare(draft: Omit<DraftEvent, 'uid' | 'pod' | 'level'>, text: string, line: number): void {
    const where = { text, line, at: null, absolute: false, node: null, pid: null, process: null };
    this.keep({ uid: null, pod: null, level: 0, ...draft }, where);
  }

  private keep(draft: DraftEvent, where: Where): void {
    if (draft.level > this.level) this.level = draft.level;
    const { kind, uid, pod, level, phase, source, reason, error, id, operation, amount, otherUID } = draft;
    const { line, at, absolute, node, pid, process } = where;
    const text = where.text.length > EVIDENCE ? where.text.slice(0, EVIDENCE) : where.text;
    // Written out: spreading the two takes longer than all the rest of the reading.
    this.kept.keep({
      kind,
      uid,
      pod,
      level,
      phase,
      source,
      reason,
      error,
      id,
      operation,
      amount,
      otherUID,
      text,
      line,
      at,
      absolute,
      node,
      pid,
      process,
      file: this.file,
      sequence: this.sequence++,
      count: 1,
      lastLine: line,
      lastText: text,
      lastAt: at,
    });
  }
}
