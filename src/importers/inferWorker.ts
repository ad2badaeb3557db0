import type { KubeletRun, Place } from './importedRun';
import type { LogEvent } from './logEvent';
import type { JoinedPod } from './podJoin';
import { type Inferred, WorkerStory } from './workerStory';

/**
 * From the lines about one pod to what its worker was doing (`pod_workers.go`). A line that says so is observed; what
 * follows from it by the rules of the worker is inferred; everything else stays unknown. A new kubelet process knows
 * nothing of before: its pods begin unknown.
 */
export function inferWorker(pod: JoinedPod, runs: readonly KubeletRun[]): Inferred {
  const worker = new WorkerStory(runs);
  for (const event of pod.events) {
    worker.before(event);
    apply(worker, event);
  }
  worker.silence();
  return worker.result();
}

/** Takes one event in: what it observes, and what follows from it. */
function apply(story: WorkerStory, event: LogEvent): void {
  const at: Place = { line: event.line, at: event.at };
  // A static pod's mirror comes and goes under the same name; it is not the pod.
  const foreign = story.source !== null && story.source !== 'api' && event.source === 'api';
  switch (event.kind) {
    case 'receivingPod':
      return;
    case 'configAdd':
      if (foreign) return;
      story.source = event.source ?? story.source;
      // Lists name pods, not uids: after a refused removal the name may stand for another pod than before.
      story.inConfig = story.refused && event.source !== 'api' ? null : true;
      story.addedAt = event;
      story.removedAt = null;
      if (story.phase === 'unknown' && story.deletedAt !== null && story.source === 'api') {
        return story.to(
          'terminating',
          at,
          'inferred',
          'it is listed again, and its deletion was asked for before',
        );
      }
      if (story.phase === 'unknown' || story.phase === 'gone')
        return story.to(
          'syncing',
          at,
          'inferred',
          'config lists it, so a worker syncs it unless admission refused it',
        );
      if (story.phase !== 'syncing' && story.phase !== 'rejected') story.restartRequested = event;
      return;
    case 'configUpdate':
      if (!foreign) {
        story.source ??= event.source ?? null;
        story.inConfig ??= true;
        if (story.phase === 'unknown') story.to('syncing', at, 'inferred', 'config lists it');
        if (event.reason?.startsWith('DeletionTimestamp=') === true) {
          story.deletedAt ??= event;
          story.reach('terminating', event, 'inferred', 'its deletion was asked for');
        }
      }
      return;
    case 'configReconcile':
      if (!foreign && story.phase === 'unknown') story.inConfig ??= true;
      return;
    case 'configDelete':
      if (foreign) return;
      story.source ??= event.source ?? null;
      story.inConfig ??= true;
      story.deletedAt ??= event;
      story.cause ??= 'deleted';
      if (story.phase === 'rejected')
        return story.to('finished', at, 'inferred', 'admission had refused it, so there is nothing to stop');
      if (story.phase === 'unknown' || story.phase === 'syncing') story.gracefully = true;
      return story.reach('terminating', event, 'inferred', 'its deletion was asked for');
    case 'configRemove':
      if (foreign) return;
      story.source ??= event.source ?? null;
      story.inConfig = false;
      story.removedAt = event;
      story.restartRequested = null;
      story.removal = event;
      return;
    case 'mustBeKilled':
      story.cause ??= 'removed';
      return story.reach('terminating', event, 'observed', 'it left config and has to be killed');
    case 'deleteRefused':
      story.removal = null;
      story.refused = true;
      return;
    case 'admissionDenied':
      return story.to('rejected', at, 'observed', 'admission refused it, so it has no worker');

    case 'firstSync':
      story.waitsForName = null;
      if (event.reason === 'kill') {
        if (story.phase === 'syncing' && story.certainty === 'inferred') story.certainty = 'observed';
        return story.to('terminating', at, 'observed', 'its worker began with a kill');
      }
      if (story.phase === 'finished' || story.phase === 'terminating' || story.phase === 'terminated') {
        // A worker that is made anew: the history before is gone, whether or not a line said so.
        story.to('gone', at, 'inferred', 'its history was removed');
      }
      story.restartRequested = null;
      return story.to('syncing', at, 'observed', 'its worker syncs it');
    case 'attemptStart':
      if (event.phase === undefined) return;
      story.lastAction = event;
      if (event.phase === 'syncing') story.waitsForName = null;
      story.reach(event.phase, event, 'observed', `its worker works on it: ${event.phase}`);
      return story.begin(event.phase, event, 'observed');
    case 'enter':
      if (event.phase === undefined) return;
      story.waitsForName = null;
      story.lastAction = event;
      story.reach(event.phase, event, 'observed', `its worker works on it: ${event.phase}`);
      if (story.open?.phase !== event.phase) story.begin(event.phase, event, 'observed');
      return;
    case 'exit':
      if (event.phase !== undefined) {
        story.lastAction = event;
        if (story.phase === 'unknown')
          story.reach(event.phase, event, 'observed', `its worker was ${event.phase}`);
      }
      return;
    case 'attemptDone':
      if (event.phase !== undefined && story.phase === 'unknown')
        story.reach(event.phase, event, 'observed', `its worker was ${event.phase}`);
      return story.close(at);
    case 'notified':
      if (event.phase === 'terminating' || event.phase === 'terminated')
        story.reach(
          event.phase === 'terminated' ? 'terminated' : 'terminating',
          event,
          'observed',
          'an update for that phase waits',
        );
      return;
    case 'terminationRequested':
      story.cause = event.reason ?? story.cause;
      if (event.reason === 'orphaned') story.runtimeOnly = true;
      if (event.reason === 'deleted') {
        story.deletedAt ??= event;
        story.gracefully = true;
      }
      return story.reach(
        'terminating',
        event,
        'observed',
        `its worker was told to stop it: ${event.reason ?? 'no reason given'}`,
      );
    case 'terminationObserved':
    case 'orphanBeganTermination':
    case 'orphanNotified':
      return story.reach('terminating', event, 'observed', 'its worker knows that it has to stop it');
    case 'gracePeriod':
      if (event.amount !== undefined) story.gracePeriod = event.amount;
      story.lastAction = event;
      return story.reach('terminating', event, 'observed', 'its worker stops it');
    case 'containersStopped':
      story.failedSince = null;
      return story.reach('terminating', event, 'observed', 'its containers are stopped');
    case 'terminated':
      story.failedSince = null;
      if (story.open !== null) story.open.error = null;
      return story.reach('terminated', event, 'observed', 'all its containers were stopped');
    case 'orphanTerminated':
      story.failedSince = null;
      return story.to('gone', at, 'observed', 'the containers that only the runtime knew were stopped');
    case 'terminatedStep':
    case 'needsNoMoreStatus':
      story.lastAction = event;
      if (event.reason !== 'waits for volumes') story.failedSince = null;
      return story.reach(
        'terminated',
        event,
        event.kind === 'needsNoMoreStatus' ? 'observed' : 'inferred',
        'it is being cleaned up after its containers',
      );
    case 'volumesNotCleaned':
      story.lastAction = event;
      story.failedSince = event;
      return story.reach(
        'terminated',
        event,
        'inferred',
        'its containers ended and its volumes are still there',
      );
    case 'complete':
    case 'neverStarted':
      story.failedSince = null;
      return story.to('finished', at, 'observed', 'its worker is done');
    case 'workerStopped':
      if (story.phase === 'gone' || story.phase === 'finished') return;
      story.failedSince = null;
      return story.to(story.runtimeOnly ? 'gone' : 'finished', at, 'inferred', 'its worker has stopped');
    case 'cannotStartEver':
      story.waitsForName = null;
      return story.to('finished', at, 'inferred', 'it was killed before it could start');
    case 'finishedNoUpdates':
      if (story.phase === 'gone') return;
      return story.to('finished', at, 'observed', 'its worker is done and takes no more updates');
    case 'cannotStartYet':
      story.waitsForName = event;
      story.close(at);
      return story.reach('syncing', event, 'observed', 'its worker waits until it may have the name');
    case 'restartRequested':
      // A terminal pod that a new process is told of looks the same up to 1.26, and then ends at once.
      if (story.phase === 'syncing')
        return story.to('finished', at, 'inferred', 'it had ended before this kubelet began');
      story.restartRequested = event;
      return;
    case 'syncError':
      if (event.phase !== undefined && event.phase !== 'syncing')
        story.reach(event.phase, event, 'inferred', `the error is one of its ${event.phase} step`);
      else if (story.phase === 'unknown')
        story.reach('syncing', event, 'inferred', 'the error is one of its sync');
      return story.failed(event, true);
    case 'syncCancelled':
      return story.close(at);
    case 'stillNotTerminated':
      return;
    case 'orphanNotStarted':
    case 'historyRemoved':
      story.failedSince = null;
      return story.to('gone', at, 'observed', 'its uid is forgotten');
    case 'historyRemovedForRestart':
      story.failedSince = null;
      return story.to('gone', at, 'observed', 'its history was removed so that it can start again');
    case 'terminalNotDeleted':
      story.restartRequested = null;
      return story.to('finished', at, 'observed', 'it is terminal and stays so');
    case 'runtimeOrphanKilled':
      if (story.phase === 'unknown' || story.phase === 'gone') story.runtimeOnly = true;
      return;
    case 'rejectedHandedToWorkers':
      return story.to('terminating', at, 'observed', 'housekeeping hands it to the workers to be ended');
    case 'pleg':
    case 'plegIrrelevant':
      if (event.operation === 'ContainerStarted' && startsAgain(story)) {
        story.to('gone', at, 'inferred', 'its first life ended, for it starts again');
        story.restartRequested = null;
        story.to('syncing', at, 'inferred', 'its containers start again');
      }
      if (event.operation === 'ContainerDied') story.containerEnded(event);
      if (event.operation === 'ContainerStarted') story.containerStarted(event);
      story.lastAction = event;
      if (story.phase === 'unknown' && event.kind === 'pleg' && event.operation === 'ContainerStarted')
        story.reach('syncing', event, 'inferred', 'its containers start');
      return;
    case 'killingContainer':
      if (event.amount !== undefined && story.phase !== 'syncing') story.gracePeriod = event.amount;
      story.lastAction = event;
      if (story.phase === 'terminating' && story.open === null) story.begin('terminating', event, 'inferred');
      return;
    case 'containerFinished':
      story.containerEnded(event);
      story.lastAction = event;
      return;
    case 'containerExited':
    case 'sandboxCreated':
      story.lastAction = event;
      return;
    case 'criError':
    case 'killContainerFailed':
    case 'sandboxStopFailed':
    case 'killPodFailed':
      if (story.phase === 'unknown' && event.kind !== 'criError')
        story.reach('terminating', event, 'inferred', 'a stop of it failed');
      return story.failed(event, false);
    case 'volumeUnmounted':
      story.ended = event;
      if (story.phase === 'terminating') {
        story.failedSince = null;
        story.reach(
          'terminated',
          event,
          'inferred',
          'a volume was taken off, which waits for its containers',
        );
      }
      return;
    case 'volumeOperationFailed':
      if (event.operation === 'unmount') {
        story.lastAction = event;
        if (story.phase === 'terminating' && story.allEnded && story.open === null)
          story.reach(
            'terminated',
            event,
            'inferred',
            'its containers ended and a volume cannot be unmounted',
          );
      }
      return;
    case 'cgroupRemovalFailed':
      if (story.phase === 'terminated') story.failed(event, false);
      return;
    case 'evictionFailed':
    case 'evictionWaits':
      // Of a pod that has ended before, eviction speaks in the same words.
      if (story.phase !== 'syncing' || story.allEnded) return;
      story.cause = 'evicted';
      return story.reach('terminating', event, 'inferred', 'it is evicted');
    case 'evicting':
    case 'evicted':
      story.cause = 'evicted';
      return story.reach('terminating', event, 'inferred', 'it is evicted');
    case 'removedFromAPI':
      return story.phase === 'terminating' || story.phase === 'terminated' || story.phase === 'unknown'
        ? story.to('finished', at, 'inferred', 'its API object was deleted, which comes last')
        : undefined;
    case 'shutdown':
      story.cause = 'shutdown';
      return story.reach('terminating', event, 'inferred', 'the node shuts down');
    default:
      return;
  }
}

/** A worker that ends its pod starts nothing: what starts after all of it died is its next life. */
const startsAgain = ({ phase, restartRequested, allEnded }: WorkerStory): boolean =>
  (phase === 'terminating' || phase === 'terminated') && restartRequested !== null && allEnded;
