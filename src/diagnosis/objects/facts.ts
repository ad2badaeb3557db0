import type {
  EvidenceLine,
  ImportedRun,
  MetricSample,
  MetricsScrape,
  PodObject,
} from '../../importers/importedRun';

/** The objects of a run, in the order of its pods. */
export const objectsOf = (run: ImportedRun): readonly PodObject[] =>
  run.pods.flatMap(({ object }) => object ?? []);

/** The lines of an object's fields, those of them that there are. */
export const linesOf = (object: PodObject, ...fields: readonly string[]): readonly EvidenceLine[] =>
  fields.flatMap((field) => object.lines.get(field) ?? []);

/** Where fields with an index stand, such as the states of containers. */
export const linesUnder = (object: PodObject, prefix: string): readonly EvidenceLine[] =>
  [...object.lines].flatMap(([field, line]) => (field.startsWith(prefix) ? [line] : []));

/** The latest moment that any object mentions, deletion timestamps apart: the file was written no earlier. */
export const latestOf = (run: ImportedRun): number | null =>
  objectsOf(run).reduce<number | null>(
    (latest, one) => (one.latest !== null && (latest === null || one.latest > latest) ? one.latest : latest),
    null,
  );

/** Whether nothing of the pod runs, as reported: its containers ended, or it ended without any. */
export function hasEnded(object: PodObject): boolean {
  const isTerminal = object.phase === 'Succeeded' || object.phase === 'Failed';
  const states = object.containers.map(({ state }) => state);
  if (states.includes('running')) return false;
  return isTerminal || (states.length > 0 && states.every((state) => state === 'terminated'));
}

/** Samples of a name whose labels have these values, and more than zero. */
export const positive = (
  scrape: MetricsScrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): readonly MetricSample[] =>
  scrape.samples.filter(
    (sample) =>
      sample.name === name &&
      sample.value > 0 &&
      Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value),
  );

export const total = (samples: readonly MetricSample[]): number =>
  samples.reduce((sum, { value }) => sum + value, 0);

/** `1 pod`, `2 pods`. */
export const podCount = (count: number): string => (count === 1 ? '1 pod' : `${count} pods`);

export const sampleLines = (samples: readonly MetricSample[]): readonly EvidenceLine[] =>
  samples.map(({ line, text }) => ({ line, text: text.slice(0, 500) }));

/** Pods whose stop is under way and that no source lists any more: what the kubelet alone cares for. */
export const unlisted = (scrape: MetricsScrape): readonly MetricSample[] => [
  ...positive(scrape, 'kubelet_working_pods', { config: 'orphan', lifecycle: 'terminating' }),
  ...positive(scrape, 'kubelet_working_pods', { config: 'runtime_only', lifecycle: 'terminating' }),
];

/** The last scrape of each node, with the one before it. */
export function lastScrapes(
  run: ImportedRun,
): readonly { readonly last: MetricsScrape; readonly before: MetricsScrape | null }[] {
  const byNode = new Map<string | null, { last: MetricsScrape; before: MetricsScrape | null }>();
  for (const scrape of run.scrapes) {
    if (scrape.endpoint === 'kubelet')
      byNode.set(scrape.node, { last: scrape, before: byNode.get(scrape.node)?.last ?? null });
  }
  return [...byNode.values()];
}
