import { evidenceOf } from '../evidence';
import type { Rule } from '../finding';
import { everything, node, total } from '../nodeFindings';

/** Another part of the kubelet fails over and over; the workers are fine. */
export const notThePodWorker: Rule = {
  id: 'not-the-pod-worker',
  find: (run) => {
    const events = everything(run).filter(({ kind }) => kind === 'gcSandboxFailed' || kind === 'gcFailed');
    const sandboxes = events.some(({ kind }) => kind === 'gcSandboxFailed');
    // Without a runtime collecting fails as everything does.
    if (!sandboxes && total(events.filter(({ error }) => !AWAY.test(error ?? ''))) < 3) return [];
    return [
      node({
        rule: 'not-the-pod-worker',
        confidence: total(events) > 2 ? 'certain' : 'likely',
        title: `Garbage collection of old ${sandboxes ? 'sandboxes' : 'containers'} fails; no pod worker waits for it`,
        why: 'It works on what is left of pods that are through. It is tried again every minute and holds nothing up but that.',
        evidence: evidenceOf(events),
        freesNow: 'mend what the error names, mostly the network plugin',
      }),
    ];
  },
};

const AWAY = /code = (?:Unavailable|DeadlineExceeded)|\.sock\b|Cannot connect to the Docker daemon/;
