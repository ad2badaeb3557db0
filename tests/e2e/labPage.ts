import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';

/** What the page tells of a pod. */
export interface ShownPod {
  readonly name: string;
  readonly uid: string;
  readonly worker: string;
  readonly kubectl: string;
  readonly runtime: string;
  readonly stuck: boolean;
  readonly why: string;
}

/** `window.__lab` of the page, as the tests use it. */
interface LabHelpers {
  readonly version: string;
  fingerprint(): string;
  now(): number;
  isIdle(): boolean;
  snapshot(): readonly {
    readonly release: string;
    readonly now: number;
    readonly moment: { readonly now: number; readonly pods: readonly ShownPod[] } | null;
  }[];
}

declare global {
  interface Window {
    readonly __lab: LabHelpers;
  }
}

/** How long anything may take on a slow machine, ms. */
export const PATIENCE = 30_000;

let shared: Promise<Browser> | null = null;

/** The one browser of all tests. */
export function browser(): Promise<Browser> {
  shared ??= chromium.connect(inject('browserUrl'));
  return shared;
}

/** A page under test, with everything that it did beside what it shows. */
export interface LabPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console, exceptions and dialogs: there should be none. */
  readonly troubles: readonly string[];
  /** Every address that was asked for. */
  readonly requests: readonly string[];
}

export interface LabPageOptions extends BrowserContextOptions {
  /** Query and hash: `?embed=1#/s/clean-life`. */
  readonly at?: string;
  /** The hero has been seen before: the page opens standing still. */
  readonly seen?: boolean;
}

const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * Opens the page in a browser context of its own, which is gone after the test. Opens it paused where the hero ends unless
 * `seen` is false. Without a service worker unless asked for one: what a test sees comes from the server.
 */
export async function openLab({ at = '', seen = true, ...options }: LabPageOptions = {}): Promise<LabPage> {
  const context = await (await browser()).newContext({
    viewport: DESKTOP,
    serviceWorkers: 'block',
    colorScheme: 'light',
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE);
  context.setDefaultNavigationTimeout(PATIENCE);
  if (seen) {
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('pod-worker-lab-seen', '1');
    });
  }
  const page = await context.newPage();
  const troubles: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${inject('pageUrl')}${at}`);
  return { page, context, troubles, requests };
}

/** Goes to the page anew, as from elsewhere: another hash alone would not load it again. */
export async function goTo(page: Page, at: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${inject('pageUrl')}${at}`);
}

/** Opens the page and waits until its run is there to be looked at. */
export async function openRun(options: LabPageOptions = {}): Promise<LabPage> {
  const lab = await openLab(options);
  await settled(lab.page);
  return lab;
}

/** Waits until what is shown is what the playhead points at, in every pane, and nothing more is asked of the engine. */
export async function settled(page: Page): Promise<void> {
  let last = '';
  await until(async () => {
    const now = await page.evaluate(async () => {
      // What was pressed just now is asked for in the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      if (window.__lab?.isIdle() !== true) return '';
      const panes = window.__lab.snapshot();
      const at = window.__lab.now();
      const isShown = panes.every(({ moment }) => moment !== null && Math.abs(moment.now - at) < 1);
      const has = panes.map(({ now }) => now).join();
      return panes.length > 0 && isShown ? `${window.__lab.fingerprint()} ${at} ${has}` : '';
    });
    const same = now !== '' && now === last;
    last = now;
    return same;
  }, 'the page shows a run at rest');
}

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>, what: string, timeout = PATIENCE): Promise<void> {
  await expect.poll(holds, { timeout, interval: 150, message: what }).toBe(true);
}

/** What the page tells of itself, through its helpers. */
export interface Told {
  readonly now: number;
  readonly fingerprint: string;
  readonly releases: readonly string[];
  /** Of each pane: name, worker, kubectl, runtime and verdict of every pod. */
  readonly pods: readonly (readonly ShownPod[])[];
}

export const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const panes = window.__lab.snapshot();
    return {
      now: window.__lab.now(),
      fingerprint: window.__lab.fingerprint(),
      releases: panes.map(({ release }) => release),
      pods: panes.map(({ moment }) =>
        (moment?.pods ?? []).map(({ name, uid, worker, kubectl, runtime, stuck, why }) => ({
          ...{ name, uid, worker, kubectl, runtime, stuck, why },
        })),
      ),
    };
  });

/** A pod of a pane by its name, the newest of that name. */
export const podOf = async (page: Page, name: string, pane = 0): Promise<ShownPod | null> =>
  (await told(page)).pods[pane]?.findLast((pod) => pod.name === name) ?? null;

/** Keeps a picture in the folder that `LAB_SHOTS` names; without it, none. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.LAB_SHOTS ?? '';
  if (folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** A scenario as a file for the page's file chooser. */
export const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/yaml',
  buffer: Buffer.from(text),
});
