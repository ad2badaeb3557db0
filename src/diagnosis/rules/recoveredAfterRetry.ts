import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

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
