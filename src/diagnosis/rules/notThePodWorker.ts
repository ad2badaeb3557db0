import { evidenceOf } from '../evidence';
import type { Rule } from '../finding';
import { everything, node, total } from '../nodeFindings';

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
