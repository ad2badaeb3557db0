import type { Finding, Rule } from '../finding';
import { hasEnded, linesOf, linesUnder, objectsOf } from './facts';

/** A deleted pod that has ended and whose object finalizers keep: not the kubelet's to free. */
export const finalizerHoldsObject: Rule = {
  id: 'finalizer-holds-object',
  find: (run) =>
    objectsOf(run).flatMap((object): Finding[] => {
      const { deletionTimestamp, finalizers, node } = object;
      if (deletionTimestamp === null || finalizers.length === 0 || object.mirrorOf !== null) return [];
      if (node !== null && !hasEnded(object)) return [];
      const isTerminal = object.phase === 'Succeeded' || object.phase === 'Failed';
      // With grace 0 the kubelet (or whoever forced it) has given its consent: only finalizers are left.
      const isReleased = object.deletionGracePeriod === 0 && isTerminal;
      const names = finalizers.map((name) => name.slice(0, 100)).join(', ');
      return [
        {
          rule: 'finalizer-holds-object',
          pod: object.name,
          confidence: isReleased ? 'certain' : 'likely',
          title: `The finalizer ${names} keeps the object of a pod that has ended`,
          why:
            'The pod is deleted and nothing of it runs, so the worker has done its part. The API server removes an object only ' +
            'when its list of finalizers is empty, and whoever put them there has not taken them away.',
          evidence: [
            ...linesUnder(object, 'metadata.finalizers'),
            ...linesOf(
              object,
              'metadata.deletionTimestamp',
              'metadata.deletionGracePeriodSeconds',
              'status.phase',
            ),
          ],
          freesNow: `${ownerOf(finalizers)} A force delete changes nothing, and neither does restarting the kubelet.`,
          fixedIn: null,
          issues: ['kubernetes/kubernetes#126341'],
        },
      ];
    }),
};

function ownerOf(finalizers: readonly string[]): string {
  if (finalizers.includes('batch.kubernetes.io/job-tracking'))
    return "See why the Job controller does not count the pod: is the kube-controller-manager well, does the Job exist? If the Job is gone, remove the finalizer from the pod's object.";
  if (finalizers.includes('foregroundDeletion'))
    return 'The garbage collector waits for objects that this pod owns: delete those.';
  return "See why the controller behind the finalizer does not remove it; if that controller is gone, remove the finalizer from the pod's object.";
}
