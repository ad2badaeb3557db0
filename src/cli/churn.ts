import { shownText } from '../base/shownText';
import type { ChurnOptions } from '../engine/churn/churnPlan';
import type { ChurnReport, Percentiles } from '../engine/churn/churnReport';
import { deletionBound } from '../engine/churn/deletionBound';
import { runChurn } from '../engine/churn/runChurn';
import { releaseOf } from '../kubelet/releases';
import { FAULT_OPERATIONS, type FaultOperation } from '../runtime/faults';
import { didYouMean } from '../scenarios/nearestWord';
import { countArgument, readArguments, releaseArgument, wordArgument } from './arguments';
import { refuse } from './failure';
import type { Outcome } from './outcome';
import { emphasise, table } from './terminal';

/** More pods than this take minutes and tell nothing new. */
const MOST_PODS = 10_000;

/** At most this many errors are shown. */
const SHOWN = 10;

/** `churn`: creates and deletes pods in quick succession and verifies what a client sees. Exit 1 on any error of the pods' events. */
export function churn(args: readonly string[]): Outcome {
  const { values } = readArguments(
    args,
    { pods: {}, parallel: {}, 'force-share': {}, release: {}, seed: {}, fault: {}, format: {} },
    { min: 0, max: 0, what: 'nothing' },
  );
  const format = wordArgument('format', values.format ?? 'text', ['text', 'json']);
  const pods = countArgument('pods', values.pods ?? '300');
  const parallel = countArgument('parallel', values.parallel ?? '10');
  if (pods < 1 || pods > MOST_PODS) refuse(`--pods cannot be ${pods}`, `from 1 to ${MOST_PODS}`);
  if (parallel < 1 || parallel > 1000) refuse(`--parallel cannot be ${parallel}`, 'from 1 to 1000');
  const options: ChurnOptions = {
    pods,
    parallel,
    forceShare: share('force-share', values['force-share'] ?? '0'),
    seed: countArgument('seed', values.seed ?? '1'),
    faults: values.fault === undefined ? [] : values.fault.split(',').map(faultOf),
  };
  const report = runChurn(options, releaseOf(releaseArgument(values.release ?? 'v1.31')));
  const exit = report.errors.length === 0 ? 0 : 1;
  return {
    exit,
    text: format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : churnText(report, options),
  };
}

function share(option: string, value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n >= 0 && n <= 1))
    refuse(`--${option} is no share: ${value}`, 'a number from 0 to 1, such as 0.2');
  return n;
}

function faultOf(text: string): { operation: FaultOperation; probability: number } {
  const [name = '', chance = '1', ...more] = text.split(':');
  if (more.length > 0) refuse(`--fault ${text} has too many parts`, 'such as StopPodSandbox:0.2');
  const operation = FAULT_OPERATIONS.find((known) => known === name);
  if (operation === undefined)
    return refuse(`unknown operation ${name} in --fault`, didYouMean(name, FAULT_OPERATIONS));
  const probability = share('fault', chance);
  if (probability === 0)
    refuse(`--fault ${text} never happens`, 'a chance above 0, such as StopPodSandbox:0.2');
  return { operation, probability };
}

function churnText(report: ChurnReport, { faults, forceShare, parallel }: ChurnOptions): string {
  const { release, pods, verified, errors, stuck, latencies } = report;
  const with_ = faults.map(
    ({ operation, probability }) => `${operation} fails ${Math.round(probability * 100)} %`,
  );
  const how = [
    `${parallel} at once`,
    ...(forceShare > 0 ? [`${Math.round(forceShare * 100)} % deleted by force`] : []),
    ...with_,
  ];
  const row = (name: string, p: Percentiles): string[] => [
    name,
    String(p.count),
    ...[p.p50, p.p75, p.p90, p.p99, p.max].map((ms) => (ms === null ? '-' : `${(ms / 1000).toFixed(2)} s`)),
  ];
  const bound = deletionBound(parallel);
  const blocks = [
    [emphasise('bold', `Churn of ${pods} pods · kubelet ${release} · ${how.join(' · ')}`)],
    table([
      ['LATENCY', 'PODS', 'P50', 'P75', 'P90', 'P99', 'MAX'],
      row('create to running', latencies.create),
      row('run', latencies.run),
      row('delete to gone', latencies.delete),
    ]),
    [`Without faults delete to gone takes at most ${(bound.ms / 1000).toFixed(2)} s: ${bound.why}.`],
    [
      `${verified} of ${pods} pods show nothing that they should not.`,
      ...errors
        .slice(0, SHOWN)
        .map(({ pod, kind, message, stamps }) =>
          emphasise('red', `  ${shownText(pod)}: ${kind}: ${message} ${JSON.stringify(stamps)}`),
        ),
      ...(errors.length > SHOWN ? [`  and ${errors.length - SHOWN} more`] : []),
    ],
    stuck.length === 0
      ? ['No pod is stuck.', ...whyNoneIsStuck(report, faults.length > 0, forceShare)]
      : [
          emphasise(
            'red',
            `${stuck.length} ${stuck.length === 1 ? 'pod is' : 'pods are'} stuck: ${stuck.map((name) => shownText(name)).join(', ')}`,
          ),
        ],
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** v1.26 with faults: why graceful deletions do not get stuck there, though deletions by force do. */
function whyNoneIsStuck({ release }: ChurnReport, hasFaults: boolean, forceShare: number): string[] {
  if (release !== 'v1.26' || !hasFaults || forceShare > 0) return [];
  return [
    "Deleted gracefully, a pod keeps its API object until it is over: the pod manager knows it, so the work queue's retry is delivered. Try --force-share 1.",
  ];
}
