import type { Finding, Rule } from '../finding';
import { hasEnded, latestOf, linesOf, objectsOf } from './facts';

/** Milliseconds past its time from which on a healthy kubelet would long have removed the object. */
const LONG = 5 * 60_000;

/** A pod that has ended, is deleted, has no finalizers and is past its time, yet is still there. */
export const terminalPodNotDeleted: Rule = {
  id: 'terminal-pod-not-deleted',
  find: (run) => {
    const latest = latestOf(run);
    return objectsOf(run).flatMap((object): Finding[] => {
      const { deletionTimestamp, phase } = object;
      if (deletionTimestamp === null || object.mirrorOf !== null || object.node === null) return [];
      if (phase !== 'Succeeded' && phase !== 'Failed') return [];
      if (object.finalizers.length > 0 || !hasEnded(object)) return [];
      if (latest === null || latest <= deletionTimestamp) return [];
      const neverRan = !object.lines.has('status.containerStatuses');
      return [
        {
          rule: 'terminal-pod-not-deleted',
          pod: object.name,
          confidence: latest - deletionTimestamp > LONG ? 'likely' : 'possible',
          title: `The pod is ${phase} and deleted, its time is over, and its object is still there`,
          why: neverRan
            ? 'No container of it was ever reported, so it may have no worker at all. From v1.27.0 to v1.27.3 the object is ' +
              'removed only when a worker says that it has finished, and a refused pod has none to say so: the delete hangs. ' +
              'Other releases remove it within seconds. Which one this is, the file does not say.'
            : 'The object goes when the worker has passed its terminated phase, where volumes are unmounted and cgroups removed. ' +
              'That phase has not ended, or the kubelet could not tell the API server. Which of them, only its log says.',
          evidence: linesOf(
            object,
            'metadata.deletionTimestamp',
            'status.phase',
            'status.reason',
            'status.startTime',
          ),
          freesNow: neverRan
            ? 'Look up the kubelet version (kubectl get node -o wide). With v1.27.0 to v1.27.3 a force delete is safe here, as nothing runs; a newer patch release cures it.'
            : "Look for the pod's uid in the kubelet's log: volumes that stay mounted, or status updates that fail.",
          fixedIn: neverRan ? '1.27.4' : null,
          issues: neverRan
            ? ['kubernetes/kubernetes#118472', 'kubernetes/kubernetes#118497']
            : ['kubernetes/kubernetes#120917'],
        },
      ];
    });
  },
};
