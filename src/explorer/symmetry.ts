import type { Model, ModelPod } from './model';

/** Pods that can change places without anybody noticing: alike, and with a name each or all of one name. */
export function alike({ pods, watch }: Model): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  const sharing = (pod: ModelPod): boolean =>
    pods.some((other) => other !== pod && other.static && pod.static && other.fullName === pod.fullName);
  for (const [i, pod] of pods.entries()) {
    const name = sharing(pod) ? pod.fullName : '';
    const key = [pod.static, pod.ends, pod.stays, name, watch.includes(pod.name)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
