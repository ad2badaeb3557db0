import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(
  fileURLToPath(new URL('../../src/views/shared/tokens.css', import.meta.url)),
  'utf8',
);

type Rgb = readonly [number, number, number];

/** The colours that a rule of tokens.css sets, linear RGB from 0 to 1. */
function tokensOf(selector: string): ReadonlyMap<string, Rgb> {
  const start = CSS.indexOf(`${selector} {`);
  const rule = CSS.slice(start, CSS.indexOf('}', start));
  return new Map(
    [...rule.matchAll(/--([\w-]+): #([0-9a-f]{6});/gi)].map(([, name = '', hex = '']) => [
      name,
      [0, 2, 4].map((i) => linear(Number.parseInt(hex.slice(i, i + 2), 16) / 255)) as unknown as Rgb,
    ]),
  );
}

/** sRGB's transfer function, undone (IEC 61966-2-1). */
const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** WCAG 2's relative luminance and contrast ratio. */
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

type Matrix = readonly [Rgb, Rgb, Rgb];

/** Machado, Oliveira, Fernandes 2009: full severity, on linear RGB. */
const VISIONS: { readonly [name: string]: Matrix } = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (m: Matrix, v: Rgb): Rgb =>
  m.map(([a, b, c]) => Math.min(1, Math.max(0, a * v[0] + b * v[1] + c * v[2]))) as unknown as Rgb;

const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

/** CIE L*a*b* under D65. */
function lab(rgb: Rgb): Rgb {
  const f = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const [x, y, z] = times(TO_XYZ, rgb);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIE76. */
const difference = (a: Rgb, b: Rgb): number => {
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
};

const THEMES = [
  { theme: 'light', selector: ':root', apart: 25 },
  { theme: 'dark', selector: ':root[data-theme="dark"]', apart: 30 },
  { theme: 'contrast', selector: ':root[data-theme="contrast"]', apart: 30 },
];

describe.each(THEMES)('the colours of the theme $theme', ({ selector, apart }) => {
  const tokens = tokensOf(selector);
  const token = (name: string): Rgb => tokens.get(name) ?? [Number.NaN, Number.NaN, Number.NaN];
  const phases = [...tokens.keys()].filter((name) => name.startsWith('phase-'));

  it('are all read', () => expect(phases).toHaveLength(7));

  it('of the phases stand out from the surface, 3:1', () => {
    const tooFaint = phases
      .map((name) => ({ name, contrast: contrast(token(name), token('surface')) }))
      .filter((found) => !(found.contrast >= 3));
    expect(tooFaint).toEqual([]);
  });

  it.each(Object.keys(VISIONS))(`of the phases are ${apart} apart for %s vision`, (vision) => {
    const seen = (name: string): Rgb => times(VISIONS[vision] as Matrix, token(name));
    const tooClose = phases
      .flatMap((a, i) => phases.slice(i + 1).map((b) => ({ a, b, apart: difference(seen(a), seen(b)) })))
      .filter((found) => !(found.apart >= apart));
    expect(tooClose).toEqual([]);
  });

  it.each([
    ['text', 'surface'],
    ['text-dim', 'surface'],
    ['danger', 'surface'],
    ['ok', 'surface'],
    ['warn', 'surface'],
    ['accent', 'surface'],
    ['accent-text', 'accent'],
    ['text', 'bg'],
    ['text', 'surface-2'],
    ['text-dim', 'surface-2'],
  ])('let %s be read on %s, 4.5:1', (text, ground) =>
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(4.5),
  );
});
