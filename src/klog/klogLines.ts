import type { NodeEventKind, TraceEvent } from '../engine/trace';
import { callLines } from './callLines';
import { housekeepingLines } from './housekeepingLines';
import type { KlogWriter, LinesOf } from './klogWriter';
import { managerLines } from './managerLines';
import { runtimeLines } from './runtimeLines';
import { syncLoopLines } from './syncLoopLines';
import { workerLines } from './workerLines';

/** What is logged of every kind of event; `null`: nothing, in no release and at no verbosity up to 4. */
const LINES: { readonly [K in NodeEventKind]: LinesOf<K> | null } = {
  ...syncLoopLines,
  ...workerLines,
  ...callLines,
  ...runtimeLines,
  ...housekeepingLines,
  ...managerLines,
  // A person's doing, and the world's.
  command: null,
  commandFailed: null,
  expectChecked: null,
  faultHit: null,
  faultInjected: null,
  faultLifted: null,
  // A kubelet that is killed says nothing.
  kubeletStopped: null,
  // Told by the lines of the update, the turn or the call that leads to it.
  phaseEntered: null,
  terminalAtFirstSight: null,
  waitingForPodStatus: null,
  volumesUnmounted: null,
  // The work queue is silent, and so is a retry that nobody gets: this is what makes the v1.26 bug hard to see.
  retryQueued: null,
  retryDropped: null,
  becameStuck: null,
  freed: null,
};

/** Writes the lines of one event. */
export function writeLines(event: TraceEvent, klog: KlogWriter): void {
  // The table's type says that the function under a kind takes events of that kind.
  const lines = LINES[event.kind] as ((event: TraceEvent, klog: KlogWriter) => void) | null;
  lines?.(event, klog);
}
