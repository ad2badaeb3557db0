import type { Point } from './chartLayout';

const RADIUS = 6;
const HEAD = 7;

/** An orthogonal line with rounded corners, as SVG path data. */
export function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${first[0]} ${first[1]}`];
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    const before = i === 0 ? first : rest[i - 1];
    if (next === undefined || before === undefined) {
      parts.push(`L${point[0]} ${point[1]}`);
      return;
    }
    const a = towards(point, before, RADIUS);
    const b = towards(point, next, RADIUS);
    parts.push(`L${a[0]} ${a[1]}Q${point[0]} ${point[1]} ${b[0]} ${b[1]}`);
  });
  return parts.join('');
}

/** The head of the arrow at the end of a line. Drawn, not a marker, so that it takes the line's colour in every viewer. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (tip === undefined || before === undefined) return '';
  const length = distance(tip, before) || 1;
  const [dx, dy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const [x, y] = [tip[0] - dx * HEAD, tip[1] - dy * HEAD];
  const half = HEAD / 2;
  return `M${tip[0]} ${tip[1]}L${x - dy * half} ${y + dx * half}L${x + dy * half} ${y - dx * half}Z`;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The point on the way from `from` to `to`, at most `far` and at most half of the way. */
function towards(from: Point, to: Point, far: number): Point {
  const whole = distance(from, to) || 1;
  const part = Math.min(far, whole / 2) / whole;
  const round = (n: number): number => Math.round(n * 10) / 10;
  return [round(from[0] + (to[0] - from[0]) * part), round(from[1] + (to[1] - from[1]) * part)];
}
