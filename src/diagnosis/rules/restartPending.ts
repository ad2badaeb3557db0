import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Rule } from '../finding';

/** A create with the uid of a pod that is still ending, not served when the log ends. */
export const restartPending: Rule = {
  id: 'restart-same-uid-pending',
  find: (run) =>
    run.pods.flatMap((pod) => {
      const { restartRequested, inConfig, run: index } = pod.facts;
      if (restartRequested === null || inConfig === false) return [];
      if (pod.final !== 'finished' && pod.final !== 'terminated' && pod.final !== 'terminating') return [];
      const end = run.runs[index]?.last.at ?? null;
      const waited = end === null || restartRequested.at === null ? 0 : end - restartRequested.at;
      // A list that has the name again may mean another uid; the worker's own line says which it is.
      const isSaid = restartRequested.kind === 'restartRequested';
      if (!isSaid && waited < 10_000 && pod.final !== 'finished') return [];
      const skipped = run.nodeEvents.filter(({ kind }) => kind === 'housekeepingSkipped');
      return [
        {
          rule: 'restart-same-uid-pending',
          pod: nameOf(pod),
          confidence: isSaid ? 'certain' : pod.final === 'finished' ? 'likely' : 'possible',
          title: 'It was created again under the same uid, and waits for its first life to end',
          why: `A worker has one uid and one life: the create is remembered, and housekeeping delivers it once the old life is through.${skipped.length > 0 ? ' Housekeeping is skipped here, since not every source has reported.' : ''}`,
          evidence: evidenceOf([
            restartRequested,
            ...eventsOf(pod, 'complete').slice(-1),
            ...skipped.slice(0, 1),
          ]),
          freesNow: skipped.length > 0 ? 'make the API server reachable, so that housekeeping runs' : null,
          fixedIn: null,
          issues: ['kubernetes/kubernetes#104648', 'kubernetes/kubernetes#105543'],
        },
      ];
    }),
};
