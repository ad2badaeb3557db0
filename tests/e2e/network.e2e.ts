import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openLab, openRun, settled, told, until } from './labPage';

/** What the server has been asked for so far. */
const askedFor = async (): Promise<string[]> =>
  (await (await fetch(`${inject('pageUrl')}?log`)).text()).split('\n');

/** A walk through everything that could want something from somewhere. */
async function useEverything(page: Page): Promise<void> {
  for (const tab of await page.getByRole('tablist', { name: 'Views' }).getByRole('tab').all()) {
    await tab.click();
    await settled(page);
  }
  await page.getByRole('button', { name: 'Use this run’s log', exact: true }).click();
  await page.getByRole('region', { name: 'Findings' }).getByRole('article').first().waitFor();
  await page.getByRole('tab', { name: 'Statechart', exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Scenario' })
    .selectOption({ label: 'Graceful deletion, obeyed and ignored' });
  await settled(page);
  await page.getByRole('button', { name: 'Next interesting event', exact: true }).click();
  await page.keyboard.press('l');
  await settled(page);
  await page.getByRole('button', { name: 'Restart kubelet', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Inject', exact: true }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('textbox', { name: 'Link', exact: true }).waitFor();
  for (const name of ['Save', 'Report']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    expect((await download).suggestedFilename()).not.toBe('');
  }
}

/** Waits until the page is kept for when there is no network. */
const kept = (page: Page): Promise<void> =>
  until(
    () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
      ),
    'the page is kept',
  );

describe('the network', () => {
  it('is used for the page itself and for nothing else, ever', async () => {
    const { page, context, requests, troubles } = await openLab({ serviceWorkers: 'allow' });
    const all: string[] = [];
    context.on('request', (request) => all.push(request.url()));
    await settled(page);
    await kept(page);
    // The chart's code comes after the page, and the offline copy after that.
    let before = await askedFor();
    await until(async () => {
      const last = before.length;
      await page.waitForTimeout(1000);
      before = await askedFor();
      return before.length === last;
    }, 'nothing more is asked for');
    await useEverything(page);
    expect((await askedFor()).slice(before.length)).toEqual([]);
    const others = [...requests, ...all].filter(
      (url) => !url.startsWith(inject('pageUrl')) && !/^(blob|data):/.test(url),
    );
    expect(others).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('is not needed once the page has been there', async () => {
    const { page, context, troubles } = await openLab({ serviceWorkers: 'allow' });
    await settled(page);
    await kept(page);
    const { fingerprint } = await told(page);
    await context.setOffline(true);
    await page.reload();
    await settled(page);
    expect((await told(page)).fingerprint).toBe(fingerprint);
    await useEverything(page);
    expect(troubles).toEqual([]);
  });
});

describe('the page', () => {
  it('loads without an error on the console, below any path, in each way of opening it', async () => {
    for (const at of ['', '?embed=1', '#/s/clean-life?t=5&cmp=v1.27']) {
      const { troubles, requests } = await openRun({ at });
      expect(troubles).toEqual([]);
      expect(requests.every((url) => url.startsWith(inject('pageUrl')))).toBe(true);
    }
    expect((await askedFor()).filter((path) => !path.startsWith('/some/path/'))).toEqual([]);
  });
});
