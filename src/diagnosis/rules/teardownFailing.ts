import type { ImportedPod, ImportedRun } from '../../importers/importedRun';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { standingOf } from '../standing';

/** How often attempts to stop failed with an error of that kind, while the pod is still terminating. */
function failures(pod: ImportedPod, of: RegExp): number {
  if (pod.final !== 'terminating') return 0;
  return pod.attempts.filter(
    ({ phase, error }) => phase === 'terminating' && error !== null && of.test(error),
  ).length;
}

const SANDBOX = /KillPodSandbox|StopPodSandbox|failed to destroy network/;
const CONTAINER = /KillContainer|StopContainer/;

/** Removing the sandbox fails over and over, mostly its network. */
export const sandboxTeardownFailing: Rule = {
  id: 'sandbox-teardown-failing',
  find: (run) => run.pods.flatMap((pod) => teardown(pod, run)),
};

function teardown(pod: ImportedPod, run: ImportedRun): Finding[] {
  const count = failures(pod, SANDBOX);
  const stuck = standingOf(pod, run).stuck === true;
  if (count === 0 || stuck) return [];
  const events = eventsOf(pod, 'criError', 'sandboxStopFailed', 'killPodFailed', 'syncError', 'runtimeNote');
  const network = events.some(
    ({ error }) => error !== undefined && /destroy network|plugin type=|CNI/i.test(error),
  );
  return [
    {
      rule: 'sandbox-teardown-failing',
      pod: nameOf(pod),
      confidence: count > 1 ? 'certain' : 'likely',
      title: network ? 'Its network cannot be torn down' : 'Its sandbox cannot be stopped',
      why: `StopPodSandbox failed in ${count} ${count === 1 ? 'attempt' : 'attempts'}; the worker stays in terminating and tries again after each back-off. It ends as soon as one succeeds.${run.since127 === false ? ' A force delete now would end the retries: this kubelet drops them once the pod has left config.' : ''}`,
      evidence: evidenceOf(events),
      freesNow: network ? 'mend the network plugin or what it depends on' : 'look at the container runtime',
      fixedIn: null,
      issues: ['kubernetes/kubernetes#105790'],
    },
  ];
}

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
