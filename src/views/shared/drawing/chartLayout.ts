import stored from './chartLayout.json';

export type Point = readonly [x: number, y: number];

/** A box of the drawing. Coordinates are absolute, in the drawing's own units (px at scale 1). */
export interface LaidOutNode {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly parent: string | null;
  readonly kind: 'parallel' | 'compound' | 'atomic';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One way to take a drawn edge; `id` is the chart's. */
export interface DrawnTransition {
  readonly id: string;
  readonly event: string;
  readonly guards: readonly string[];
  readonly actions: readonly string[];
}

/** All transitions from one place to another, drawn as one line. `to: null`: the pod stays, and there is no line. */
export interface LaidOutEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly transitions: readonly DrawnTransition[];
  readonly points: readonly Point[];
  readonly label: {
    readonly lines: readonly string[];
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
}

/** The chart of the pod machine as it is drawn. Made by `tests/tools/layoutChart.ts`, held to the machine by a test. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly LaidOutNode[];
  readonly edges: readonly LaidOutEdge[];
}

export const CHART_LAYOUT = stored as unknown as ChartLayout;
