import type { PodUID } from '../api/pod';
import type { TraceEvent } from '../engine/trace';
import type { ReleaseName } from '../kubelet/releases';
import { dialectOf, type PodName } from './dialect';
import { KlogClock, klogHeader } from './klogHeader';
import { writeLines } from './klogLines';
import { KlogWriter } from './klogWriter';

/** How a trace is written down. */
export interface KlogOptions {
  /** The release that the trace is of: it decides about words and encodings. */
  readonly release: ReleaseName;
  /** `-v` of the kubelet, 0 to 4. Most installations run with 2; what a worker does shows from 4 on. */
  readonly verbosity: number;
  /** The pods by uid, under the names that the kubelet knows them by. Who is missing appears under its uid. */
  readonly pods: ReadonlyMap<PodUID, PodName & { readonly uid: PodUID }>;
}

/**
 * The trace as the log that a kubelet of that release would have written: one record a line, in the order of the trace. The
 * time of a record is the same at every verbosity. Give the trace from its beginning: names of containers, and what
 * a worker was told before, are taken from earlier events.
 */
export function formatKlog(trace: Iterable<TraceEvent>, options: KlogOptions): string[] {
  const lines: string[] = [];
  const clock = new KlogClock();
  let at = 0;
  const klog = new KlogWriter(dialectOf(options.release), options.pods, (record) => {
    const micros = clock.next(at);
    if (record.level > options.verbosity) return;
    lines.push(klogHeader(record.severity, at, micros, record.source) + record.text);
  });
  for (const event of trace) {
    at = event.at;
    writeLines(event, klog);
  }
  return lines;
}
