import { evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { node } from '../nodeFindings';

/** Folders of pods that nobody knows any more. */
export const orphanFolderOnDisk: Rule = {
  id: 'orphan-folder-on-disk',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const events = pod.events.filter(({ kind }) => kind === 'orphanFolder');
      if (events.length === 0) return [];
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
