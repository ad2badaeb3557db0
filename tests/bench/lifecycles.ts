import { releaseOf } from '../../src/kubelet/releases';
import { InstantNode, plainPod } from './instantNode';
import { median, printTable } from './printTable';

const ROUNDS = 5;

/** Microseconds a lifecycle – added, synced, removed, stopped, cleaned up, forgotten – with so many pods at once. */
function lifecycle(pods: number): number {
  const all = Array.from({ length: pods }, (_, i) => plainPod(i));
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const node = new InstantNode(releaseOf('v1.31'));
    const began = performance.now();
    for (const pod of all) node.add(pod);
    node.housekeep();
    for (const pod of all) node.remove(pod);
    node.housekeep();
    const took = performance.now() - began;
    if ([...node.podWorkers.snapshots()].length > 0) throw new Error('a lifecycle did not come to its end');
    if (round > 0) rounds.push((took * 1000) / pods);
  }
  return median(rounds);
}

/** Pod lifecycles a second through workers and housekeeping, and how the cost grows with the number of pods. */
export function benchLifecycles(): void {
  const rows = [110, 1000, 10_000].map((pods) => ({ pods, us: lifecycle(pods) }));
  const thousand = rows.find(({ pods }) => pods === 1000)?.us ?? Number.NaN;
  printTable('Pod lifecycles through workers and housekeeping, sync calls instant (v1.31)', [
    ['pods at once', 'lifecycles a second', 'µs each', 'to 1,000 pods'],
    ...rows.map(({ pods, us }) => [
      String(pods),
      Math.round(1_000_000 / us).toLocaleString('en'),
      us.toFixed(1),
      (us / thousand).toFixed(2),
    ]),
  ]);
}
