import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The error is about the pod's cgroup, the last part of the terminated step. */
export const isCgroup = (error: string | null | undefined): boolean => error != null && /cgroup/i.test(error);

/** The pod's cgroup cannot be removed. */
export const cgroupRemovalFailing: Rule = {
  id: 'cgroup-removal-failing',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      if (pod.final !== 'terminated') return [];
      const events = [
        ...eventsOf(pod, 'cgroupRemovalFailed'),
        ...eventsOf(pod, 'syncError').filter(({ error }) => isCgroup(error)),
      ];
      if (events.length === 0) return [];
      return [
        {
          rule: 'cgroup-removal-failing',
          pod: nameOf(pod),
          confidence: events.length > 1 ? 'certain' : 'likely',
          title: 'Its cgroup cannot be removed',
          why: 'The last part of the terminated step removes the pod’s cgroup; the system refuses, and the step is tried again.',
          evidence: evidenceOf(events),
          freesNow: 'look for a process that is left in the cgroup, or frozen',
          fixedIn: null,
          issues: ['kubernetes/kubernetes#123766'],
        },
      ];
    }),
};
