import type { Diagnostic } from '../base/result';
import { type DataDocument, type DataField, type DataNode, MAX_DATA_DEPTH } from './dataTree';
import type { SourceLines } from './sourceLines';

/**
 * Reads JSON: one document, or several after one another. Where it breaks, what was complete before is kept. Raw line
 * breaks in texts are let through, since terminals put them there; a key given twice is a fault.
 */
export function readJsonData(lines: SourceLines): readonly DataDocument[] {
  const reader = new JsonReader(lines);
  const documents: DataDocument[] = [];
  do documents.push(reader.document());
  while (reader.hasMore());
  return documents;
}

const BLANK = /[\s\uFEFF]*/y;
const LITERAL = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Faults that are told: the rest of a file that is bad all over says no more. */
const MAX_FAULTS = 20;

class JsonReader {
  private at = 0;
  private readonly text: string;
  private problem: Diagnostic | null = null;
  private soundUntil = Number.POSITIVE_INFINITY;
  private faults: { at: number; problem: Diagnostic }[] = [];

  constructor(private readonly lines: SourceLines) {
    this.text = lines.text;
  }

  document(): DataDocument {
    this.problem = null;
    this.faults = [];
    const root = this.value(0);
    const { problem, faults, soundUntil } = this;
    return { root, problems: problem === null ? [] : [problem], soundUntil, faults };
  }

  /** Whether another document follows; commas between documents are passed over. */
  hasMore(): boolean {
    if (this.problem !== null) return false;
    this.blanks();
    while (this.text[this.at] === ',') {
      this.at++;
      this.blanks();
    }
    return this.at < this.text.length;
  }

  private value(depth: number): DataNode | null {
    this.blanks();
    const sign = this.text[this.at];
    if ((sign === '{' || sign === '[') && depth >= MAX_DATA_DEPTH)
      return this.refuse(`nested deeper than ${MAX_DATA_DEPTH} levels`);
    if (sign === '{') return this.map(depth);
    if (sign === '[') return this.list(depth);
    const start = this.at;
    if (sign === '"') {
      const text = this.string();
      return text === null ? null : { kind: 'scalar', text, plain: false, start, end: this.at };
    }
    LITERAL.lastIndex = start;
    const text = LITERAL.exec(this.text)?.[0];
    if (text === undefined) return this.stop('a value is missing here');
    this.at += text.length;
    return { kind: 'scalar', text, plain: true, start, end: this.at };
  }

  private list(depth: number): DataNode {
    const start = this.at++;
    const items: DataNode[] = [];
    this.blanks();
    if (!this.take(']')) {
      for (;;) {
        const item = this.value(depth + 1);
        if (item !== null) items.push(item);
        if (this.problem !== null || this.ends(']')) break;
      }
    }
    return { kind: 'list', items, start, end: this.end() };
  }

  private map(depth: number): DataNode {
    const start = this.at++;
    const fields = new Map<string, DataField>();
    this.blanks();
    if (!this.take('}')) {
      for (;;) {
        this.blanks();
        const key = this.at;
        const name =
          this.text[key] === '"' ? this.string() : this.stop('the name of a field is missing here');
        if (name === null) break;
        this.blanks();
        if (!this.take(':')) {
          this.stop(`expected : after ${JSON.stringify(name.slice(0, 100))}`);
          break;
        }
        const node = this.value(depth + 1);
        if (node !== null) {
          if (fields.has(name)) this.repeated(name, key);
          else fields.set(name, { key, node });
        }
        if (this.problem !== null || this.ends('}')) break;
      }
    }
    return { kind: 'map', fields, start, end: this.end() };
  }

  /** After a value: a comma, or the end, which is true. */
  private ends(sign: string): boolean {
    this.blanks();
    if (this.take(sign)) return true;
    if (this.take(',')) {
      // A comma too many before the end is let through.
      this.blanks();
      return this.take(sign);
    }
    this.stop(`expected , or ${sign}`);
    return true;
  }

  /** What was not closed goes past the sound part. */
  private end(): number {
    return this.problem === null ? this.at : this.text.length + 1;
  }

  private string(): string | null {
    const start = this.at;
    let end = start + 1;
    for (let escaped = false; ; end++) {
      const unit = this.text.charCodeAt(end);
      if (unit === 0x22) {
        this.at = end + 1;
        if (!escaped) return this.text.slice(start + 1, end);
        const text = decoded(this.text.slice(start, end + 1));
        if (text !== null) return text;
        this.at = start;
        return this.stop('a text with a backslash that means nothing');
      }
      if (unit === 0x5c) {
        escaped = true;
        end++;
      }
      if (end >= this.text.length) {
        this.at = this.text.length;
        return this.stop('a text that does not end');
      }
    }
  }

  private repeated(name: string, at: number): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const message = `the field ${JSON.stringify(name.slice(0, 100))} is given twice`;
    this.faults.push({
      at,
      problem: { severity: 'error', ...this.lines.placeOf(at), message, tip: 'remove one of them' },
    });
  }

  private blanks(): void {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
  }

  private take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private stop(what: string): null {
    const isCut = this.at >= this.text.length;
    return this.refuse(isCut ? `the JSON ends in the middle: ${what}` : `not valid JSON: ${what}`);
  }

  private refuse(message: string): null {
    if (this.problem === null) {
      this.problem = { severity: 'error', ...this.lines.placeOf(this.at), message };
      this.soundUntil = this.at + 1;
    }
    return null;
  }
}

function decoded(quoted: string): string | null {
  try {
    const text: unknown = JSON.parse(
      quoted.replace(/[\n\r\t]/g, (c) => (c === '\n' ? '\\n' : c === '\r' ? '\\r' : '\\t')),
    );
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}
