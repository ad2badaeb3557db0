import type { PodUID } from '../api/pod';
import { present } from '../base/assert';
import type { NodeEventKind, TraceEventOf } from '../engine/trace';
import type { WorkType } from '../machine/podUpdate';
import { type Dialect, objectRef, type PodName } from './dialect';
import { goQuote, oneLine } from './goQuote';
import type { Severity } from './klogHeader';
import { KlogMemory } from './klogMemory';
import { MESSAGES, type MessageKey, UNSTRUCTURED, type Unstructured } from './klogMessages';

/** A key and its value, the value already as klog writes it. */
export type Field = readonly [key: string, value: string];

/** One line without its time. `level`: the verbosity from which on it is written. */
export interface KlogRecord {
  readonly severity: Severity;
  readonly level: number;
  /** `file.go:line` */
  readonly source: string;
  readonly text: string;
}

/** Says what a kubelet logs when an event of that kind happens. */
export type LinesOf<K extends NodeEventKind> = (event: TraceEventOf<K>, klog: KlogWriter) => void;

/** The uid of an event that is one pod's. */
export const uidOf = (event: { readonly pod: PodUID | null }): PodUID =>
  present(event.pod, 'the event of a pod names it');

/** Messages that a later kubelet writes always. */
const ALWAYS_SINCE_131: ReadonlySet<MessageKey> = new Set(['Creating a mirror pod for static pod']);

/** Makes records: the words and values of one release, and what is remembered of the trace so far. */
export class KlogWriter {
  readonly memory = new KlogMemory();
  private readonly seenNames = new Map<PodUID, PodName>();

  constructor(
    readonly dialect: Dialect,
    private readonly names: ReadonlyMap<PodUID, PodName>,
    private readonly put: (record: KlogRecord) => void,
  ) {}

  /** `klog.InfoS`. */
  info(key: MessageKey, ...fields: readonly Field[]): void {
    this.structured(key, fields);
  }

  /** `klog.ErrorS`: the error comes first. */
  error(key: MessageKey, error: string, ...fields: readonly Field[]): void {
    this.structured(key, [['err', goQuote(error)], ...fields]);
  }

  /** An error line that has no message. */
  unstructured(who: Unstructured, text: string): void {
    const [file, line] = UNSTRUCTURED[who];
    this.put({ severity: 'E', level: 0, source: `${file}:${line}`, text: oneLine(text) });
  }

  private structured(key: MessageKey, fields: readonly Field[]): void {
    const [file, line, usual] = MESSAGES[key];
    const level = usual === 'E' || (this.dialect.since131 && ALWAYS_SINCE_131.has(key)) ? 0 : usual;
    this.put({
      severity: usual === 'E' ? 'E' : 'I',
      level,
      source: `${file}:${line}`,
      text: [goQuote(key), ...fields.map(([name, value]) => `${name}=${value}`)].join(' '),
    });
  }

  /** The runtime told a name: good enough where nobody else knows one. */
  heardName(uid: PodUID, name: PodName): void {
    this.seenNames.set(uid, name);
  }

  /** A pod's name; the uid itself if nobody knows one. */
  nameOf(uid: PodUID): PodName {
    return this.names.get(uid) ?? this.seenNames.get(uid) ?? { name: uid, namespace: '' };
  }

  pod(uid: PodUID): Field {
    return ['pod', goQuote(objectRef(this.nameOf(uid)))];
  }

  podUID(uid: PodUID): Field {
    return ['podUID', this.dialect.typed(uid)];
  }

  /** `pod` and `podUID`, as most lines have them. */
  podAndUID(uid: PodUID): readonly [Field, Field] {
    return [this.pod(uid), this.podUID(uid)];
  }

  /** What worker lines have that name the pod up to v1.26 only. */
  podUntil126(uid: PodUID): readonly Field[] {
    return this.dialect.since127 ? [this.podUID(uid)] : this.podAndUID(uid);
  }

  pods(uids: readonly PodUID[]): Field {
    return ['pods', this.dialect.pods(uids.map((uid) => this.nameOf(uid)))];
  }

  /** The `updateType` of worker lines, which is a phase. */
  work(work: WorkType): Field {
    return ['updateType', this.dialect.work(work)];
  }

  text(key: string, value: string): Field {
    return [key, goQuote(value)];
  }

  number(key: string, value: number): Field {
    return [key, String(value)];
  }

  /** The id of a container or sandbox as the kubelet's own struct. */
  runtimeId(key: string, id: string): Field {
    return [
      key,
      this.dialect.struct([
        ['Type', 'containerd'],
        ['ID', id],
      ]),
    ];
  }
}
