import type { PodUID } from '../api/pod';
import { describe, goName, type NameOf } from './describe';
import type { TraceEvent } from './trace';

/** One line of the story of a stuck pod. */
export interface StoryLine {
  readonly at: number;
  readonly text: string;
  /** Here the last hope was lost. */
  readonly isHere: boolean;
}

/** How a pod came to be stuck, read from the trace. */
export interface StuckStory {
  /** When its last hope was gone, whether or not anybody could have seen it then. */
  readonly since: number;
  readonly lines: readonly StoryLine[];
}

/**
 * The events that matter, in order: who asked for the end of the pod, what failed last, what became of the retry, and
 * what housekeeping has made of it since.
 */
export function stuckStory(trace: readonly TraceEvent[], uid: PodUID, nameOf: NameOf): StuckStory {
  const mine = trace.filter((event) => event.pod === uid);
  const asked = mine.findLast((event) => event.kind === 'updateReceived' && event.data.cause !== null);
  const failed = mine.findLast((event) => event.kind === 'callReturned' && event.data.result !== 'ok');
  const since = mine.findLast((event) => event.kind === 'becameStuck')?.at ?? 0;
  const queued = mine.findLast((event) => event.kind === 'retryQueued');
  const dropped = mine.findLast((event) => event.kind === 'retryDropped');
  const alone = mine.find(
    (event) => event.kind === 'orphanMet' && event.data.did === 'leftAlone' && event.at >= since,
  );
  const lines: StoryLine[] = [];
  const say = (event: TraceEvent | undefined, text: string, isHere = false): void => {
    if (event !== undefined) lines.push({ at: event.at, text, isHere });
  };
  say(asked, askedText(trace, asked, nameOf));
  say(failed, failedText(mine, failed, queued));
  say(dropped, dropped === undefined ? '' : describe(dropped, nameOf), true);
  say(alone, 'every 2 s housekeeping sees a terminating worker and leaves it alone');
  return { since, lines: lines.sort((a, b) => a.at - b.at) };
}

/** The end was asked for: by what command, and what that came to. */
function askedText(trace: readonly TraceEvent[], asked: TraceEvent | undefined, nameOf: NameOf): string {
  if (asked === undefined || asked.pod === null) return '';
  const name = nameOf(asked.pod);
  for (
    let at: TraceEvent | undefined = asked;
    at !== undefined;
    at = at.causedBy === null ? undefined : trace[at.causedBy]
  ) {
    if (at.kind !== 'command') continue;
    const { command } = at.data;
    if (command.do === 'forceDeletePod')
      return `force delete: the API object is gone, the pod manager has forgotten ${name}`;
    if (command.do === 'removeStaticPod')
      return `the manifest is removed, the pod manager has forgotten ${name}`;
    return `${describe(at, nameOf)}: ${describe(asked, nameOf)}`;
  }
  return describe(asked, nameOf);
}

function failedText(
  mine: readonly TraceEvent[],
  failed: TraceEvent | undefined,
  queued: TraceEvent | undefined,
): string {
  if (failed?.kind !== 'callReturned') return '';
  const began = mine.findLast((event) => event.kind === 'callStarted' && event.id < failed.id)?.id ?? 0;
  const cri = mine.findLast(
    (event) =>
      event.kind === 'criReturned' && event.data.error !== null && event.id > began && event.id < failed.id,
  );
  const culprit =
    cri?.kind === 'criReturned' && cri.data.error !== null
      ? `${cri.data.op}, code ${cri.data.error.code}`
      : (failed.data.error ?? failed.data.result);
  const retry =
    queued?.kind === 'retryQueued' ? `; retry queued for ${(queued.data.dueAt / 1000).toFixed(1)} s` : '';
  return `${goName(failed.data.fn)} failed: ${culprit}${retry}`;
}
