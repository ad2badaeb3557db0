import type { ImportedPod } from '../../importers/importedRun';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { isCgroup } from './cgroupRemovalFailing';

/** All containers ended, and a volume cannot be unmounted. */
export const volumesNotUnmounted: Rule = {
  id: 'volumes-not-unmounted',
  find: (run) => run.pods.flatMap(volumes),
};

function volumes(pod: ImportedPod): Finding[] {
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
