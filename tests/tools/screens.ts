import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../e2e/chromium';
import { serve } from '../e2e/staticServer';

/**
 * Pictures of the page, to look at: `npm run screens` builds it and takes every scene on a desktop and a phone, light and dark, as
 * PNG. `--to=folder` says where to; `--built=folder` takes a build that is there; further words choose scenes. `--keep` writes
 * those that the README shows into the repository, as WebP.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEPT = `${ROOT}tests/e2e/screens`;

const STUCK_LOG = `${ROOT}tests/importers/fixtures/01-force-delete-stuck-1.25.log`;

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const built = option('built');
const folder = option('to') ?? mkdtempSync(join(tmpdir(), 'pod-worker-lab-screens-'));
const keeps = process.argv.includes('--keep');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const;

interface Scene {
  /** What is done before the picture. */
  readonly act: (page: Page) => Promise<void>;
  /** Watches the hero play, as at the first visit; else the page stands at the end of the story. */
  readonly plays?: true;
  /** What the README shows of it: `desktop-light`. */
  readonly kept?: readonly string[];
  /** What of the page the README shows of it; all of it without. */
  readonly part?: string;
}

const tab = (name: RegExp) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await page.waitForTimeout(600);
  await bringIntoView(page, '#tab-panel');
};

const layout = (name: string) => async (page: Page) => {
  await page.getByLabel('Layout').selectOption(name);
};

/** On a phone a page is longer than its screen: what the picture is of has to be looked for. */
async function bringIntoView(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      if (innerWidth < 700) element.scrollIntoView({ block: 'start' });
    });
}

const SCENES: Readonly<Record<string, Scene>> = {
  'hero-5s': { plays: true, act: (page) => page.waitForTimeout(5000) },
  'hero-18s': {
    plays: true,
    act: (page) => page.waitForTimeout(18_000),
    kept: ['desktop-light', 'phone-dark'],
  },
  'compare-stacked': { act: layout('Stacked') },
  'compare-overlay': { act: layout('Overlay'), kept: ['desktop-light'] },
  'compare-differences': { act: layout('Differences only') },
  statechart: { act: tab(/Statechart/), kept: ['desktop-dark'] },
  sequence: { act: tab(/Sequence/) },
  events: { act: tab(/Events/), kept: ['desktop-light'] },
  metrics: { act: tab(/Metrics/) },
  explorer: { act: tab(/Explorer/) },
  import: {
    kept: ['desktop-light'],
    act: async (page) => {
      await tab(/Import/)(page);
      await page.getByLabel('Open evidence').setInputFiles(STUCK_LOG);
      await page.locator('.import-releases').waitFor();
      await bringIntoView(page, '.import-found');
    },
  },
  inject: {
    kept: ['phone-light'],
    act: async (page) => {
      const closed = page.getByRole('button', { name: 'Show palette' });
      if (await closed.isVisible()) await closed.click();
      await page.getByRole('button', { name: 'Fail StopContainer' }).click();
    },
  },
  gauges: {
    act: async (page) => {
      await bringIntoView(page, '.gauges');
      await page.locator('.gauge-value button').first().focus();
    },
  },
  details: {
    act: async (page) => {
      const closed = page.getByRole('button', { name: 'Show details' });
      if (await closed.isVisible()) await closed.click();
    },
  },
};

async function take(browser: Browser, url: string, name: string, scene: Scene): Promise<void> {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ ...options, colorScheme, serviceWorkers: 'block' });
      try {
        if (scene.plays === undefined)
          await context.addInitScript({ content: "localStorage.setItem('pod-worker-lab-seen', '1')" });
        const page = await context.newPage();
        await page.goto(url);
        await page.locator('.lane-canvas').first().waitFor();
        if (scene.plays === undefined) await page.waitForTimeout(1500);
        await scene.act(page);
        if (scene.plays === undefined) await page.waitForTimeout(700);
        const how = `${size}-${colorScheme}`;
        const png = await page.screenshot({ path: join(folder, `${name}-${how}.png`) });
        if (keeps && scene.kept?.includes(how) === true)
          writeFileSync(join(KEPT, `${name}-${how}.webp`), await asWebp(context.newPage(), png));
      } finally {
        await context.close();
      }
    }
  }
}

/** A picture as WebP without loss, as the browser writes it. */
async function asWebp(opened: Promise<Page>, png: Buffer): Promise<Buffer> {
  const page = await opened;
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 1);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

mkdirSync(folder, { recursive: true });
if (built === undefined) await build({ root: ROOT, logLevel: 'warn' });
const server = await serve(built ?? `${ROOT}dist`, '/lab/');
const executablePath = findChromium((line) => process.stderr.write(`${line}\n`));
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS], headless: true });
try {
  for (const [name, scene] of Object.entries(SCENES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await take(browser, `http://127.0.0.1:${server.port}/lab/`, name, scene);
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
  await server.close();
}
process.stdout.write(`Pictures are in ${folder}.\n`);
