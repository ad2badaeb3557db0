import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { standingOf } from '../standing';
import { failures } from '../stopFailures';

const CONTAINER = /KillContainer|StopContainer/;

/** Stopping a container fails or times out. */
export const stopContainerFailing: Rule = {
  id: 'stop-container-failing',
  find: (run) =>
    run.pods.flatMap((pod): Finding[] => {
      const count = failures(pod, CONTAINER);
      if (count === 0 || standingOf(pod, run).stuck === true) return [];
      const events = eventsOf(
        pod,
        'criError',
        'killContainerFailed',
        'killPodFailed',
        'syncError',
        'runtimeNote',
      );
      const late = events.some(({ error }) => error !== undefined && /DeadlineExceeded/.test(error));
      return [
        {
          rule: 'stop-container-failing',
          pod: nameOf(pod),
          confidence: count > 1 ? 'certain' : 'likely',
          title: late ? 'Stopping a container does not come back in time' : 'A container cannot be stopped',
          why: `StopContainer failed in ${count} ${count === 1 ? 'attempt' : 'attempts'}${late ? ': the kubelet gives a call the grace period and two minutes' : ''}. The phase does not change by a failure; the worker tries again.`,
          evidence: evidenceOf(events),
          freesNow: 'look at the container runtime and at the process: what keeps it from ending?',
          fixedIn: null,
          issues: [],
        },
      ];
    }),
};
