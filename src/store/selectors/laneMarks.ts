import type { Command, TraceEvent } from '../../transport/protocol';
import type { LaneMarkKind, LaneTick } from './laneTypes';

/** The glyph of a command on its pod's lane; `null`: another event of it is marked, or its row is not there yet. */
function commandMark(name: Command['do']): LaneMarkKind | null {
  switch (name) {
    case 'createPod':
    case 'createStaticPod':
    case 'injectFault':
    case 'liftFault':
    case 'restartKubelet':
      return null;
    case 'deletePod':
    case 'removeStaticPod':
      return 'delete';
    case 'forceDeletePod':
      return 'forceDelete';
    case 'evictPod':
      return 'evict';
    case 'recreatePodSameUID':
      return 'reuse';
    default:
      return 'command';
  }
}

/** The glyph of an event on the lane of its pod; `null`: none. */
export function podMarkOf(event: TraceEvent): LaneMarkKind | null {
  switch (event.kind) {
    case 'command':
      return commandMark(event.data.command.do);
    case 'faultHit':
    case 'volumeFailed':
    case 'admissionRejected':
      return 'error';
    case 'criReturned':
      return event.data.error === null ? null : 'error';
    case 'callReturned':
      return event.data.result === 'error' ? 'error' : null;
    case 'retryDropped':
      return 'dropped';
    case 'podRestarted':
      return 'restart';
    case 'orphanMet':
    case 'historyRemoved':
    case 'terminalLeftover':
      return passDid(event);
    default:
      return null;
  }
}

/** The glyph of an event on the node's lane; `null`: none. */
export function nodeMarkOf(event: TraceEvent): LaneMarkKind | null {
  switch (event.kind) {
    case 'command':
      return commandMark(event.data.command.do);
    case 'faultInjected':
      return 'fault';
    case 'faultLifted':
      return 'lift';
    case 'relistFailed':
    case 'runtimeCheckFailed':
    case 'commandFailed':
      return 'error';
    case 'kubeletStopped':
    case 'kubeletStarted':
      return event.kind;
    default:
      return null;
  }
}

/** What an event says of the housekeeping pass that it is part of; `null`: nothing. */
export function passDid(event: TraceEvent): 'leftAlone' | 'acted' | null {
  switch (event.kind) {
    case 'orphanMet':
      if (event.data.did === 'alreadyPending') return null;
      return event.data.did === 'leftAlone' ? 'leftAlone' : 'acted';
    case 'historyRemoved':
    case 'podRestarted':
    case 'orphanedRuntimePod':
    case 'terminalLeftover':
    case 'mirrorPodOrphaned':
      return 'acted';
    default:
      return null;
  }
}

/** A pass of which one more thing is known. */
export function passWith(kind: LaneTick['kind'], did: 'leftAlone' | 'acted'): LaneTick['kind'] {
  return kind === 'tick' || kind === did ? did : kind === 'failed' || kind === 'skipped' ? kind : 'both';
}
