import { memo, type RefObject } from 'react';
import { savePng, saveSvg } from './exportChart';

interface Props {
  readonly name: string;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly panel: RefObject<HTMLDivElement | null>;
  readonly fits: boolean;
  readonly onFit: () => void;
}

/** What can be done with the drawing: see all of it at once, see it large, take it along. */
export const ChartTools = memo(function ChartTools({ name, svg, panel, fits, onFit }: Props) {
  const large = (): void => {
    if (document.fullscreenElement === null) void panel.current?.requestFullscreen();
    else void document.exitFullscreen();
  };
  return (
    <div className="chart-tools">
      <button type="button" aria-pressed={fits} onClick={onFit}>
        Fit
      </button>
      {document.fullscreenEnabled && (
        <button type="button" onClick={large}>
          Full screen
        </button>
      )}
      <button type="button" onClick={() => svg.current !== null && saveSvg(svg.current, name)}>
        Save SVG
      </button>
      <button type="button" onClick={() => svg.current !== null && void savePng(svg.current, name)}>
        Save PNG
      </button>
    </div>
  );
});
