import { laneModelOf } from '../../store/selectors/laneModel';
import type { LaneRow, LaneSpan } from '../../store/selectors/laneTypes';
import { type LaneWindow, ticksOf, timeLabel } from '../../store/selectors/laneWindow';
import type { RunView } from '../../store/simulationStore';
import { scaleOf } from './geometry';
import { GLYPHS } from './glyphs';
import type { Palette } from './palette';

/** What the picture shows. */
export interface LanesPicture {
  readonly runs: readonly RunView[];
  readonly window: LaneWindow;
  /** Virtual ms. */
  readonly playhead: number;
  readonly palette: Palette;
}

const NAMES = 180;
const WIDTH = 900;
const ROW = 30;
const HEAD = 44;
const PAD = 16;

/** A picture with more lanes than this is no picture. */
const MOST_ROWS = 200;

/** The lanes of all panes as an SVG file of its own, for slides and reports. Names are text, whatever is in them. */
export function lanesSvg({ runs, window, playhead, palette }: LanesPicture): string {
  const blocks = runs.map((run) => ({ run, rows: laneModelOf(run.events).rows.slice(0, MOST_ROWS) }));
  const height = PAD * 2 + blocks.reduce((sum, { rows }) => sum + HEAD + ROW * rows.length, 0);
  const width = NAMES + WIDTH + PAD * 2;
  const svg = element('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': 'sans-serif',
  });
  const title = runs[0]?.scenario?.title ?? 'Lanes';
  const hatch = element('pattern', { id: 'stuck', width: 8, height: 8, patternUnits: 'userSpaceOnUse' });
  hatch.append(
    element('path', { d: 'M-1 9 9-1M-5 5 5-5M3 13 13 3', stroke: palette.stuck, 'stroke-width': 2 }),
  );
  const defs = element('defs', {});
  defs.append(hatch);
  svg.append(words('title', {}, title), defs, element('rect', { width, height, fill: palette.surface }));
  const scale = scaleOf(window, WIDTH);
  const toX = (at: number): number => NAMES + PAD + Math.max(0, Math.min(WIDTH, scale.toX(at)));
  const text = (x: number, y: number, said: string, more: Attributes = {}): void =>
    svg.append(words('text', { x, y, fill: palette.text, 'font-size': 13, ...more }, said));
  let y = PAD;
  for (const { run, rows } of blocks) {
    text(PAD, y + 16, `${title} · kubelet ${run.release}`, { 'font-weight': 'bold' });
    const { step, times } = ticksOf(window, WIDTH, 90);
    for (const at of times) {
      const x = toX(at);
      svg.append(element('path', { d: `M${x} ${y + 38}v${ROW * rows.length + 6}`, stroke: palette.line }));
      text(x, y + 34, timeLabel(at, step), { 'font-size': 11, fill: palette.dim, 'text-anchor': 'middle' });
    }
    y += HEAD;
    for (const row of rows) {
      text(PAD, y + 19, nameIn(run, row));
      drawRow(row, y + 8, Math.min(run.now, window.to));
      y += ROW;
    }
    const x = toX(playhead);
    svg.append(
      element('path', {
        d: `M${x} ${y - ROW * rows.length}V${y}`,
        stroke: palette.accent,
        'stroke-width': 2,
      }),
    );
  }
  svg.setAttribute('xmlns', SVG);
  return new XMLSerializer().serializeToString(svg);

  function drawRow(row: LaneRow, top: number, now: number): void {
    const box = ({ from, to }: LaneSpan) => {
      const x = toX(from);
      return { x, y: top, width: Math.max(1, toX(to ?? now) - x - 1), height: 16 };
    };
    const isSeen = ({ from, to }: LaneSpan): boolean => from <= window.to && (to ?? now) >= window.from;
    for (const bar of row.bars.filter(isSeen)) {
      const thin = bar.phase === 'idle' ? { y: top + 7, height: 2 } : {};
      const outline = bar.phase === 'waiting' || bar.phase === 'finished' || bar.phase === 'backoff';
      const colour = palette.phase[bar.phase];
      const look = outline
        ? {
            fill: 'none',
            stroke: colour,
            'stroke-width': 1.5,
            'stroke-dasharray': bar.phase === 'finished' ? '' : '3 2',
          }
        : { fill: colour };
      const rect = element('rect', { ...box(bar), ...thin, ...look });
      rect.append(words('title', {}, [bar.phase, bar.note].filter(Boolean).join(': ')));
      svg.append(rect);
    }
    for (const span of row.stuck.filter(isSeen)) {
      svg.append(
        element('rect', { ...box(span), fill: 'url(#stuck)', stroke: palette.stuck, 'stroke-width': 2 }),
      );
      const seconds = Math.round((Math.min(span.to ?? now, playhead) - span.from) / 1000);
      const said = seconds > 0 ? `STUCK ${seconds} s` : 'STUCK';
      svg.append(
        element('rect', { x: toX(span.from) + 4, y: top, width: 84, height: 16, fill: palette.stuck }),
      );
      text(toX(span.from) + 8, top + 12.5, said, {
        fill: palette.on(palette.stuck),
        'font-size': 12,
        'font-weight': 'bold',
      });
    }
    for (const { at, kind } of row.marks.filter((mark) => mark.at >= window.from && mark.at <= window.to)) {
      const { path, how, colour } = GLYPHS[kind];
      const paint =
        how === 'fill'
          ? { fill: colour(palette) }
          : { fill: 'none', stroke: colour(palette), 'stroke-width': 1.6 };
      svg.append(element('path', { d: path, transform: `translate(${toX(at) - 6} ${top - 8})`, ...paint }));
    }
  }
}

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function words(name: string, attributes: Attributes, said: string): SVGElement {
  const made = element(name, attributes);
  made.textContent = said;
  return made;
}

const nameIn = (run: RunView, { uid, name }: LaneRow): string =>
  run.moment?.pods.find((pod) => pod.uid === uid)?.name ?? name ?? uid.slice(0, 8);
