import type { PodUID, RuntimePod } from '../api/pod';
import type { ContainerView, SandboxView } from './criCalls';

/** What the PLEG tells the sync loop. `id`: a container or, since sandboxes count like containers, a sandbox. */
export interface PlegEvent {
  readonly uid: PodUID;
  readonly type: 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved';
  readonly id: string;
}

/** How the PLEG sees a container; one that is only created counts as unknown, and nobody is told of it. */
export type PlegState = 'running' | 'exited' | 'unknown' | 'non-existent';

/** A pod as a relist saw it: its containers, then its sandboxes. Only existing ones are in it. */
export interface PlegRecord {
  readonly pod: RuntimePod;
  readonly states: readonly { readonly id: string; readonly state: PlegState }[];
}

/** What two lists of the runtime say of one pod. */
export interface ListedPod {
  readonly uid: PodUID;
  readonly sandboxes: readonly SandboxView[];
  readonly containers: readonly ContainerView[];
}

/** The lists, pod by pod, in the order in which the pods turn up. */
export function groupByPod(
  sandboxes: readonly SandboxView[],
  containers: readonly ContainerView[],
): ReadonlyMap<PodUID, ListedPod> {
  const pods = new Map<PodUID, { uid: PodUID; sandboxes: SandboxView[]; containers: ContainerView[] }>();
  const listed = (uid: PodUID) => {
    const known = pods.get(uid);
    if (known !== undefined) return known;
    const pod = { uid, sandboxes: [], containers: [] };
    pods.set(uid, pod);
    return pod;
  };
  for (const sandbox of sandboxes) listed(sandbox.pod.uid).sandboxes.push(sandbox);
  for (const container of containers) listed(container.uid).containers.push(container);
  return pods;
}

/** The record of a listed pod. The lists do not name a pod that has no sandbox: `before` may. */
export function recordOf(listed: ListedPod, before: PlegRecord | null): PlegRecord {
  const { uid } = listed;
  return {
    pod: listed.sandboxes[0]?.pod ?? before?.pod ?? { uid, name: '', namespace: '' },
    states: [
      ...listed.containers.map(
        ({ id, state }) => ({ id, state: state === 'created' ? 'unknown' : state }) as const,
      ),
      ...listed.sandboxes.map(({ id, ready }) => ({ id, state: ready ? 'running' : 'exited' }) as const),
    ],
  };
}

/** Whether anything of the pod is not as it was; `null`: the pod is not there. */
export const hasChanged = (before: PlegRecord | null, now: PlegRecord | null): boolean =>
  !isSame(before, now) && idsOf(before, now).some((id) => stateIn(before, id) !== stateIn(now, id));

/** Entry by entry the same, as nearly all are at nearly every relist. */
const isSame = (before: PlegRecord | null, now: PlegRecord | null): boolean =>
  before !== null &&
  now !== null &&
  before.states.length === now.states.length &&
  before.states.every(({ id, state }, i) => id === now.states[i]?.id && state === now.states[i]?.state);

/** What the sync loop is told about the difference, in the order old containers first (`computeEvents`). */
export function eventsBetween(uid: PodUID, before: PlegRecord | null, now: PlegRecord | null): PlegEvent[] {
  return idsOf(before, now).flatMap((id) =>
    eventTypes(stateIn(before, id), stateIn(now, id)).map((type) => ({ uid, type, id })),
  );
}

function eventTypes(before: PlegState, now: PlegState): PlegEvent['type'][] {
  if (before === now || now === 'unknown') return [];
  if (now === 'running') return ['ContainerStarted'];
  if (now === 'exited') return ['ContainerDied'];
  // Gone without having been seen dead: its death is told first.
  return before === 'exited' ? ['ContainerRemoved'] : ['ContainerDied', 'ContainerRemoved'];
}

const idsOf = (...records: readonly (PlegRecord | null)[]): readonly string[] => [
  ...new Set(records.flatMap((record) => record?.states.map(({ id }) => id) ?? [])),
];

const stateIn = (record: PlegRecord | null, id: string): PlegState =>
  record?.states.find((entry) => entry.id === id)?.state ?? 'non-existent';
