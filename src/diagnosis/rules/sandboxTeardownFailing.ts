import type { ImportedPod, ImportedRun } from '../../importers/importedRun';
import { eventsOf, evidenceOf, nameOf } from '../evidence';
import type { Finding, Rule } from '../finding';
import { isSince127, standingOf } from '../standing';
import { failures } from '../stopFailures';

const SANDBOX = /KillPodSandbox|StopPodSandbox|failed to destroy network/;

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
      why: `StopPodSandbox failed in ${count} ${count === 1 ? 'attempt' : 'attempts'}; the worker stays in terminating and tries again after each back-off. It ends as soon as one succeeds.${isSince127(pod, run) === false ? ' A force delete now would end the retries: this kubelet drops them once the pod has left config.' : ''}`,
      evidence: evidenceOf(events),
      freesNow: network ? 'mend the network plugin or what it depends on' : 'look at the container runtime',
      fixedIn: null,
      issues: ['kubernetes/kubernetes#105790'],
    },
  ];
}
