import { savePngOf, saveSvgText } from '../shared/savePicture';

/** Properties that decide how the drawing looks; written into the exported file, which has no style sheet. */
const LOOK = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** The drawing as a file of its own: every style resolved to values, every name as text. */
export function chartSvg(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, i) => {
    const target = copies[i];
    if (target === undefined) return;
    if (/^(title|desc)$/.test(target.tagName)) return;
    const style = getComputedStyle(original);
    // As attributes: a `style` attribute is what the page's policy forbids, and editors of drawings read these better.
    for (const name of LOOK) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'style', 'tabindex']) target.removeAttribute(name);
  });
  for (const hit of copy.querySelectorAll('[d]')) {
    if (hit.getAttribute('stroke') === 'rgba(0, 0, 0, 0)') hit.remove();
  }
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  for (const [name, value] of Object.entries({ x, y, width, height, fill: surface || '#ffffff' })) {
    ground.setAttribute(name, String(value));
  }
  const heading = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  heading.textContent = title;
  copy.prepend(heading, ground);
  return new XMLSerializer().serializeToString(copy);
}

/** A file name from a pod's: what file systems dislike becomes `-`. */
export const fileNameOf = (pod: string): string => `statechart-${pod.replace(/[^A-Za-z0-9.-]+/g, '-')}`;

/** Hands the drawing to the person as an SVG file. */
export const saveSvg = (svg: SVGSVGElement, pod: string): void =>
  saveSvgText(chartSvg(svg, `Statechart of ${pod}`), fileNameOf(pod));

/** Hands the drawing to the person as a PNG file, twice as large as it is drawn. */
export const savePng = (svg: SVGSVGElement, pod: string): Promise<void> =>
  savePngOf(chartSvg(svg, `Statechart of ${pod}`), fileNameOf(pod));
