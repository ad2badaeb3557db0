import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The runtime had a pod that this kubelet process was never told of. */
export const orphanedAfterRestart: Rule = {
  id: 'orphaned-after-restart',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const killed = pod.events.filter(
        ({ kind, reason }) =>
          kind === 'runtimeOrphanKilled' || (kind === 'terminationRequested' && reason === 'orphaned'),
      );
      const first = killed[0];
      if (first === undefined) return [];
      // A worker of the same process that was there before: the runtime's view was only old.
      if (
        pod.events.some(
          (event) => event.run === first.run && event.line < first.line && KNOWN.has(event.kind),
        )
      )
        return [];
      return [
        {
          rule: 'orphaned-after-restart',
          pod: nameOf(pod),
          confidence: run.runs[first.run]?.startSeen === true ? 'certain' : 'likely',
          title: 'It was removed while no kubelet looked; its containers were found in the runtime',
          why: 'No source lists it, so housekeeping makes a worker that only stops what the runtime has, with the shortest grace period. Such a worker leaves no history.',
          evidence: evidenceOf([
            ...killed,
            ...eventsOf(pod, 'gracePeriod', 'orphanTerminated', 'enter', 'containersStopped'),
          ]),
          freesNow:
            pod.final === 'gone' ? null : 'wait for it: it is tried again on every pass of housekeeping',
          fixedIn: null,
          issues: ['kubernetes/kubernetes#113145'],
        },
      ];
    }),
};

const KNOWN: ReadonlySet<string> = new Set([
  'configAdd',
  'historyRemoved',
  'complete',
  'attemptStart',
  'configDelete',
  'configRemove',
]);

/** The kubelet was restarted while a pod was being stopped. */
export const restartedDuringTermination: Rule = {
  id: 'kubelet-restarted-during-termination',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const stops = pod.intervals.filter(({ phase }) => phase === 'terminating' || phase === 'terminated');
      return run.runs.flatMap((process): Finding[] => {
        if (process.index === 0 || process.node !== pod.node) return [];
        const cut = stops.find(
          ({ from, to }) => from.line < process.first.line && (to === null || to.line >= process.first.line),
        );
        const before = run.runs.findLast(({ index, node }) => index < process.index && node === process.node);
        if (cut === undefined || before === undefined) return [];
        const last = pod.events.findLast((event) => event.run === before.index);
        const next = pod.events.find((event) => event.run === process.index);
        if (last === undefined) return [];
        return [
          {
            rule: 'kubelet-restarted-during-termination',
            pod: nameOf(pod),
            confidence: 'likely',
            title: 'The kubelet was restarted while it was being stopped',
            why: 'All that the workers knew is gone with the process. A pod that config still lists is taken up again; one that only the runtime knows is stopped as an orphan.',
            evidence: evidenceOf([
              last,
              next,
              ...run.nodeEvents.filter(
                ({ kind, run: of }) => of === process.index && kind === 'kubeletVersion',
              ),
            ]),
            freesNow: null,
            fixedIn: null,
            issues: [],
          },
        ];
      });
    }),
};

/** Admission on the node refused it. */
export const admissionRejected: Rule = {
  id: 'admission-rejected',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const refused = eventsOf(pod, 'admissionDenied');
      const last = refused.at(-1);
      if (last === undefined) return [];
      return [
        {
          rule: 'admission-rejected',
          pod: nameOf(pod),
          confidence: 'certain',
          title: `Admission refused it${last.reason === undefined ? '' : `: ${last.reason.slice(0, 80)}`}`,
          why: 'The node refused the pod when config listed it. It is Failed in the API and never had a worker here.',
          evidence: evidenceOf(refused),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** Refused and deleted, and its object stays. */
export const terminalPodNotDeleted: Rule = {
  id: 'terminal-pod-not-deleted',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const { deletedAt, inConfig, run: index } = pod.facts;
      const end = run.runs[index]?.last.at ?? null;
      if (pod.final !== 'rejected' || deletedAt === null || inConfig === false) return [];
      if (end === null || deletedAt.at === null || end - deletedAt.at < 10_000) return [];
      const broken = run.kubelet !== null && /^1\.27\.[0-3]\b/.test(run.kubelet);
      return [
        {
          rule: 'terminal-pod-not-deleted',
          pod: nameOf(pod),
          confidence: broken ? 'certain' : 'likely',
          title: 'It was refused, then deleted, and nobody removes its object',
          why: 'Since 1.27 the object goes when the worker is through; a pod that was refused has no worker. From 1.27.4 on housekeeping hands such pods to the workers.',
          evidence: evidenceOf([...eventsOf(pod, 'admissionDenied'), deletedAt]),
          freesNow: 'force delete the object: nothing of it runs here',
          fixedIn: 'v1.27.4',
          issues: ['kubernetes/kubernetes#118472', 'kubernetes/kubernetes#118497'],
        },
      ];
    }),
};

/** Eviction waits for a pod that has ended long ago. */
export const evictionWaits: Rule = {
  id: 'eviction-of-finished-pod-waits',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const waits = eventsOf(pod, 'evictionFailed', 'evictionWaitTimedOut');
      const first = waits[0];
      if (first === undefined) return [];
      const ended = pod.events.find(
        ({ kind, line }) => line < first.line && (kind === 'complete' || kind === 'finishedNoUpdates'),
      );
      if (ended === undefined) return [];
      return [
        {
          rule: 'eviction-of-finished-pod-waits',
          pod: nameOf(pod),
          confidence: 'certain',
          title: 'Eviction waits for a pod whose worker is done',
          why: 'The eviction manager asks for a kill and waits for the answer. A finished worker takes no more updates, so none comes and the wait times out.',
          evidence: evidenceOf([ended, ...waits]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** What the API server has under a static pod's name is not its mirror any more. */
export const mirrorPodMismatch: Rule = {
  id: 'mirror-pod-mismatch',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const events = eventsOf(pod, 'recreatedUnderOtherUID', 'mirrorDeleteFailed');
      if (events.length === 0) return [];
      return [
        {
          rule: 'mirror-pod-mismatch',
          pod: nameOf(pod),
          confidence: events.some(({ count }) => count > 1) || events.length > 1 ? 'likely' : 'possible',
          title: 'The API server’s pod of this name is another one than the kubelet reports on',
          why: 'The status manager compares uids and writes nothing for a pod that was made anew, so what the API shows stays as it was.',
          evidence: evidenceOf(events),
          freesNow:
            'delete the mirror pod in the API: the kubelet makes a new one; the static pod is not touched',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** The kubelet runs a pod that the API server has never heard of. */
export const knownOnlyToKubelet: Rule = {
  id: 'known-only-to-kubelet',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const missing = eventsOf(pod, 'statusFailed').filter(({ error, text }) =>
        /not found|does not exist on the server/i.test(error ?? text),
      );
      if (
        missing.length === 0 ||
        pod.final !== 'running' ||
        pod.isStatic === true ||
        pod.facts.inConfig === false
      )
        return [];
      return [
        {
          rule: 'known-only-to-kubelet',
          pod: nameOf(pod),
          confidence: missing.length > 1 || (missing[0]?.count ?? 1) > 1 ? 'likely' : 'possible',
          title: 'The kubelet works on a pod that the API server does not have',
          why: 'Its worker syncs it as if it were desired, while every write of its status is answered with “not found”: the removal never reached this kubelet.',
          evidence: evidenceOf(missing),
          freesNow: 'restart the kubelet: it lists its pods anew',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
