import type { ImportedPod, Place } from './importedRun';
import type { LogEvent } from './logEvent';

/**
 * Of static pods with one full name only one may run (`pod_workers.go allowStaticPodStart`, since 1.22): where another
 * uid's containers start, the one before is through, even if no line says so.
 */
export function withTakenNames(pods: readonly ImportedPod[], version: string | null): readonly ImportedPod[] {
  if (Number(/^v?1\.(\d+)/.exec(version ?? '')?.[1] ?? 22) < 22) return pods;
  const byName = new Map<string, ImportedPod[]>();
  for (const pod of pods) {
    if (pod.isStatic !== true || pod.name === null || pod.uid === null) continue;
    const key = JSON.stringify([pod.node, pod.name]);
    byName.set(key, [...(byName.get(key) ?? []), pod]);
  }
  return pods.map((pod) => {
    const same = byName.get(JSON.stringify([pod.node, pod.name])) ?? [];
    if (same.length < 2 || !same.includes(pod)) return pod;
    const isOpen = pod.final === 'terminating' || pod.final === 'terminated';
    if (!isOpen || pod.finalCertainty === 'observed') return pod;
    const last = pod.events.at(-1)?.lastLine ?? 0;
    const start = same.flatMap((other) => (other === pod ? [] : (startAfter(other, last) ?? [])))[0];
    return start === undefined ? pod : through(pod, start);
  });
}

const startAfter = ({ events }: ImportedPod, line: number): LogEvent | null =>
  events.find(
    (event) =>
      event.line > line &&
      ((event.kind === 'pleg' && event.operation === 'ContainerStarted') || event.kind === 'sandboxCreated'),
  ) ?? null;

function through(pod: ImportedPod, { line, at }: LogEvent): ImportedPod {
  const place: Place = { line, at };
  const generation = pod.intervals.at(-1)?.generation ?? 1;
  return {
    ...pod,
    intervals: [
      ...pod.intervals.map((interval) => (interval.to === null ? { ...interval, to: place } : interval)),
      { phase: 'gone', certainty: 'inferred', from: place, to: null, generation },
    ],
    final: 'gone',
    finalCertainty: 'inferred',
    told: 'another static pod of its name has started, which waits until this one is through',
  };
}
