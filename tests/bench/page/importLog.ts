import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const LOG = readFileSync(
  new URL('../../importers/fixtures/02-force-delete-rescued-1.28.log', import.meta.url),
  'utf8',
);

/** So many pods come and go in the log, over and over. */
const PODS = 2000;

/** What importing a long log took. */
export interface ImportTimes {
  readonly megabytes: number;
  /** From opening the file to the findings, ms. */
  readonly took: number;
  /** The longest that the page was kept from answering meanwhile, ms; 0 if never for 50 ms. */
  readonly longest: number;
  /** From pressing Cancel in the middle of it to its end, ms. */
  readonly cancelled: number;
}

/** Makes a log in the page, opens it in Import, and cancels a second reading of it. */
export async function importLog(page: Page, megabytes: number): Promise<ImportTimes> {
  await page.getByRole('tab', { name: 'Import' }).click();
  await page.getByRole('region', { name: 'Findings' }).waitFor();
  await page.evaluate(makeLog, { log: LOG, megabytes, pods: PODS });
  await page.waitForTimeout(1000);
  const begin = await page.evaluate(openLog);
  const { took, longest } = await page.evaluate(waitForFindings, begin);
  await page.evaluate(openLog);
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  await page.waitForFunction(() => (document.querySelector('progress')?.position ?? 0) > 0.2);
  const cancelled = await page.evaluate(cancel);
  return { megabytes, took, longest, cancelled };
}

// What follows runs in the page: it may use nothing from outside.

function makeLog({ log, megabytes, pods }: { log: string; megabytes: number; pods: number }): void {
  const uid = /podUID="?([0-9a-f-]{36})/.exec(log)?.[1] ?? '';
  const name = /pod="\w+\/([\w-]+)"/.exec(log)?.[1] ?? '';
  const parts: Blob[] = [];
  let size = 0;
  for (let i = 0; size < megabytes * 1e6; i++) {
    const n = String(i % pods).padStart(4, '0');
    const part = new Blob([log.replaceAll(uid, uid.slice(0, -4) + n).replaceAll(name, `pod-${n}`)]);
    parts.push(part);
    size += part.size;
  }
  Object.assign(window, { __log: new File(parts, 'log') });
}

function openLog(): number {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Open evidence"]');
  if (input === null) throw new Error('there is no Import');
  const files = new DataTransfer();
  files.items.add((window as unknown as { __log: File }).__log);
  input.files = files.files;
  const begin = performance.now();
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return begin;
}

function waitForFindings(begin: number): Promise<{ took: number; longest: number }> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  return new Promise((resolve) => {
    requestAnimationFrame(function look() {
      if (document.querySelector('.findings') === null) return void requestAnimationFrame(look);
      const took = performance.now() - begin;
      setTimeout(() => resolve({ took, longest }), 500);
    });
  });
}

function cancel(): Promise<number> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
  const begin = performance.now();
  button?.click();
  return new Promise((resolve) => {
    requestAnimationFrame(function look() {
      if (document.querySelector('progress') === null) resolve(performance.now() - begin);
      else requestAnimationFrame(look);
    });
  });
}
