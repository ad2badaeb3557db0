import { evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

/** The kubelet was restarted while a pod was being stopped. */
export const restartedDuringTermination: Rule = {
  id: 'kubelet-restarted-during-termination',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const stops = pod.intervals.filter(({ phase }) => phase === 'terminating' || phase === 'terminated');
      return run.runs.flatMap((process): Finding[] => {
        if (process.index === 0 || process.node !== pod.node) return [];
        const cut = stops.find(
          ({ from, to }) => from.line < process.first.line && (to === null || to.line >= process.first.line),
        );
        const before = run.runs.findLast(({ index, node }) => index < process.index && node === process.node);
        if (cut === undefined || before === undefined) return [];
        const last = pod.events.findLast((event) => event.run === before.index);
        const next = pod.events.find((event) => event.run === process.index);
        if (last === undefined) return [];
        return [
          {
            rule: 'kubelet-restarted-during-termination',
            pod: nameOf(pod),
            confidence: 'likely',
            title: 'The kubelet was restarted while it was being stopped',
            why: 'All that the workers knew is gone with the process. A pod that config still lists is taken up again; one that only the runtime knows is stopped as an orphan.',
            evidence: evidenceOf([
              last,
              next,
              ...run.nodeEvents.filter(
                ({ kind, run: of }) => of === process.index && kind === 'kubeletVersion',
              ),
            ]),
            freesNow: null,
            fixedIn: null,
            issues: [],
          },
        ];
      });
    }),
};
