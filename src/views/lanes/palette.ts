import type { LanePhase } from '../../store/selectors/laneTypes';

/** The colours of the lanes, read from the page's tokens: a canvas knows no CSS variables. */
export interface Palette {
  readonly phase: Readonly<Record<LanePhase, string>>;
  readonly stuck: string;
  readonly surface: string;
  readonly surface2: string;
  readonly text: string;
  readonly dim: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly accent: string;
  readonly accentText: string;
  readonly danger: string;
  readonly warn: string;
  readonly ok: string;
  readonly font: string;
  /** Text on a bar of that phase. */
  readonly on: (colour: string) => string;
}

/** Reads the tokens that hold at `element` now; ask again when the theme changes. */
export function readPalette(element: Element): Palette {
  // Forced colours reach no canvas by themselves: shapes and words in the system's own, told apart by pattern and glyph.
  if (matchMedia('(forced-colors: active)').matches) return forcedPalette(element);
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim() || '#888888';
  return {
    phase: {
      waiting: token('--phase-waiting'),
      sync: token('--phase-sync'),
      idle: token('--phase-idle'),
      backoff: token('--phase-backoff'),
      terminating: token('--phase-terminating'),
      terminated: token('--phase-terminated'),
      finished: token('--line-strong'),
    },
    stuck: token('--phase-stuck'),
    surface: token('--surface'),
    surface2: token('--surface-2'),
    text: token('--text'),
    dim: token('--text-dim'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    accent: token('--accent'),
    accentText: token('--accent-text'),
    danger: token('--danger'),
    warn: token('--warn'),
    ok: token('--ok'),
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
    on: (colour) => (luminance(colour) > 0.3 ? '#000000' : '#ffffff'),
  };
}

function forcedPalette(element: Element): Palette {
  const probe = document.createElement('i');
  element.parentElement?.append(probe);
  const system = (name: string): string => {
    probe.style.setProperty('forced-color-adjust', 'none');
    probe.style.setProperty('color', name);
    return hex(getComputedStyle(probe).color);
  };
  const [text, ground, mark] = [system('CanvasText'), system('Canvas'), system('Highlight')];
  const on = (colour: string): string => (luminance(colour) > 0.3 ? '#000000' : '#ffffff');
  const font = getComputedStyle(element).getPropertyValue('--font').trim() || 'sans-serif';
  probe.remove();
  return {
    phase: {
      ...{ waiting: text, sync: text, idle: text, backoff: text },
      ...{ terminating: text, terminated: text, finished: text },
    },
    ...{ stuck: text, surface: ground, surface2: ground, text, dim: text, line: text, lineStrong: text },
    ...{ accent: mark, accentText: on(mark), danger: text, warn: mark, ok: text, font, on },
  };
}

/** `rgb(1, 2, 3)` as `#010203`. */
const hex = (rgb: string): string =>
  `#${(rgb.match(/\d+(?:\.\d+)?/g) ?? [])
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;

/** WCAG's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const part = Number.parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Calls `changed` whenever the page's colours may have changed. Returns how to stop. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((q) => matchMedia(q));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
