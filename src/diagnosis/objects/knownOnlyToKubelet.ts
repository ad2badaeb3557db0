import type { ImportedRun } from '../../importers/importedRun';
import type { Finding, Rule } from '../finding';
import { lastScrapes, linesOf, objectsOf, positive, sampleLines } from './facts';

/** Pods that the kubelet works on and that the API server does not list. */
export const knownOnlyToKubelet: Rule = {
  id: 'known-only-to-kubelet',
  find: (run) => [...byLists(run), ...byGauges(run)],
};

/** The kubelet's own list against the API server's: only where that one shows pods of the same node and namespace. */
function byLists(run: ImportedRun): readonly Finding[] {
  const objects = objectsOf(run);
  const namespaceOf = (name: string): string => name.slice(0, name.indexOf('/'));
  const listed = objects.filter((one) => one.view === 'apiserver');
  const covered = new Set(listed.map(({ name, node }) => `${namespaceOf(name)} ${node}`));
  const uids = new Set(listed.map(({ uid }) => uid));
  return objects.flatMap((object): Finding[] => {
    if (object.view !== 'kubelet' || object.source !== 'api' || uids.has(object.uid)) return [];
    if (!covered.has(`${namespaceOf(object.name)} ${object.node}`)) return [];
    return [
      {
        ...COMMON,
        pod: object.name,
        title: 'The kubelet lists the pod, the API server does not',
        why: `The kubelet holds a pod of the API server that the API server's list does not have. ${WHY}`,
        evidence: linesOf(object, 'metadata.name', 'metadata.uid'),
      },
    ];
  });
}

/** A pod that no source lists is gone within a scrape or two, unless its stop takes long. */
const byGauges = (run: ImportedRun): readonly Finding[] =>
  lastScrapes(run).flatMap(({ last, before }): Finding[] => {
    if (before === null) return [];
    const [now, then] = [last, before].map((scrape) =>
      positive(scrape, 'kubelet_working_pods', { config: 'orphan' }),
    );
    if (now === undefined || then === undefined || now.length === 0 || then.length === 0) return [];
    return [
      {
        ...COMMON,
        pod: null,
        title: 'In two scrapes the kubelet works on pods that no source lists',
        why: `The gauge of orphans is above zero both times; whether they are the same pods it does not say. ${WHY}`,
        evidence: [...sampleLines(then), ...sampleLines(now)],
      },
    ];
  });

const WHY =
  'kubectl shows nothing of such a pod, yet its containers and its share of the node may be there until its worker has finished.';
const COMMON = {
  rule: 'known-only-to-kubelet',
  confidence: 'possible',
  freesNow:
    'Read both again a minute later: it may have been deleted in between. If it stays, `crictl pods` shows its sandbox, and the log of the kubelet what its stop waits for.',
  fixedIn: null,
  issues: ['kubernetes/kubernetes#113145'],
} as const;
