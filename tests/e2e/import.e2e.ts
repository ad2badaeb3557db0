import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openRun, PHONE, podOf, settled, shoot, told, until } from './labPage';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../importers/fixtures/${name}`, import.meta.url));
const STUCK = fixture('01-force-delete-stuck-1.25.log');

const openImport = async (page: Page) => {
  await page.getByRole('tab', { name: 'Import', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Import', exact: true });
  await panel.waitFor();
  return panel;
};
const unknown = (buffer: Buffer) => ({ name: 'unknown', mimeType: 'application/octet-stream', buffer });

describe('Import', () => {
  it('reads a pasted log without asking anybody for anything, and says what is stuck and what frees it', async () => {
    const { page, troubles, requests } = await openRun();
    const panel = await openImport(page);
    // The panel's own code comes with its first use: from then on there is nothing more to load.
    const findings = panel.getByRole('region', { name: 'Findings', exact: true });
    const text = panel.getByRole('textbox', { name: 'Paste kubelet log, pod YAML or metrics', exact: true });
    await text.fill(fixture('02-force-delete-rescued-1.28.log').toString());
    await findings.getByRole('status').filter({ hasText: /\w/ }).waitFor();
    await findings.getByRole('tree').waitFor();
    await findings.getByText(/^(?:does not )?fits? v1\.26/).waitFor();
    const before = requests.length;
    await text.fill(STUCK.toString());
    await findings.getByRole('status').filter({ hasText: 'STUCK: shop/cart-7c9d8b6f5d-x2x9q' }).waitFor();
    await findings.getByText('Frees it now:').first().waitFor();
    await findings.getByRole('treeitem', { name: 'terminating', exact: true }).waitFor();
    await shoot(page, 'import');
    await findings
      .getByText(/lines of evidence/)
      .first()
      .click();
    await findings.getByRole('button', { name: 'Show line 47', exact: true }).first().click();
    const marked = await text.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    expect(marked).toBe(STUCK.toString().split('\n')[46]);
    expect(requests.slice(before)).toEqual([]);
    expect(await page.evaluate(() => location.href)).not.toContain('cart');
    expect(troubles).toEqual([]);
  });

  it('opens several files, packed or not, whatever they are called, by keyboard', async () => {
    const { page, troubles } = await openRun();
    const panel = await openImport(page);
    const chooser = page.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'Open file', exact: true }).press('Enter');
    await (await chooser).setFiles([
      unknown(gzipSync(STUCK)),
      unknown(fixture('10-pod-list-terminating.yaml')),
    ]);
    const pods = panel.getByRole('table', { name: 'Imported pods' });
    const row = pods.getByRole('row').filter({ hasText: 'shop/cart' });
    await row.filter({ hasText: 'STUCK' }).waitFor();
    const other = pods.getByRole('button', { name: 'batch/nightly-28111800-7hq2c', exact: true });
    await other.press('Enter');
    await panel.getByRole('heading', { name: /^batch\/nightly-28111800-7hq2c/ }).waitFor();
    expect(await other.getAttribute('aria-pressed')).toBe('true');
    await panel.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
    await panel.getByText('Bring what you have of it').waitFor();
    expect(troubles).toEqual([]);
  });

  it('takes the log of the run above', async () => {
    const { page, troubles } = await openRun({ at: '#/s/force-delete-cri-error?t=60&cmp=v1.26' });
    const panel = await openImport(page);
    await panel.getByRole('button', { name: 'Use this run’s log', exact: true }).click();
    await panel.getByRole('status').filter({ hasText: 'STUCK: 1 of ' }).waitFor();
    await panel.getByRole('article', { name: /never tries again/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('holds a log against every release, plays it beside the repair, and shrinks it', async () => {
    const { page, troubles } = await openRun();
    const panel = await openImport(page);
    await panel
      .getByRole('textbox', { name: 'Paste kubelet log, pod YAML or metrics', exact: true })
      .fill(STUCK.toString());
    const model = panel.getByRole('region', { name: 'Against the model', exact: true });
    await model.getByText('fits v1.26 to the end', { exact: false }).waitFor();
    await model.getByText(/fits v1\.27 to line \d+ .*v1\.27 would have tried again to stop it at/).waitFor();
    await model.getByRole('button', { name: 'Play it', exact: true }).click();
    await until(async () => (await told(page)).releases.join() === 'v1.26,v1.27', 'both releases are shown');
    await page.getByRole('button', { name: 'To end', exact: true }).click();
    await settled(page);
    const name = 'cart-7c9d8b6f5d-x2x9q';
    expect(await podOf(page, name, 0)).toMatchObject({ worker: 'terminating', stuck: true });
    expect(await podOf(page, name, 1)).toMatchObject({ worker: 'forgotten', stuck: false });
    await page.getByRole('row').filter({ hasText: name }).first().click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Minimise this run' }).first().click();
    await details.getByText(/^\d+ steps became \d+\.$/).waitFor();
    await settled(page);
    expect((await podOf(page, name, 0))?.stuck).toBe(true);
    expect(troubles).toEqual([]);
  });

  it('says in one message what it cannot read, shows markup as text, and stays alive', async () => {
    const { page, troubles } = await openRun({ viewport: PHONE });
    const panel = await openImport(page);
    const text = panel.getByRole('textbox', { name: 'Paste kubelet log, pod YAML or metrics', exact: true });
    await text.fill('<script>alert(1)</script>');
    await panel.getByRole('alert').filter({ hasText: 'nothing here is recognised' }).waitFor();
    expect(await panel.getByRole('alert').count()).toBe(1);
    const evil = '<img/src=x/onerror=alert(1)>';
    await text.fill(STUCK.toString().replaceAll('cart-7c9d8b6f5d-x2x9q', evil));
    await panel
      .getByRole('status')
      .filter({ hasText: `shop/${evil}` })
      .waitFor();
    expect(await page.locator('img[src]').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('reads 200 MB while the page stays alive, and can be told to stop', async () => {
    const { page, troubles } = await openRun();
    const panel = await openImport(page);
    // The file is made in the page: it would take longer to hand it over than to read it.
    await page.evaluate((log) => {
      const one = new Blob([log.repeat(80)]);
      const input = document.querySelector<HTMLInputElement>('input[aria-label="Open evidence"]');
      const files = new DataTransfer();
      files.items.add(
        new File(
          Array.from({ length: Math.ceil(200e6 / one.size) }, () => one),
          'big',
        ),
      );
      if (input === null) throw new Error('no input');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, STUCK.toString());
    const bar = panel.getByRole('progressbar');
    await bar.waitFor();
    const share = (): Promise<number> => bar.evaluate((element) => (element as HTMLProgressElement).position);
    await until(async () => (await share()) > 0.05, 'it is being read');
    // Meanwhile the run above plays.
    const { now } = await told(page);
    await page.getByRole('button', { name: 'To start', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await until(async () => (await told(page)).now !== now && (await told(page)).now > 0, 'the run plays');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
    await panel.getByRole('status').filter({ hasText: 'Cancelled' }).waitFor();
    await settled(page);
    expect(troubles).toEqual([]);
  });
});
