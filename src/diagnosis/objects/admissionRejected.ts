import { isAdmissionReason, saysRejected } from '../../importers/admissionReasons';
import type { ImportedRun } from '../../importers/importedRun';
import type { Finding, Rule } from '../finding';
import { linesOf, objectsOf } from './facts';

const WHY =
  'The kubelet looked at the pod once, when it was added, and refused it. A refused pod gets the phase Failed and no worker: ' +
  'there are no containers to stop, and none will start.';
const FREES =
  'Nothing runs. Delete the pod (its controller makes a new one), and see to the reason: resources, node labels or devices ' +
  'that were not there when the kubelet looked.';
const ISSUES = [
  'kubernetes/kubernetes#118472',
  'kubernetes/kubernetes#105523',
  'kubernetes/kubernetes#126341',
];

/** A pod that the kubelet refused at admission, by its object or by what events say. */
export const admissionRejected: Rule = {
  id: 'admission-rejected',
  find: (run) => [...byObject(run), ...byReport(run)],
};

const byObject = (run: ImportedRun): readonly Finding[] =>
  objectsOf(run).flatMap((object): Finding[] => {
    if (object.phase !== 'Failed' || object.mirrorOf !== null) return [];
    if (object.lines.has('status.containerStatuses') || object.containers.some(({ state }) => state !== null))
      return [];
    const isSaid = saysRejected(object.message);
    if (!isSaid && !isAdmissionReason(object.reason)) return [];
    const reason = object.reason ?? 'no reason given';
    const isLate =
      object.deletionTimestamp !== null &&
      object.startTime !== null &&
      object.startTime > object.deletionTimestamp;
    return [
      {
        rule: 'admission-rejected',
        pod: object.name,
        confidence: isSaid && isAdmissionReason(object.reason) ? 'certain' : 'likely',
        title: `The kubelet refused the pod: ${reason.slice(0, 100)}`,
        why: isLate
          ? `${WHY} Its start time is later than its deletion: this kubelet began after the delete, and refused it then.`
          : WHY,
        evidence: linesOf(object, 'status.message', 'status.reason', 'status.phase'),
        freesNow: FREES,
        fixedIn: null,
        issues: ISSUES,
      },
    ];
  });

function byReport(run: ImportedRun): readonly Finding[] {
  const objects = new Set(objectsOf(run).map(({ name }) => name));
  return run.reported.flatMap((fact): Finding[] => {
    const pod = fact.pod ?? fact.uid;
    if (pod === null || objects.has(pod) || !isAdmissionReason(fact.reason)) return [];
    return [
      {
        rule: 'admission-rejected',
        pod,
        confidence: saysRejected(fact.message) ? 'likely' : 'possible',
        title: `The kubelet refused the pod: ${fact.reason.slice(0, 100)}`,
        why: WHY,
        evidence: [fact.at],
        freesNow: FREES,
        fixedIn: null,
        issues: ISSUES,
      },
    ];
  });
}
