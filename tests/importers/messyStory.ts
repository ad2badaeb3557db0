import { EvidenceImport } from '../../src/importers/importEvidence';
import type { ImportedRun } from '../../src/importers/importedRun';

/** Texts as the files of one import. */
export function read(...texts: readonly string[]): ImportedRun {
  const evidence = new EvidenceImport();
  texts.forEach((text, i) => {
    evidence.begin(`piece ${i + 1}`);
    evidence.push(text);
    evidence.end();
  });
  return evidence.finish();
}

export const UID = 'ca75c98c-070e-44a5-8131-d962bf403345';

/** A header of a kubelet with process id 1187 unless said otherwise. */
export const header = (time: string, file: string, severity = 'I', date = '1129', pid = '1187') =>
  `${severity}${date} ${time}.000001    ${pid} ${file}:100]`;

export const add = `${header('10:00:00', 'kubelet.go')} "SyncLoop ADD" source="api" pods=[shop/cart]`;
export const first = `${header('10:00:01', 'pod_workers.go')} "Pod is being synced for the first time" pod="shop/cart" podUID=${UID}`;
export const remove = `${header('10:04:00', 'kubelet.go')} "SyncLoop REMOVE" source="api" pods=[shop/cart]`;
export const teardown = `${header('10:04:00', 'pod_workers.go')} "Pod is being removed by the kubelet, begin teardown" pod="shop/cart" podUID=${UID}`;
export const done = `${header('10:05:00', 'pod_workers.go')} "Pod terminated all containers successfully" pod="shop/cart" podUID=${UID}`;

/** A pod is added, synced, force-deleted and torn down. */
export const story: readonly string[] = [add, first, remove, teardown, done];

/** What the pod of the story went through, whatever was done to its lines. */
export const phases = (run: ImportedRun): readonly string[] =>
  run.pods.find(({ uid }) => uid === UID)?.intervals.map(({ phase }) => phase) ?? [];

export const TOLD: readonly string[] = ['syncing', 'terminating', 'terminated'];

export const notes = (run: ImportedRun): string => run.notes.map(({ text }) => text).join('\n');
