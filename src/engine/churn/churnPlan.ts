import { Random } from '../../clock/random';
import { type Duration, duration, seconds } from '../../clock/simTime';
import { DEFAULT_TIMING } from '../../clock/timing';
import type { FaultOperation } from '../../runtime/faults';
import type { PodTemplate, Scenario, ScenarioStep } from '../../scenarios/command';

/** What a churn is made of. */
export interface ChurnOptions {
  readonly pods: number;
  /** How many are alive at once. */
  readonly parallel: number;
  /** The share of pods that is deleted by force, 0 to 1. */
  readonly forceShare: number;
  readonly seed: number;
  /** CRI operations that fail with this chance, each time. */
  readonly faults: readonly { readonly operation: FaultOperation; readonly probability: number }[];
}

/** What a pod of a churn does if it is left alone. */
export type PodKind = 'serves' | 'succeeds' | 'fails' | 'initFails';

/** One pod: what it does, how long after its creation it is deleted, and how. */
export interface PlannedPod {
  readonly name: string;
  readonly kind: PodKind;
  readonly deleteAfter: Duration;
  readonly force: boolean;
}

const KINDS: readonly PodKind[] = ['serves', 'serves', 'succeeds', 'fails', 'initFails'];

/** The pods of a churn, drawn from its seed: the same options give the same plan in every release. */
export function churnPlan({ pods, forceShare, seed }: ChurnOptions): readonly PlannedPod[] {
  const random = Random.fromSeed(seed);
  return Array.from({ length: pods }, (_, i): PlannedPod => {
    const kind = KINDS[random.below(KINDS.length)] ?? 'serves';
    // From "deleted before it could start" to "has run for a while".
    const deleteAfter = duration(random.fraction() * 6000);
    return { name: `churn-${i + 1}`, kind, deleteAfter, force: random.fraction() < forceShare };
  });
}

/** The node on which a plan is carried out. The pods are templates only; who creates them when is the driver's business. */
export function churnScenario(options: ChurnOptions, plan: readonly PlannedPod[]): Scenario {
  const faults: ScenarioStep[] = options.faults.map(({ operation, probability }) => ({
    at: duration(0),
    line: null,
    command: {
      do: 'injectFault',
      name: null,
      operation,
      pod: null,
      kind: 'error',
      code: 'Unknown',
      message: `${operation} fails`,
      delay: duration(0),
      times: null,
      nth: 1,
      probability,
    },
  }));
  return {
    version: 1,
    title: 'Churn',
    description: '',
    release: 'v1.31',
    seed: options.seed,
    maxPods: 1000,
    shuffleTies: false,
    until: null,
    timing: DEFAULT_TIMING,
    pods: new Map(plan.map((pod) => [pod.name, templateOf(pod)])),
    steps: faults,
  };
}

/** How long a process of a churn needs to end after SIGTERM. */
export const STOP_TAKES = duration(200);

function templateOf({ name, kind }: PlannedPod): PodTemplate {
  const ends = kind === 'succeeds' || kind === 'fails';
  const container = (of: string, runsFor: Duration | null, exitCode: number) => ({
    name: of,
    image: 'churn:1',
    stopTakes: STOP_TAKES,
    runsFor,
    exitCode,
  });
  return {
    name,
    namespace: 'default',
    uid: null,
    podName: name,
    gracePeriod: 30,
    restartPolicy: kind === 'serves' ? 'Always' : 'Never',
    containers: [container('app', ends ? seconds(1) : null, kind === 'fails' ? 1 : 0)],
    initContainers: kind === 'initFails' ? [container('init', duration(300), 1)] : [],
    volumes: [],
    hostNetwork: false,
    finalizers: [],
  };
}
