import { writeFileSync } from 'node:fs';
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { type ChartEdge, podChart } from '../../src/machine/podChart';
import type {
  ChartLayout,
  LaidOutEdge,
  LaidOutNode,
  Point,
} from '../../src/views/shared/drawing/chartLayout';

/**
 * Lays out the pod machine's chart and writes `src/views/shared/drawing/chartLayout.json`. Run it when the machine has changed:
 * `npx tsx tests/tools/layoutChart.ts`. The two regions share no edge, so each is laid out by itself and they are stacked.
 */
const FILE = new URL('../../src/views/shared/drawing/chartLayout.json', import.meta.url);
const GAP = 12;
/** Room for the name of a box that has boxes in it. */
const HEAD = 24;
/** Widths of a character at the sizes that the chart is drawn in (13 px names, 11 px labels), rounded up. */
const NAME_CHAR = 8.6;
const LABEL_CHAR = 6.7;
const LINE = 13;

const chart = podChart();
const hasInner = (id: string): boolean => chart.edges.some(({ from, to }) => from === id && to === null);
const headWidth = (id: string, key: string): number =>
  Math.ceil(key.length * NAME_CHAR + (hasInner(id) ? 36 : 20));

/** A worker at rest stands where every turn begins: at the left. */
const RESTING: readonly string[] = ['none', 'idle'];

/** All transitions from one place to the same other are one drawn edge. */
const bundles = new Map<string, ChartEdge[]>();
for (const edge of chart.edges) {
  if (edge.to === null) continue;
  const key = `${edge.from}>${edge.to}`;
  bundles.set(key, [...(bundles.get(key) ?? []), edge]);
}

/** Every level needs them: nothing is handed down. */
const SPACING: Readonly<Record<string, string>> = {
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '10',
  'elk.spacing.edgeNode': '8',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeNodeBetweenLayers': '7',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.feedbackEdges': 'false',
};

/** What decides, a line each. The event is told when the edge is looked at; the last way of several is `otherwise`. */
const labelLines = (edges: readonly ChartEdge[]): string[] => [...new Set(edges.map(lineOf))];

function lineOf({ id, event, guards }: ChartEdge): string {
  const word = id.endsWith('/0') ? (event.split('.')[1] ?? event).toLowerCase() : 'otherwise';
  return guards[0] ?? word;
}

function elkNode(id: string): ElkNode {
  const node = chart.nodes.find((candidate) => candidate.id === id);
  const children = chart.nodes.filter(({ parent }) => parent === id).map((child) => elkNode(child.id));
  const width = headWidth(id, node?.key ?? '');
  if (children.length === 0) {
    const first = RESTING.includes(node?.key ?? '');
    return {
      id,
      width,
      height: 30,
      ...(first ? { layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } } : {}),
    };
  }
  return {
    id,
    children,
    layoutOptions: {
      ...SPACING,
      'elk.padding': `[top=${HEAD + 8},left=${GAP},bottom=${GAP},right=${GAP}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, 40)`,
    },
  };
}

function elkEdges(region: string): ElkExtendedEdge[] {
  return [...bundles].flatMap(([id, edges]) => {
    const [first] = edges;
    if (first?.to == null || !first.from.startsWith(region)) return [];
    const lines = labelLines(edges);
    const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * LABEL_CHAR + 8);
    const label = { id: `${id}:label`, text: id, width, height: lines.length * LINE + 4 };
    return [{ id, sources: [first.from], targets: [first.to], labels: [label] }];
  });
}

async function layOut(region: string): Promise<ElkNode> {
  return await new ELK().layout({
    id: `root:${region}`,
    children: [elkNode(region)],
    edges: elkEdges(region),
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      ...SPACING,
    },
  });
}

const nodes: LaidOutNode[] = [];
const edges: LaidOutEdge[] = [];
const round = (n: number): number => Math.round(n * 10) / 10;

function place(elk: ElkNode, dx: number, dy: number): void {
  const known = chart.nodes.find(({ id }) => id === elk.id);
  if (known !== undefined) {
    const { id, key, description, parent, kind } = known;
    const { x = 0, y = 0, width = 0, height = 0 } = elk;
    nodes.push({
      id,
      label: key,
      description,
      parent,
      kind,
      x: round(x + dx),
      y: round(y + dy),
      width: round(width),
      height: round(height),
    });
  }
  for (const child of elk.children ?? []) place(child, dx, dy);
}

function placeEdges(elk: ElkNode, dx: number, dy: number): void {
  const at = ({ x, y }: { x: number; y: number }): Point => [round(x + dx), round(y + dy)];
  for (const edge of elk.edges ?? []) {
    const bundle = bundles.get(edge.id) ?? [];
    const section = edge.sections?.[0];
    const label = edge.labels?.[0];
    const [first] = bundle;
    if (first === undefined || section === undefined || label === undefined) continue;
    edges.push({
      id: edge.id,
      from: first.from,
      to: first.to,
      transitions: bundle.map(({ id, event, guards, actions }) => ({ id, event, guards, actions })),
      points: [at(section.startPoint), ...(section.bendPoints ?? []).map(at), at(section.endPoint)],
      label: {
        lines: labelLines(bundle),
        x: round((label.x ?? 0) + dx),
        y: round((label.y ?? 0) + dy),
        width: round(label.width ?? 0),
        height: round(label.height ?? 0),
      },
    });
  }
}

/** What leaves the pod where it is has no line: one entry a place. */
function placeInner(): void {
  for (const { id: from } of chart.nodes) {
    const inner = chart.edges.filter((edge) => edge.from === from && edge.to === null);
    if (inner.length === 0) continue;
    const transitions = inner.map(({ id, event, guards, actions }) => ({ id, event, guards, actions }));
    edges.push({ id: `${from}>`, from, to: null, transitions, points: [], label: null });
  }
}

async function main(): Promise<void> {
  const lifecycle = await layOut('pod.lifecycle');
  const worker = await layOut('pod.worker');
  const width = Math.max(lifecycle.width ?? 0, worker.width ?? 0);
  lifecycle.children?.concat(worker.children ?? []).forEach((region) => {
    region.width = width;
  });
  const height = HEAD + (lifecycle.height ?? 0) + GAP + (worker.height ?? 0);
  const root = chart.nodes.find(({ parent }) => parent === null);
  if (root === undefined) return;
  const { id, key, description, kind } = root;
  nodes.push({
    id,
    label: key,
    description,
    parent: null,
    kind,
    x: 0,
    y: 0,
    width: round(width + 2 * GAP),
    height: round(height + GAP),
  });
  place(lifecycle, GAP, HEAD);
  placeEdges(lifecycle, GAP, HEAD);
  const below = HEAD + (lifecycle.height ?? 0) + GAP;
  place(worker, GAP, below);
  placeEdges(worker, GAP, below);
  placeInner();
  const layout: ChartLayout = { width: round(width + 2 * GAP), height: round(height + GAP), nodes, edges };
  writeFileSync(FILE, `${JSON.stringify(layout)}\n`);
  process.stdout.write(`${nodes.length} places, ${edges.length} edges, ${layout.width} x ${layout.height}\n`);
}

await main();
