import { isAdmissionReason, saysRejected } from './admissionReasons';
import type { Certainty, FinalState, ImportedPod, PodFacts, PodObject, ReportedFact } from './importedRun';

/** What an object or a report alone tells of a pod. `stuck`: nothing will move it without help, as far as this tells. */
export interface PodAsSeen
  extends Pick<
    ImportedPod,
    'name' | 'uid' | 'node' | 'isStatic' | 'mirrors' | 'final' | 'finalCertainty' | 'told' | 'object'
  > {
  readonly stuck: boolean | 'unknown';
}

interface Seen {
  readonly final: FinalState;
  readonly finalCertainty: Certainty;
  readonly stuck: boolean | 'unknown';
  readonly told: string;
}

/** What a worker was told, where no log says anything. */
export const NO_FACTS: PodFacts = {
  inConfig: null,
  addedAt: null,
  deletedAt: null,
  removedAt: null,
  cause: null,
  gracePeriod: null,
  restartRequested: null,
  waitsForName: null,
  runtimeOnly: false,
  run: 0,
  lastAction: null,
};

/** What becomes of a pod of which only its object is known. An object shows what was reported, never a worker. */
export function podOfObject(object: PodObject): PodAsSeen {
  const { name, uid, node } = object;
  const isStatic = object.mirrorOf !== null ? false : object.source === 'file';
  return { name, uid, node, isStatic, mirrors: object.mirrorOf, object, ...seenIn(object) };
}

function seenIn(object: PodObject): Seen {
  const unknown = (told: string): Seen => ({
    final: 'unknown',
    finalCertainty: 'unknown',
    stuck: 'unknown',
    told,
  });
  const inferred = (final: FinalState, stuck: Seen['stuck'], told: string): Seen => ({
    final,
    finalCertainty: 'inferred',
    stuck,
    told,
  });
  const isDeleted = object.deletionTimestamp !== null;
  if (object.view === 'manifest')
    return unknown('A manifest is a wish: it has no status, so nothing is known of a worker.');
  if (object.mirrorOf !== null)
    return unknown(
      "This object mirrors a static pod and has no worker of its own; the static pod's uid is another one.",
    );
  if (object.node === null) return unknown('No node is set, so no kubelet has a worker for it.');
  if (wasRejected(object)) {
    return isDeleted
      ? unknown(
          'The kubelet refused it, so it has no worker; whether its delete goes on depends on the kubelet’s version.',
        )
      : inferred('rejected', false, 'The kubelet refused it at admission: it has no worker.');
  }
  if (object.phase === 'Succeeded' || object.phase === 'Failed') {
    if (!isDeleted) return inferred('finished', false, `Its phase is ${object.phase} and nobody deletes it.`);
    return object.finalizers.length > 0
      ? inferred(
          'finished',
          false,
          'Its containers have ended; a finalizer keeps the object, not the kubelet.',
        )
      : unknown(
          'It has ended and is deleted, yet the object is there: the object does not say what the worker waits for.',
        );
  }
  if (isDeleted)
    return inferred('terminating', 'unknown', 'It is deleted and was not reported to have ended.');
  if (object.phase === 'Running') return inferred('running', false, 'It runs and nobody deletes it.');
  if (object.phase === 'Pending' && object.containers.some(({ state }) => state !== null))
    return inferred('running', false, 'The kubelet reports its containers, which have not all started.');
  return unknown('Its phase does not tell what the kubelet does with it.');
}

/** A phase `Failed` for a reason of admission, without any container that was ever reported. */
const wasRejected = (object: PodObject): boolean =>
  object.phase === 'Failed' &&
  !object.lines.has('status.containerStatuses') &&
  (isAdmissionReason(object.reason) || saysRejected(object.message));

/** Pods that only reports name (rows of tables, events), one each; for those that nothing better tells of. */
export function podsOfReports(facts: readonly ReportedFact[]): readonly PodAsSeen[] {
  const pods = new Map<string, PodAsSeen>();
  for (const fact of facts) {
    const key = fact.pod ?? fact.uid;
    if (key === null) continue;
    const known = pods.get(key);
    const seen = seenAs(fact.reason);
    const base: PodAsSeen = known ?? {
      name: fact.pod,
      uid: fact.uid,
      node: null,
      isStatic: null,
      mirrors: null,
      object: null,
      final: 'unknown',
      finalCertainty: 'unknown',
      stuck: 'unknown',
      told: 'Only events name it, and they do not tell what became of it.',
    };
    pods.set(key, { ...base, uid: base.uid ?? fact.uid, ...(base.final === 'unknown' ? seen : null) });
  }
  return [...pods.values()];
}

/** What kubectl's STATUS means for the worker; nothing for reasons of events. */
function seenAs(status: string): Seen | null {
  const inferred = (final: FinalState, stuck: Seen['stuck']): Seen => ({
    final,
    finalCertainty: 'inferred',
    stuck,
    told: `kubectl shows it as ${status.slice(0, 60)}.`,
  });
  if (status === 'Terminating') return inferred('terminating', 'unknown');
  if (
    status === 'Running' ||
    status === 'ContainerCreating' ||
    status === 'PodInitializing' ||
    status === 'CrashLoopBackOff'
  )
    return inferred('running', false);
  if (status === 'Completed' || status === 'Succeeded' || status === 'Evicted')
    return inferred('finished', false);
  return isAdmissionReason(status) ? inferred('rejected', 'unknown') : null;
}
