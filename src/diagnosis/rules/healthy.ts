import { eventsOf, evidenceOf, lasting, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { standingOf } from '../standing';

/** The kubelet is through with it. */
export const gone: Rule = {
  id: 'gone',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (pod.final !== 'gone' || pod.events.length === 0) return [];
      const last = pod.intervals.findLast(({ phase }) => phase === 'gone');
      const said = pod.events.filter(({ line }) => line === last?.from.line);
      return [
        {
          rule: 'gone',
          pod: nameOf(pod),
          confidence: pod.finalCertainty === 'observed' ? 'certain' : 'likely',
          title: 'The kubelet is through with it',
          why: `${pod.told[0]?.toUpperCase() ?? ''}${pod.told.slice(1)}. Nothing is left to do on this node.`,
          evidence: evidenceOf([
            ...eventsOf(
              pod,
              'terminated',
              'complete',
              'removedFromAPI',
              'historyRemoved',
              'orphanTerminated',
            ),
            ...said,
            ...pod.events.slice(-1),
          ]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** It is being stopped, and its time is not over. */
export const withinGracePeriod: Rule = {
  id: 'within-grace-period',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (
        pod.final !== 'terminating' ||
        pod.attempts.some(({ error, phase }) => error !== null && phase !== 'syncing')
      )
        return [];
      const start =
        pod.attempts.findLast(({ phase }) => phase === 'terminating')?.start ?? pod.intervals.at(-1)?.from;
      const end = run.runs[pod.facts.run]?.last.at ?? null;
      if (start?.at == null || end === null || pod.events.length === 0) return [];
      const grace = pod.facts.gracePeriod;
      if (end - start.at > (grace ?? 30) * 1000 + 2000) return [];
      return [
        {
          rule: 'within-grace-period',
          pod: nameOf(pod),
          confidence: grace === null ? 'possible' : 'likely',
          title: 'It is being stopped, and its grace period is not over',
          why: `The stop began ${lasting(end - start.at)} before the log ends${grace === null ? '' : `, and it may take ${grace} s`}. The worker waits inside the call; that is as it should be.`,
          evidence: evidenceOf([
            pod.facts.deletedAt,
            ...eventsOf(pod, 'gracePeriod', 'killingContainer').slice(-2),
            ...pod.events.slice(-1),
          ]),
          freesNow: null,
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};

/** A stop failed, was tried again, and succeeded. */
export const recoveredAfterRetry: Rule = {
  id: 'recovered-after-retry',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const failed = pod.attempts.filter(({ phase, error }) => phase !== 'syncing' && error !== null);
      if (
        failed.length === 0 ||
        (pod.final !== 'gone' && pod.final !== 'finished' && pod.final !== 'running')
      )
        return [];
      return [
        {
          rule: 'recovered-after-retry',
          pod: nameOf(pod),
          confidence: 'likely',
          title: 'Stopping it failed at first, and a later attempt succeeded',
          why: `${failed.length} ${failed.length === 1 ? 'attempt' : 'attempts'} failed; an update that waited, or the work queue, began the next.`,
          evidence: evidenceOf([
            ...eventsOf(pod, 'syncError', 'criError'),
            ...eventsOf(pod, 'orphanNotified').slice(0, 1),
            ...eventsOf(pod, 'terminated', 'orphanTerminated'),
          ]),
          freesNow: null,
          fixedIn: null,
          issues: ['kubernetes/kubernetes#113145'],
        },
      ];
    }),
};

/** It failed, and the log does not go on long enough to tell. */
export const logEndsTooEarly: Rule = {
  id: 'log-ends-too-early',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const { stuck, attempt, why } = standingOf(pod, run);
      if (stuck !== 'unknown' || attempt === null || attempt.error === null || pod.final === 'unknown')
        return [];
      return [
        {
          rule: 'log-ends-too-early',
          pod: nameOf(pod),
          confidence: 'likely',
          title: `Unknown after line ${attempt.end?.line ?? attempt.start.line}`,
          why: `Its last attempt failed, and ${why}: whether another began cannot be told.`,
          evidence: evidenceOf(pod.events.slice(-2)),
          freesNow: 'give more of the log: at least three minutes after the failure',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
