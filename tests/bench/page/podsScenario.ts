/**
 * A scenario file with `pods` pods that are created over ten seconds and live for `minutes`; every fifth has a container that
 * ends and is restarted. Steps cannot make pods by repeating, so each pod is written out: 10,000 are all that a file can hold.
 */
export function podsScenario(pods: number, minutes: number): string {
  const names = Array.from({ length: pods }, (_, i) => `p${i}`);
  const lines = [
    'version: 1',
    `title: ${pods} pods`,
    `maxPods: ${pods}`,
    `until: ${minutes}m`,
    'pods:',
    ...names.map((name, i) => `  ${name}: ${i % 5 === 4 ? '{ containers: [{ runsFor: 20s }] }' : '{}'}`),
    'steps:',
    ...names.map(
      (name, i) => `  - { at: ${Math.floor((10_000 * i) / pods)}ms, do: createPod, pod: ${name} }`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
