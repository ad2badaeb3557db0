import { Bench } from 'tinybench';
import { createActor, transition } from 'xstate';
import { fullNameOf } from '../../src/api/pod';
import { simTime } from '../../src/clock/simTime';
import { releaseOf } from '../../src/kubelet/releases';
import type { PodEvent } from '../../src/machine/podEvents';
import { PodStepper } from '../../src/machine/step';
import { plainPod } from './instantNode';
import { printTable } from './printTable';

const pod = plainPod(0);
const at = simTime(0);
const update = (type: 'create' | 'kill'): PodEvent => ({
  type: 'UPDATE.RECEIVED',
  at,
  firstSight: type === 'create',
  update: { type, pod, runtimePod: null, mirrorPod: null, kill: null, startTime: at },
});
const turn: readonly PodEvent[] = [
  { type: 'TURN.STARTED', at, start: 'now' },
  { type: 'POD_STATUS.REFRESHED', at },
  { type: 'CALL.RETURNED', at, result: 'ok' },
];

/** A whole life: observed, synced, killed, stopped, cleaned up. */
const life: readonly PodEvent[] = [
  { type: 'POD.OBSERVED', at, pod, runs: false },
  update('create'),
  ...turn,
  update('kill'),
  ...turn,
  ...turn,
];

/** What one step of the machine costs in three ways of running it. */
export async function benchMachine(): Promise<void> {
  const stepper = new PodStepper(releaseOf('v1.31'));
  const input = { uid: pod.uid, fullName: fullNameOf(pod) };
  const bench = new Bench({ time: 1500, warmupTime: 300 });
  bench.add('own scope', () => {
    let snapshot = stepper.initial(input);
    for (const event of life) [snapshot] = stepper.step(snapshot, event);
  });
  bench.add('public transition()', () => {
    let snapshot = stepper.initial(input);
    for (const event of life) [snapshot] = transition(stepper.machine, snapshot, event);
  });
  bench.add('live actor', () => {
    const actor = createActor(stepper.machine, { input });
    actor.start();
    for (const event of life) actor.send(event);
    actor.stop();
  });
  await bench.run();
  const steps = bench.tasks.map(({ name, result }) => ({
    name,
    us: ((result as { latency: { p50: number } }).latency.p50 * 1000) / life.length,
  }));
  const own = steps[0]?.us ?? Number.NaN;
  printTable('One step of the machine', [
    ['', 'µs a step', 'to own scope'],
    ...steps.map(({ name, us }) => [name, us.toFixed(2), (us / own).toFixed(2)]),
  ]);
}
