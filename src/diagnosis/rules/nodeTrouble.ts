import type { ImportedRun } from '../../importers/importedRun';
import type { LogEvent } from '../../importers/logEvent';
import { evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';

const everything = (run: ImportedRun): LogEvent[] =>
  [...run.nodeEvents, ...run.pods.flatMap(({ events }) => events)].sort((a, b) => a.line - b.line);
const span = (events: readonly LogEvent[]): number => {
  const first = events[0]?.at ?? null;
  const last = events.at(-1);
  const end = last?.lastAt ?? last?.at ?? null;
  return first === null || end === null ? 0 : end - first;
};
const total = (events: readonly LogEvent[]): number => events.reduce((sum, { count }) => sum + count, 0);

const node = (rest: Omit<Finding, 'pod' | 'fixedIn' | 'issues'> & Partial<Finding>): Finding => ({
  pod: null,
  fixedIn: null,
  issues: [],
  ...rest,
});

/** The container runtime does not answer. */
export const runtimeDown: Rule = {
  id: 'runtime-down',
  find: (run) => {
    const events = everything(run).filter(
      ({ kind, error }) =>
        kind === 'runtimeDown' ||
        (kind === 'syncLoopSkipped' && /container runtime is down/i.test(error ?? '')) ||
        (error !== undefined && /\.sock\b/.test(error) && /refused|no such file|Unavailable/i.test(error)),
    );
    // A kubelet that has just begun says once that it has not looked at the runtime yet.
    const waiting = run.nodeEvents.filter(
      ({ kind, error }) =>
        kind === 'syncLoopSkipped' && /status check may not have completed/.test(error ?? ''),
    );
    const found = events.length > 0 ? events : total(waiting) > 3 && span(waiting) > 30_000 ? waiting : [];
    if (found.length === 0) return [];
    return [
      node({
        rule: 'runtime-down',
        confidence: total(found) > 1 ? 'certain' : 'likely',
        title: 'The container runtime does not answer',
        why: 'Every stop fails, and while the runtime counts as down the sync loop handles no updates from config.',
        evidence: evidenceOf(found),
        freesNow:
          'bring the container runtime back; before 1.27 restart the kubelet afterwards, if pods were removed meanwhile',
      }),
    ];
  },
};

/** PLEG has not listed the runtime's pods for too long. */
export const plegUnhealthy: Rule = {
  id: 'pleg-unhealthy',
  find: (run) => {
    const events = everything(run).filter(({ error }) =>
      /PLEG is not healthy: pleg was last seen active/i.test(error ?? ''),
    );
    if (events.length === 0) return [];
    return [
      node({
        rule: 'pleg-unhealthy',
        confidence: 'certain',
        title: 'PLEG is not healthy: the sync loop is skipped',
        why: 'Listing the runtime’s pods takes longer than three minutes. Meanwhile no update from config is handled, and workers wait for a status newer than their last turn.',
        evidence: evidenceOf(events),
        freesNow: 'find what makes the runtime slow to list or inspect',
        issues: ['kubernetes/kubernetes#93925'],
      }),
    ];
  },
};

/** The kubelet cannot reach the API server. */
export const apiServerUnreachable: Rule = {
  id: 'api-server-unreachable',
  find: (run) => {
    const events = run.nodeEvents.filter(({ kind }) => kind === 'apiServerUnreachable');
    if (events.length === 0) return [];
    return [
      node({
        rule: 'api-server-unreachable',
        confidence: total(events) > 1 ? 'likely' : 'possible',
        title: 'The API server cannot be reached',
        why: 'Deletions do not arrive, statuses and mirror pods are not written, and a kubelet that has just begun waits with removals until the API server has answered once.',
        evidence: evidenceOf(events),
        freesNow: 'bring back the way to the API server',
      }),
    ];
  },
};

/** Another part of the kubelet fails over and over; the workers are fine. */
export const notThePodWorker: Rule = {
  id: 'not-the-pod-worker',
  find: (run) => {
    const events = everything(run).filter(({ kind }) => kind === 'gcSandboxFailed' || kind === 'gcFailed');
    if (!events.some(({ kind }) => kind === 'gcSandboxFailed')) return [];
    return [
      node({
        rule: 'not-the-pod-worker',
        confidence: total(events) > 2 ? 'certain' : 'likely',
        title: 'Garbage collection of old sandboxes fails; no pod worker waits for it',
        why: 'These calls are made for sandboxes whose pods are through. They are tried again every minute and hold nothing up but the sandbox itself.',
        evidence: evidenceOf(events),
        freesNow: 'mend what the error names, mostly the network plugin',
      }),
    ];
  },
};

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
