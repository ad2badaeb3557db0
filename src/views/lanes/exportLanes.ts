import type { Lab } from '../../store/lab';
import { windowOf } from '../../store/selectors/laneWindow';
import { savePngOf, saveSvgText } from '../shared/savePicture';
import { lanesSvg } from './lanesSvg';
import { readPalette } from './palette';
import { extentIn } from './useLanePainter';

/** Hands the lanes as they are shown to the person, as a picture. */
export async function exportLanes(lab: Lab, format: 'svg' | 'png'): Promise<void> {
  const { playhead, zoom } = lab.view.getState();
  const runs = lab.panes();
  const palette = readPalette(document.documentElement);
  const svg = lanesSvg({ runs, window: windowOf(zoom, extentIn(lab)), playhead, palette });
  const name = `lanes-${(runs[0]?.name ?? 'run').replace(/[^A-Za-z0-9.-]+/g, '-')}`;
  if (format === 'svg') saveSvgText(svg, name);
  else await savePngOf(svg, name);
}
