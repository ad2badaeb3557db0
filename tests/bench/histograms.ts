import { formatMeasured, measureHistograms } from '../metrics/timingHistogram.bench';

/** What an operation of each histogram costs, side by side, and the ratio direct to layered. */
export async function benchHistograms(): Promise<void> {
  const table = formatMeasured(await measureHistograms());
  process.stdout.write(`\nHistograms\n${table.replace(/^/gm, '  ')}\n`);
}
