import type { Moment, PodMoment, PodUID } from '../../transport/protocol';

/** A pod in both runs is the same by its name and by how many of that name were before it; uids may come out otherwise. */
function keyed(pods: readonly PodMoment[]): Map<string, PodMoment> {
  const seen = new Map<string, number>();
  return new Map(
    pods.map((pod) => {
      const name = `${pod.namespace}/${pod.name}`;
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return [`${name}/${count}`, pod];
    }),
  );
}

/** The pods of `mine` that look otherwise in `theirs`, to the worker, to kubectl or by being stuck, or are not there at all. */
export function differingPods(mine: Moment, theirs: Moment): ReadonlySet<PodUID> {
  const others = keyed(theirs.pods);
  const differing = [...keyed(mine.pods)].filter(([key, pod]) => {
    const other = others.get(key);
    return (
      other === undefined ||
      other.worker !== pod.worker ||
      other.stuck !== pod.stuck ||
      other.kubectl !== pod.kubectl
    );
  });
  return new Set(differing.map(([, { uid }]) => uid));
}
