import type { Finding, Rule } from '../finding';
import { latestOf, linesOf, linesUnder, objectsOf } from './facts';
import { formatMoment, reportedGrace } from './grace';

/** A deleted pod whose time is not over by anything that the evidence mentions: most likely all is well. */
export const withinGracePeriod: Rule = {
  id: 'within-grace-period',
  find: (run) => {
    const latest = latestOf(run);
    const byObject = objectsOf(run).flatMap((object): Finding[] => {
      const { deletionTimestamp, phase } = object;
      if (deletionTimestamp === null || object.mirrorOf !== null || object.node === null) return [];
      if (phase === 'Succeeded' || phase === 'Failed' || object.deletionGracePeriod === 0) return [];
      if (!object.containers.some(({ state }) => state === 'running')) return [];
      if (latest === null || latest >= deletionTimestamp) return [];
      return [
        finding(object.name, 'possible', `until ${formatMoment(deletionTimestamp)}`, [
          ...linesOf(object, 'metadata.deletionTimestamp', 'metadata.deletionGracePeriodSeconds'),
          ...linesUnder(object, 'status.containerStatuses['),
        ]),
      ];
    });
    const byReport = run.reported.flatMap((fact): Finding[] => {
      const rest = reportedGrace(fact);
      const pod = fact.pod ?? fact.uid;
      return rest === null || pod === null ? [] : [finding(pod, rest, 'yet', [fact.at])];
    });
    return [...byObject, ...byReport];
  },
};

function finding(
  pod: string,
  confidence: Finding['confidence'],
  until: string,
  evidence: Finding['evidence'],
): Finding {
  return {
    rule: 'within-grace-period',
    pod,
    confidence,
    title: `The pod may take its time ${until}`,
    why:
      'A deletion timestamp is the moment of the delete plus the grace period, so it lies ahead at first. Until then the worker is ' +
      'in its terminating phase and waits for containers that may still end by themselves. Nothing here is later than that.',
    evidence,
    freesNow: 'Wait for it. If the clock is past that moment by now, look again, and at the kubelet’s log.',
    fixedIn: null,
    issues: [],
  };
}
