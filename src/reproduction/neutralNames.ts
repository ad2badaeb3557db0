import type { ContainerSpec } from '../api/pod';
import type { Command, PodTemplate, Scenario } from '../scenarios/command';

/**
 * The same scenario under names that tell nothing about anybody, so that a link to it can be given to everybody: pods, namespaces,
 * containers, images, volumes, finalizers, uids and texts of errors. What is equal stays equal, so it plays the same.
 */
export function withNeutralNames(scenario: Scenario): Scenario {
  const pods = new Naming('pod');
  const namespaces = new Naming('namespace');
  const uids = new Naming('uid');
  const faults = new Naming('fault');
  const parts = new Naming('part');
  const container = (spec: ContainerSpec): ContainerSpec => ({
    ...spec,
    name: parts.of(spec.name),
    image: 'image:1',
  });
  const template = (pod: PodTemplate): PodTemplate => {
    const name = pods.of(pod.name);
    return {
      ...pod,
      name,
      // Two manifests may share a name, and it may be the one that a template has.
      podName: pods.of(pod.podName),
      namespace: pod.namespace === 'default' ? 'default' : namespaces.of(pod.namespace),
      uid: pod.uid === null ? null : uids.of(pod.uid),
      containers: pod.containers.map(container),
      initContainers: pod.initContainers.map(container),
      volumes: pod.volumes.map((volume) => parts.of(volume)),
      finalizers: pod.finalizers.map((_, i) => `example.com/finalizer-${i + 1}`),
    };
  };
  const command = (given: Command): Command => {
    const renamed: Command =
      'pod' in given && given.pod !== null ? { ...given, pod: pods.of(given.pod) } : given;
    switch (renamed.do) {
      case 'editStaticPod':
        return { ...renamed, image: 'image:2' };
      case 'exitContainer':
        return {
          ...renamed,
          container: renamed.container === null ? null : parts.of(renamed.container),
        };
      case 'injectFault':
        return {
          ...renamed,
          name: renamed.name === null ? null : faults.of(renamed.name),
          message: 'the call failed',
        };
      case 'liftFault':
        return { ...renamed, name: renamed.name === null ? null : faults.of(renamed.name) };
      default:
        return renamed;
    }
  };
  return {
    ...scenario,
    title: 'From evidence',
    description: '',
    pods: new Map([...scenario.pods.values()].map(template).map((pod) => [pod.name, pod])),
    // A scenario of evidence has commands only: nobody knows what should have held.
    steps: scenario.steps.map((step) =>
      'command' in step ? { ...step, command: command(step.command) } : step,
    ),
  };
}

/** Gives every name a number, the same one each time. */
class Naming {
  private readonly known = new Map<string, string>();

  constructor(private readonly kind: string) {}

  of(name: string): string {
    const neutral = this.known.get(name) ?? `${this.kind}-${this.known.size + 1}`;
    this.known.set(name, neutral);
    return neutral;
  }
}
