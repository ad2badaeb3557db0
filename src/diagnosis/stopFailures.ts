import type { ImportedPod } from '../importers/importedRun';

/** How often attempts to stop failed with an error of that kind, while the pod is still terminating. */
export function failures(pod: ImportedPod, of: RegExp): number {
  if (pod.final !== 'terminating') return 0;
  return pod.attempts.filter(
    ({ phase, error }) => phase === 'terminating' && error !== null && of.test(error),
  ).length;
}
