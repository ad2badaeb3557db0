import type { ImportedRun } from '../importers/importedRun';
import { RELEASE_NAMES, type ReleaseName } from '../kubelet/releases';

const minorOf = (version: string): number | null => {
  const match = /^v?1\.(\d{1,3})/.exec(version);
  return match?.[1] === undefined ? null : Number(match[1]);
};

/**
 * The modelled release that is nearest to the kubelet of a log: by its version, where releases before kubernetes#113145 only
 * go with v1.26 and later ones never; by the side of it that the wording shows; `null` if nothing tells.
 */
export function nearestRelease(run: Pick<ImportedRun, 'kubelet' | 'since127'>): ReleaseName | null {
  const minor = run.kubelet === null ? null : minorOf(run.kubelet);
  if (minor === null) return run.since127 === null ? null : run.since127 ? 'v1.27' : 'v1.26';
  if (minor <= 26) return 'v1.26';
  const since = RELEASE_NAMES.filter((name) => name !== 'v1.26');
  return since.reduce((best, name) =>
    // Of two that are as near, the later one: corrections stay.
    Math.abs((minorOf(name) ?? 0) - minor) <= Math.abs((minorOf(best) ?? 0) - minor) ? name : best,
  );
}

/** The pod worker that is modelled came with 1.22; `null` if no line tells the version. */
export const hasPodWorkerOf122 = (kubelet: string | null): boolean | null => {
  const minor = kubelet === null ? null : minorOf(kubelet);
  return minor === null ? null : minor >= 22;
};
