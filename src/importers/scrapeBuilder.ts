import type { MetricSample, MetricsScrape } from './importedRun';

/** Samples that are kept of one import: a kubelet has some thousands. */
const MAX_SAMPLES = 300_000;

/**
 * Sorts samples into scrapes: by node, and a series that repeats begins the next scrape of its node. Nodes are told by
 * the labels that a Prometheus adds, else by the kubelet's own `kubelet_node_name`.
 */
export class ScrapeBuilder {
  private readonly nodes = new Map<string, { samples: MetricSample[]; series: Set<string> }[]>();
  private kept = 0;
  /** Samples beyond what is kept. */
  dropped = 0;

  add(sample: MetricSample): void {
    if (++this.kept > MAX_SAMPLES) {
      this.dropped++;
      return;
    }
    const node =
      sample.labels.get('instance') ?? sample.labels.get('kubernetes_node') ?? nodeLabel(sample) ?? '';
    const scrapes = this.nodes.get(node) ?? [];
    this.nodes.set(node, scrapes);
    const key = seriesOf(sample);
    let last = scrapes.at(-1);
    if (last === undefined || last.series.has(key)) {
      last = { samples: [], series: new Set() };
      scrapes.push(last);
    }
    last.series.add(key);
    last.samples.push(sample);
  }

  build(): readonly MetricsScrape[] {
    return [...this.nodes].flatMap(([instance, scrapes]) => {
      const named = scrapes.flatMap(({ samples }) => samples.find(isNodeName)?.labels.get('node') ?? []);
      const other = scrapes.flatMap(({ samples }) => samples.flatMap((s) => s.labels.get('node') ?? []));
      const node = named[0] ?? other[0] ?? (instance === '' ? null : instance);
      return scrapes.map(({ samples }) => ({ node, samples, endpoint: endpointOf(samples) }));
    });
  }
}

const isNodeName = ({ name }: MetricSample): boolean => name === 'kubelet_node_name';

/** A label `node` that a Prometheus added; the one of `kubelet_node_name` is in every scrape. */
const nodeLabel = (sample: MetricSample): string | undefined =>
  isNodeName(sample) ? undefined : sample.labels.get('node');

const seriesOf = ({ name, labels }: MetricSample): string =>
  labels.size === 0
    ? name
    : `${name} ${JSON.stringify([...labels].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))}`;

/** Which endpoint writes such names. A kubelet's own names say most, as its `/metrics` holds client metrics as well. */
function endpointOf(samples: readonly MetricSample[]): string {
  const has = (prefix: string): boolean => samples.some(({ name }) => name.startsWith(prefix));
  if (has('kubelet_')) return 'kubelet';
  if (has('apiserver_') || has('etcd_')) return 'apiserver';
  if (has('prober_')) return 'probes';
  if (has('container_') || has('machine_')) return 'cadvisor';
  return 'unknown';
}
