import type { ImportedPod } from '../../importers/importedRun';
import type { LogEvent } from '../../importers/logEvent';
import { isUnreached } from '../apiServerCalls';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { total } from '../nodeFindings';

/** What the API server has under a static pod's name is not its mirror any more. */
export const mirrorPodMismatch: Rule = {
  id: 'mirror-pod-mismatch',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      // A pod of the API server that is made anew under its name has no mirror.
      if (pod.isStatic === false) return [];
      const events = [
        ...eventsOf(pod, 'recreatedUnderOtherUID'),
        ...eventsOf(pod, 'mirrorDeleteFailed').filter(({ error }) => !isUnreached(error)),
        ...replaced(pod),
        ...eventsOf(pod, 'mirrorCreateFailed').filter(({ error }) => /already exists/.test(error ?? '')),
      ];
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

/** A changed manifest has its mirror made anew once; one that is thrown away over and over is written by somebody else. */
function replaced(pod: ImportedPod): LogEvent[] {
  const events = eventsOf(pod, 'mirrorDeleted').filter(({ text }) => /Deleted mirror pod/.test(text));
  return total(events) < 3 ? [] : events;
}
