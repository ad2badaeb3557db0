import type { ImportedPod, ImportedRun } from '../../importers/importedRun';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

const isCgroup = (error: string | null | undefined): boolean => error != null && /cgroup/i.test(error);

/** All containers ended, and a volume cannot be unmounted. */
export const volumesNotUnmounted: Rule = {
  id: 'volumes-not-unmounted',
  find: (run) => run.pods.flatMap((pod) => volumes(pod, run)),
};

function volumes(pod: ImportedPod, _run: ImportedRun): Finding[] {
  if (pod.final !== 'terminated') return [];
  const events = [
    ...eventsOf(pod, 'volumesNotCleaned'),
    ...eventsOf(pod, 'volumeOperationFailed').filter(({ operation }) => operation === 'unmount'),
    ...eventsOf(pod, 'syncError').filter(({ phase, error }) => phase === 'terminated' && !isCgroup(error)),
  ];
  if (events.length === 0) return [];
  const times = events.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      rule: 'volumes-not-unmounted',
      pod: nameOf(pod),
      confidence: times > 1 ? 'certain' : 'likely',
      title: 'Its containers are gone, but a volume is still mounted',
      why: 'The worker is in its terminated step, which waits for every volume to be unmounted and comes back after each time-out. Not a fault of the pod worker.',
      evidence: evidenceOf(events),
      freesNow:
        'find who holds the mount (another mount namespace, a process with its directory there), or mend the volume driver',
      fixedIn: null,
      issues: ['kubernetes/kubernetes#113426'],
    },
  ];
}

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
