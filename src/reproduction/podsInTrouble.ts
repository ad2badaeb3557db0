import type { ImportedRun } from '../importers/importedRun';
import type { Choice } from './reproduction';

/** With more pods than these a replay takes longer than a reader waits. */
const MOST_REPLAYED = 20;

/**
 * Narrows a run to the pods that something was found about (`Finding.pod`), so that a log of thousands of pods is not replayed for
 * those that are fine; to some of them if nothing was found about any.
 */
export function podsInTrouble(
  run: Pick<ImportedRun, 'pods'>,
  findings: readonly { readonly pod: string | null }[],
): Choice {
  const found = new Set(findings.map(({ pod }) => pod));
  const pods = run.pods
    .filter(({ name, uid, mirrors }) => mirrors === null && (found.has(name) || found.has(uid)))
    .map(({ name, uid }) => name ?? uid)
    .filter((word) => word !== null);
  return pods.length === 0 ? { most: MOST_REPLAYED } : { pods: [...new Set(pods)], most: MOST_REPLAYED };
}
