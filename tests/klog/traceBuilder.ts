import { type PodUID, podUID } from '../../src/api/pod';
import type { EventData, NodeEventKind, TraceEvent } from '../../src/engine/trace';
import { formatKlog } from '../../src/klog/formatKlog';
import { RELEASE_NAMES, type ReleaseName } from '../../src/kubelet/releases';

/** A trace made by hand: events in order, at the time that was set last. */
export class TraceBuilder {
  readonly events: TraceEvent[] = [];
  private time = 0;

  constructor(readonly uid: PodUID) {}

  at(ms: number): this {
    this.time = ms;
    return this;
  }

  /** An event of the pod. */
  pod<K extends NodeEventKind>(kind: K, data: EventData<K>): this {
    return this.add(kind, this.uid, data);
  }

  /** An event of the node. */
  node<K extends NodeEventKind>(kind: K, data: EventData<K>): this {
    return this.add(kind, null, data);
  }

  private add(kind: NodeEventKind, pod: PodUID | null, data: unknown): this {
    const id = this.events.length;
    this.events.push({ id, at: this.time, kind, pod, causedBy: null, data } as unknown as TraceEvent);
    return this;
  }

  log(release: ReleaseName, name: string, namespace = 'ns', verbosity = 4): string[] {
    const pods = new Map([[this.uid, { uid: this.uid, name, namespace }]]);
    return formatKlog(this.events, { release, verbosity, pods });
  }
}

export const UID = podUID('0a1b2c3d-0000-4000-8000-000000000001');

/** A trace of one pod with the uid `UID`. */
export const trace = (): TraceBuilder => new TraceBuilder(UID);

/** What the releases make of a trace of the pod `ns/web`: lines without time. */
export const inEveryRelease = (builder: TraceBuilder): Record<ReleaseName, string[]> =>
  Object.fromEntries(
    RELEASE_NAMES.map((release) => [release, builder.log(release, 'web').map(withoutTime)]),
  ) as Record<ReleaseName, string[]>;

/** The header of the catalogue. */
export const HEADER =
  /^(?<pre>.*?)(?<sev>[IWEF])(?<mm>\d\d)(?<dd>\d\d) (?<t>\d\d:\d\d:\d\d\.\d{6})\s+(?<pid>\d+) (?<file>[\w.-]+\.go):(?<line>\d+)\] (?<rest>.*)$/;

/** A line without time, thread and line number, which tell nothing about the message: `I kubelet.go] "SyncPod enter" …`. */
export function withoutTime(line: string): string {
  const parts = HEADER.exec(line)?.groups;
  return parts === undefined ? `not a klog line: ${line}` : `${parts.sev} ${parts.file}] ${parts.rest}`;
}
