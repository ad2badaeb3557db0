import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../../e2e/chromium';
import { serve } from '../../e2e/staticServer';
import { median, printTable } from '../printTable';
import { longestTasks, longTasks, scriptTimes, type TraceEntry } from './frameTimes';
import { importLog } from './importLog';
import { podsScenario } from './podsScenario';
import { seekTo, watchCharts, watchPage } from './watchPage';

/**
 * The page in a browser, measured: `npm run bench:page`. Figures of a machine that does other things as well are too high;
 * nothing here fails, it says what it saw beside the goal. `--built=folder` takes a build that is there; further words choose
 * parts: `start`, `frames` (`--pods=1000`: only these; `--profile`: with the functions that take longest), `charts`, `seek`,
 * `interactions`, `heap`, `import`.
 */

type Row = readonly [what: string, seen: string, goal: string, verdict: string];

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const built = process.argv.find((argument) => argument.startsWith('--built='))?.slice('--built='.length);
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const FRAME_GOALS = [
  { pods: 110, minutes: 60, goal: 3 },
  { pods: 1000, minutes: 20, goal: 4 },
  { pods: 10_000, minutes: 1, goal: 8 },
];

const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
};
const row = (what: string, seen: number, goal: number, unit: string, digits = 1): Row => [
  what,
  `${seen.toFixed(digits)} ${unit}`,
  `≤ ${goal} ${unit}`,
  seen <= goal ? 'ok' : 'FAILS',
];

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`the page threw: ${error.message}\n`));
  // tsx wraps named functions in a helper of its own, which the page has not got.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await page.addInitScript(watchPage);
  await page.goto(url);
  await page.locator('.lane-canvas').first().waitFor({ timeout: 60_000 });
  return page;
}

/** Opens a scenario as a person does, in one release. */
async function openScenario(page: Page, text: string): Promise<void> {
  const compare = page.getByRole('switch', { name: 'Compare' });
  if ((await compare.getAttribute('aria-checked')) === 'true') await compare.click();
  const buffer = Buffer.from(text);
  await page.locator('input[type=file]').setInputFiles({ name: 'pods.yaml', mimeType: 'text/yaml', buffer });
  const opened = /title: (.*)/.exec(text)?.[1] ?? '';
  await page.waitForFunction(
    (title) => document.querySelector('.picker')?.textContent?.includes(title),
    opened,
    { timeout: PATIENCE },
  );
}

/** Waits until so many minutes have been simulated. */
async function simulated(page: Page, minutes: number): Promise<void> {
  await page.waitForFunction(simulatedTo, minutes * 60_000, { timeout: PATIENCE, polling: 500 });
}

/** How long anything may take on a slow machine, ms. */
const PATIENCE = 300_000;

/** Runs in the page: as far as that, everything has come from the engine. */
function simulatedTo(end: number): boolean {
  const { __lab } = window as unknown as { __lab: { snapshot(): readonly { readonly now: number }[] } };
  return (__lab.snapshot()[0]?.now ?? 0) >= end;
}

/** Plays, and again from the start whenever the end is reached: at 1000× a short run is over at once. */
async function play(page: Page, speed: number): Promise<void> {
  await page.getByLabel('Speed').selectOption(String(speed));
  // Not through the test driver: its own search for the button would be measured with the page.
  await page.evaluate(() => {
    const again = (): void => document.querySelector<HTMLElement>('.play[aria-label="Play"]')?.click();
    again();
    setInterval(again, 200);
  });
}

async function traced(browser: Browser, page: Page, ms: number): Promise<readonly TraceEntry[]> {
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel'];
  await browser.startTracing(page, { categories });
  await page.waitForTimeout(ms);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEntry[] };
  return trace.traceEvents;
}

/** The functions that the page's main thread spends most of its own time in. */
async function topFunctions(page: Page, ms: number): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await session.send('Profiler.start');
  await page.waitForTimeout(ms);
  const { profile } = await session.send('Profiler.stop');
  const own = new Map<string, number>();
  const names = new Map(
    profile.nodes.map(({ id, callFrame: f }) => [
      id,
      `${f.functionName || '(anonymous)'} ${f.url.split('/').at(-1)}:${f.lineNumber + 1}:${f.columnNumber + 1}`,
    ]),
  );
  for (const id of profile.samples ?? [])
    own.set(names.get(id) ?? '', (own.get(names.get(id) ?? '') ?? 0) + 1);
  const total = profile.samples?.length ?? 1;
  return [...own]
    .filter(([name]) => !/^\((idle|program|root)\)/.test(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name, count]) => `${name} ${((100 * count) / total).toFixed(1)} %`)
    .join(', ');
}

async function benchStart(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  await page.waitForTimeout(20_000);
  const seen = await page.evaluate(
    () => (window as unknown as { __watch: { shift: number; firstLane: number | null } }).__watch,
  );
  await page.context().close();
  return [
    row('first moving lane', seen.firstLane ?? Number.NaN, 1000, 'ms', 0),
    row('layout shift, 20 s of the hero', seen.shift, 0.02, '', 4),
  ];
}

async function benchFrames(browser: Browser, url: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const wanted = process.argv.find((argument) => argument.startsWith('--pods='))?.slice('--pods='.length);
  for (const { pods, minutes, goal } of FRAME_GOALS) {
    if (wanted !== undefined && Number(wanted) !== pods) continue;
    const page = await openPage(browser, url);
    await openScenario(page, podsScenario(pods, minutes));
    await simulated(page, minutes);
    const named = `${pods.toLocaleString('en')} pods`;
    for (const speed of [1, 1000]) {
      await page.getByRole('button', { name: 'To start' }).click();
      await play(page, speed);
      const trace = await traced(browser, page, 5000);
      const top = process.argv.includes('--profile') ? await topFunctions(page, 3000) : null;
      const frames = scriptTimes(trace);
      const long = longTasks(trace);
      const what = `${named} at ${speed}×`;
      rows.push(
        row(`${what}: script a frame, p50 of ${frames.length}`, median(frames), goal, 'ms'),
        row(`${what}: script a frame, p95`, percentile(frames, 0.95), goal, 'ms'),
        row(`${what}: long tasks in 5 s`, long.length, 0, '', 0),
      );
      if (top !== null) process.stdout.write([`${what}: ${top}`, ...longestTasks(trace, 4), ''].join('\n'));
    }
    await page.context().close();
  }
  return rows;
}

/** Charts change only while the run grows. */
async function benchCharts(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  await openScenario(page, podsScenario(110, 60));
  await play(page, 1);
  const { fastest, together } = await page.evaluate(watchCharts, 5000);
  await page.context().close();
  return [
    row('110 pods, the run grows: updates of a chart a second', fastest, 2, '', 1),
    row('110 pods, the run grows: charts drawn in one frame', together, 1, '', 0),
  ];
}

async function benchSeek(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  await openScenario(page, podsScenario(500, 16));
  await simulated(page, 16);
  await page.getByRole('tab', { name: /Events/ }).click();
  const count = ((await page.locator('.panel-note').first().textContent()) ?? '').trim();
  await page.getByRole('tab', { name: 'Statechart' }).click();
  const times: number[] = [];
  for (const share of [0.9, 0.1, 0.5, 0.73, 0.31, 0.97, 0.02, 0.66, 0.45, 0.84])
    times.push(await page.evaluate(seekTo, share));
  await page.context().close();
  return [
    row(`seek, median of ${times.length} (${count})`, median(times), 100, 'ms', 0),
    row('seek, slowest', Math.max(...times), 100, 'ms', 0),
  ];
}

async function benchInteractions(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  await openScenario(page, podsScenario(1000, 5));
  await simulated(page, 5);
  await page.getByRole('button', { name: 'To start' }).click();
  await page.evaluate(() => {
    (window as unknown as { __watch: { interactions: object } }).__watch.interactions = {};
  });
  await play(page, 1);
  const tabs = ['Sequence', /Events/, 'Metrics', 'Statechart'];
  for (let i = 0; i < 40; i++) {
    if (i % 4 === 0) await page.getByRole('tab', { name: tabs[(i / 4) % 4] ?? 'Statechart' }).click();
    else if (i % 4 === 1)
      await page
        .locator('.lane-canvas')
        .first()
        .click({ position: { x: 200, y: 100 + 4 * i }, force: true });
    else await page.keyboard.press(i % 4 === 2 ? '<' : '>');
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(500);
  const times = await page.evaluate(() =>
    Object.values(
      (window as unknown as { __watch: { interactions: Record<string, number> } }).__watch.interactions,
    ),
  );
  await page.context().close();
  return [
    row(
      `interactions while 1,000 pods play, p98 (${times.length} over 16 ms)`,
      percentile([...times, 0], 0.98),
      100,
      'ms',
      0,
    ),
  ];
}

async function benchHeap(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  const session = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  await openScenario(page, podsScenario(110, 11));
  await simulated(page, 11);
  const before = await used();
  await page.getByRole('button', { name: 'To start' }).click();
  await page.getByLabel('skip idle').uncheck();
  await play(page, 100);
  await page.waitForTimeout(6500);
  const after = await used();
  await page.context().close();
  return [
    ['heap of the page, 110 pods, 11 min simulated', `${before.toFixed(1)} MB`, '–', ''],
    [
      'heap after 10 min were played at 100×',
      `${after.toFixed(1)} MB`,
      '–',
      `${(after - before).toFixed(1)} MB more`,
    ],
  ];
}

async function benchImport(browser: Browser, url: string): Promise<readonly Row[]> {
  const page = await openPage(browser, url);
  page.setDefaultTimeout(PATIENCE);
  const { megabytes, took, longest, cancelled } = await importLog(page, 200);
  await page.context().close();
  return [
    [
      'a log of 200 MB is read in',
      `${(took / 1000).toFixed(1)} s`,
      '–',
      `${(megabytes / (took / 1000)).toFixed(0)} MB/s`,
    ],
    row('longest that the page did not answer meanwhile', longest, 50, 'ms', 0),
    row('from Cancel to the end of a reading', cancelled, 100, 'ms', 0),
  ];
}

const PARTS = {
  start: benchStart,
  frames: benchFrames,
  charts: benchCharts,
  seek: benchSeek,
  interactions: benchInteractions,
  heap: benchHeap,
  import: benchImport,
};

if (built === undefined) await build({ root: ROOT, logLevel: 'warn' });
const server = await serve(built ?? `${ROOT}dist`, '/lab/');
const executablePath = findChromium((line) => process.stderr.write(`${line}\n`));
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS], headless: true });
try {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const rows = await bench(browser, `http://127.0.0.1:${server.port}/lab/`).catch((error: Error) => [
      [`could not be measured: ${error.message.split('\n')[0]}`, '–', '–', 'FAILS'] as const,
    ]);
    printTable(`The page: ${name}`, [['what', 'seen', 'goal', ''], ...rows]);
  }
} finally {
  await browser.close();
  await server.close();
}
