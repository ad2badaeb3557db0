import { evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { node, total } from '../nodeFindings';

/** Folders of pods that nobody knows any more. */
export const orphanFolderOnDisk: Rule = {
  id: 'orphan-folder-on-disk',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const events = pod.events.filter(({ kind }) => kind === 'orphanFolder');
      const last = events.at(-1);
      if (last === undefined) return [];
      // Every pod's folder outlives it by a pass or two; one that housekeeping removed later is not left.
      if (pod.events.some(({ kind, line }) => kind === 'orphanFolderCleaned' && line > last.line)) return [];
      const isError = events.some(({ error, reason }) => error !== undefined || reason !== IN_PASSING);
      if (!isError && total(events) < 3) return [];
      return [
        node({
          rule: 'orphan-folder-on-disk',
          pod: nameOf(pod),
          confidence: 'certain',
          title: 'A folder of a pod that is gone is left on disk',
          why: 'Housekeeping finds it on every pass and does not remove what may still be mounted. It is no worker, and holds none up.',
          evidence: evidenceOf(events),
          freesNow:
            'see what is mounted below it and unmount that; never remove it with rm -rf, which deletes what a mounted volume holds',
          issues: ['kubernetes/kubernetes#60987', 'kubernetes/kubernetes#105536'],
        }),
      ];
    }),
};

/** What each pass says (`-v=3`) until the mounts are off. */
const IN_PASSING = 'volumes are not cleaned up';
