import type { HistogramPicture } from '../../store/selectors/labHistograms';

const BAR = 30;
const GAP = 8;
const TOP = 16;
const HIGH = 72;
const FOOT = 18;

/** A histogram as bars, a bucket each; what each bar says is its text alternative. */
export function BucketBars({ picture }: { readonly picture: HistogramPicture }) {
  const { title, bars, total, unit } = picture;
  const most = Math.max(...bars.map(({ value }) => value));
  const width = bars.length * (BAR + GAP) + GAP;
  const words = bars.map(({ label, value }) => `${label}: ${shown(value)} ${unit}`).join('; ');
  return (
    <figure className="bucket-bars">
      <figcaption>
        {title} <small>{total}</small>
      </figcaption>
      {bars.length === 0 ? (
        <p className="panel-note">Nothing yet.</p>
      ) : (
        <svg
          role="img"
          aria-label={`${title}, ${total}. ${words}`}
          width={width}
          height={TOP + HIGH + FOOT}
          viewBox={`0 0 ${width} ${TOP + HIGH + FOOT}`}
        >
          {bars.map(({ label, tick, value }, i) => {
            const x = GAP + i * (BAR + GAP);
            // What is there at all is seen.
            const high = value === 0 ? 0 : Math.max(2, (value / most) * HIGH);
            return (
              <g key={label}>
                <rect x={x} y={TOP + HIGH - high} width={BAR} height={high} />
                {value > 0 && (
                  <text x={x + BAR / 2} y={TOP + HIGH - high - 4}>
                    {shown(value)}
                  </text>
                )}
                <text x={x + BAR / 2} y={TOP + HIGH + 13} className="bucket-tick">
                  {tick}
                </text>
              </g>
            );
          })}
          <path d={`M0 ${TOP + HIGH + 0.5}h${width}`} />
        </svg>
      )}
    </figure>
  );
}

/** Three digits are enough over a bar. */
const shown = (value: number): string => String(Number(value.toPrecision(3)));
