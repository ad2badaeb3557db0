import type { ImportedRun, MetricSample } from '../../importers/importedRun';
import type { Finding, Rule, RuleId } from '../finding';
import { lastScrapes, objectsOf, podCount, positive, sampleLines, total, unlisted } from './facts';

const ERRORS = 'kubelet_runtime_operations_errors_total';
/** Errors from which on pods that are still listed count, too: one or two may have been a bad moment. */
const SEVERAL = 3;

/** The runtime fails to stop containers, by its error counter or by events. */
export const stopContainerFailing: Rule = {
  id: 'stop-container-failing',
  find: (run) => [
    ...lastScrapes(run).flatMap(({ last, before }) => {
      const [containers, sandboxes] = [stops(last, 'stop_container'), stops(last, 'stop_podsandbox')];
      if (before !== null && total(containers) <= total(stops(before, 'stop_container'))) return [];
      const waiting = waitingIn(last, total(containers));
      if (containers.length === 0 || waiting.length === 0) return [];
      return [
        ofMetrics(
          'stop-container-failing',
          [...containers, ...sandboxes],
          waiting,
          `${total(containers)} StopContainer calls`,
        ),
      ];
    }),
    ...ofEvents(run, 'stop-container-failing', /\bKillContainerError\b/),
  ],
};

/** The runtime fails to tear sandboxes down, which stands in the counter by itself only where no container failed as often. */
export const sandboxTeardownFailing: Rule = {
  id: 'sandbox-teardown-failing',
  find: (run) => [
    ...lastScrapes(run).flatMap(({ last, before }) => {
      const sandboxes = stops(last, 'stop_podsandbox');
      const more = total(sandboxes) - total(stops(last, 'stop_container'));
      if (before !== null && total(sandboxes) <= total(stops(before, 'stop_podsandbox'))) return [];
      const waiting = waitingIn(last, more);
      if (more <= 0 || waiting.length === 0) return [];
      return [
        ofMetrics('sandbox-teardown-failing', sandboxes, waiting, `${total(sandboxes)} StopPodSandbox calls`),
      ];
    }),
    ...ofEvents(run, 'sandbox-teardown-failing', /\bKillPodSandboxError\b/),
  ],
};

type Scrape = ImportedRun['scrapes'][number];

const stops = (scrape: Scrape, operation: string): readonly MetricSample[] =>
  positive(scrape, ERRORS, { operation_type: operation });

/** Pods whose termination is under way: any that no source lists, others where errors are several. */
const waitingIn = (scrape: Scrape, errors: number): readonly MetricSample[] => [
  ...unlisted(scrape),
  ...(errors >= SEVERAL
    ? positive(scrape, 'kubelet_working_pods', { config: 'desired', lifecycle: 'terminating' })
    : []),
];

function ofMetrics(
  rule: RuleId,
  errors: readonly MetricSample[],
  waiting: readonly MetricSample[],
  what: string,
): Finding {
  return {
    rule,
    pod: null,
    confidence: 'possible',
    title: `${what} have failed; terminating now: ${podCount(total(waiting))}`,
    why:
      'A worker stays in its terminating phase until the runtime has stopped everything, and goes on trying. Counters and gauges ' +
      'do not say which pod the errors belong to, nor when they were: this fits, and proves nothing.',
    evidence: [...sampleLines(errors), ...sampleLines(waiting)],
    freesNow: FREES,
    fixedIn: null,
    issues: ISSUES,
  };
}

/** Events that a kill failed: one finding for each pod. */
function ofEvents(run: ImportedRun, rule: RuleId, pattern: RegExp): readonly Finding[] {
  const byPod = new Map<string | null, { count: number; evidence: Finding['evidence'] }>();
  const names = new Map(objectsOf(run).map(({ uid, name }) => [uid, name]));
  for (const { reason, message, pod, uid, count, at } of run.reported) {
    if (reason !== 'FailedKillPod' && reason !== 'FailedSync' && reason !== 'FailedPreStopHook') continue;
    if (!pattern.test(message)) continue;
    const name = pod ?? names.get(uid) ?? uid;
    const known = byPod.get(name) ?? { count: 0, evidence: [] };
    byPod.set(name, { count: known.count + count, evidence: [...known.evidence, at].slice(0, 20) });
  }
  const step = rule === 'sandbox-teardown-failing' ? 'tearing down its sandbox' : 'stopping a container';
  return [...byPod].map(([pod, { count, evidence }]) => ({
    rule,
    pod,
    confidence: 'possible',
    title: `Events say that ${step} failed${count > 1 ? ` ${count} times` : ''}`,
    why:
      'The sync call of the terminating phase ended with this error, and the phase does not change by that. While a source lists the ' +
      'pod it is tried again; an event does not tell whether a later try went well.',
    evidence,
    freesNow: FREES,
    fixedIn: null,
    issues: ISSUES,
  }));
}

const FREES =
  'See what the runtime says to `crictl stop` or `crictl stopp` for the pod, and cure that (network plugin, hung process). The kubelet ' +
  'goes on by itself while a source lists the pod, and from v1.27 on in any case.';
const ISSUES = ['kubernetes/kubernetes#113145', 'kubernetes/kubernetes#105790'];
