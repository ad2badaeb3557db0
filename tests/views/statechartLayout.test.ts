import { describe, expect, it } from 'vitest';
import { podChart } from '../../src/machine/podChart';
import { CHART_LAYOUT, type LaidOutNode } from '../../src/views/shared/drawing/chartLayout';

const chart = podChart();
const { nodes, edges, width, height } = CHART_LAYOUT;

const overlap = (a: LaidOutNode, b: LaidOutNode): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the stored layout (made anew by `npx tsx tests/tools/layoutChart.ts`)', () => {
  it('has exactly the places of the machine, with their words', () => {
    const told = nodes.map(({ id, label: key, description, parent, kind }) => ({
      id,
      key,
      description,
      parent,
      kind,
    }));
    const wanted = chart.nodes.map(({ id, key, description, parent, kind }) => ({
      id,
      key,
      description,
      parent,
      kind,
    }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(told.sort(byId)).toEqual(wanted.sort(byId));
  });

  it('has every transition of the machine exactly once, between the right places', () => {
    const told = edges.flatMap(({ from, to, transitions }) =>
      transitions.map((transition) => ({ ...transition, from, to })),
    );
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(told.sort(byId)).toEqual([...chart.edges].sort(byId));
  });

  it('draws parents before their children, and children within them', () => {
    nodes.forEach((node, i) => {
      if (node.parent === null) return;
      const at = nodes.findIndex(({ id }) => id === node.parent);
      expect(at).toBeLessThan(i);
      const parent = nodes[at] as LaidOutNode;
      expect(node.x).toBeGreaterThan(parent.x);
      expect(node.y).toBeGreaterThan(parent.y);
      expect(node.x + node.width).toBeLessThan(parent.x + parent.width);
      expect(node.y + node.height).toBeLessThan(parent.y + parent.height);
    });
  });

  it('lets no siblings overlap', () => {
    for (const a of nodes) {
      for (const b of nodes) {
        if (a.id < b.id && a.parent === b.parent) expect([a.id, b.id, overlap(a, b)]).toContain(false);
      }
    }
  });

  it('keeps lines and labels within the drawing, and every line has both', () => {
    for (const { to, points, label } of edges) {
      expect(points.length >= 2 && label !== null).toBe(to !== null);
      for (const [x, y] of points) {
        expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
      }
      if (label !== null) {
        expect(label.x).toBeGreaterThanOrEqual(0);
        expect(label.x + label.width).toBeLessThanOrEqual(width);
        expect(label.y + label.height).toBeLessThanOrEqual(height);
      }
    }
  });
});
