import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { file, openRun, settled, shoot, told, until } from './labPage';
import { MARKUP } from './ownScenario';

/** Elements that only the scenario's markup could have made. */
const made = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('img, iframe, object, embed, [onerror]').length);

/** What the page hands over as a file when `button` is pressed. */
async function savedBy(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

describe('markup in the texts of a scenario', () => {
  it('is text everywhere, in the files that the page saves too', async () => {
    const { page, troubles } = await openRun();
    await page
      .getByLabel('Open scenario file')
      .setInputFiles(file('<img src=x onerror=alert(5)>.yaml', MARKUP));
    await until(async () => (await told(page)).now === 0, 'it is opened');
    await settled(page);
    const options = page.getByRole('combobox', { name: 'Scenario' }).locator('option');
    await expect
      .poll(async () => (await options.allTextContents())[0])
      .toBe('<img src=x onerror=alert(1)> title');
    expect(await page.getByRole('combobox', { name: 'Scenario' }).getAttribute('title')).toContain(
      '<img src=x onerror=alert(2)> description',
    );
    expect(await made(page)).toBe(0);
    await page.getByRole('slider', { name: 'Time' }).fill('25000');
    await settled(page);
    await page.getByRole('gridcell', { name: 'web', exact: true }).first().click();
    for (const tab of await page.getByRole('tablist', { name: 'Views' }).getByRole('tab').all()) {
      await tab.click();
      await settled(page);
      expect(await made(page)).toBe(0);
    }
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('alert(4)> message').first().waitFor();
    await shoot(page, 'markup');

    await page.getByRole('tab', { name: 'Statechart' }).click();
    const svg = await savedBy(page, 'Save SVG');
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toMatch(/<(img|script|foreignObject)|onerror=[^&]*>(?!)/i);
    const download = page.waitForEvent('download');
    await page.getByRole('combobox', { name: 'Save picture' }).selectOption('svg');
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    const lanes = Buffer.concat(chunks).toString('utf8');
    expect(lanes).toContain('&lt;img src=x onerror=alert(1)&gt; title');
    expect(lanes).not.toMatch(/<(img|script|foreignObject)/i);
    const report = await savedBy(page, 'Report');
    expect(report).not.toMatch(/(?<!\\)<img/);
    const scenario = await savedBy(page, 'Save');
    expect(scenario).toContain('<img src=x onerror=alert(1)> title');
    expect(troubles).toEqual([]);
  });

  it('in a link is text', async () => {
    const markup = encodeURIComponent('<img src=x onerror=alert(6)>');
    const { page, troubles } = await openRun({
      at: `#/s/clean-life?t=5&sel=${markup}&tab=${markup}&cmp=v1.27&v=${markup}&fp=9.00000000`,
    });
    expect(await made(page)).toBe(0);
    const bad = await openRun({ at: `#/x/1.${markup}?t=${markup}` });
    await bad.page.getByRole('alert').first().waitFor();
    expect(await made(bad.page)).toBe(0);
    expect([...troubles, ...bad.troubles]).toEqual([]);
  });
});
