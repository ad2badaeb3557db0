import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type LabPageOptions, openRun, PHONE, settled, shoot } from './labPage';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly html: string;
    readonly failureSummary?: string;
  }[];
}

/**
 * Everything that axe objects to, one line a place. Save one: it takes the words of the items within an item of a tree for words
 * of the outer item, and misses them in its name.
 */
async function objections(context: BrowserContext, page: Page): Promise<string[]> {
  // As a debugger does it: the page's policy lets no script in from elsewhere, and is to stay as it is.
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `window.axe === undefined && (${wrapped})()` });
  await session.detach();
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: Found[] }> };
    };
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'label-content-name-mismatch' || !html.includes('role="treeitem"'))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

const LOG = readFileSync(
  new URL('../importers/fixtures/01-force-delete-stuck-1.25.log', import.meta.url),
  'utf8',
);

const wrapped = `function () {${AXE}\n}`;

const THEMES = ['light', 'dark'] as const;

const WAYS: readonly { readonly desc: string; readonly options: LabPageOptions }[] = [
  { desc: 'desktop', options: {} },
  { desc: 'phone', options: { viewport: PHONE, hasTouch: true, isMobile: true } },
  { desc: 'embedded', options: { at: '?embed=1' } },
];

describe.each(WAYS)('on $desc, axe finds nothing', ({ desc, options }) => {
  it.each(THEMES)('in the %s theme, in any tab', async (colorScheme) => {
    const { page, context, troubles } = await openRun({ ...options, colorScheme });
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      await shoot(page, `${desc}-${colorScheme}-${where}`);
      found.push(...(await objections(context, page)).map((objection) => `${where}: ${objection}`));
    };
    const tabs = await page.getByRole('tab').all();
    if (tabs.length === 0) await look('whole');
    for (const tab of tabs) {
      await tab.click();
      await settled(page);
      await look((await tab.textContent()) ?? '');
    }
    if (tabs.length > 0) {
      await page.getByRole('textbox', { name: 'Paste kubelet log, pod YAML or metrics' }).fill(LOG);
      await page.getByRole('tree').waitFor();
      await page.locator('.finding summary').first().click();
      await look('Import, with findings');
    }
    expect(found).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

describe('axe finds nothing', () => {
  it('in any layout of a comparison, nor with forced colours', async () => {
    const { page, context } = await openRun({ forcedColors: 'active' });
    const found: string[] = [];
    for (const layout of ['Stacked', 'Overlay', 'Differences only', 'Side by side']) {
      await page.getByRole('combobox', { name: 'Layout', exact: true }).selectOption(layout);
      await settled(page);
      await shoot(page, `layout-${layout}`);
      found.push(...(await objections(context, page)).map((objection) => `${layout}: ${objection}`));
    }
    expect(found).toEqual([]);
  });

  it('in forms, boxes, messages and the sheet of keys', async () => {
    const { page, context } = await openRun({ at: '#section-3' });
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      await shoot(page, `open-${where}`);
      found.push(...(await objections(context, page)).map((objection) => `${where}: ${objection}`));
    };
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('textbox', { name: 'Link', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Fail StopContainer', exact: true }).click();
    await page.getByLabel('Nth call', { exact: true }).fill('none');
    await page.keyboard.press('Enter');
    await look('form');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restart kubelet', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Inject', exact: true }).click();
    await settled(page);
    await look('injected');
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('tab', { name: 'Explorer', exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Same in v1.27', exact: true }).click();
    await page.getByText('No stuck pod within these bounds').waitFor();
    await page.getByRole('textbox', { name: 'Errors', exact: true }).fill('-1');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await look('explored');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('High contrast');
    await page.getByRole('heading', { name: 'Pod Worker Lab' }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('keys');
    expect(found).toEqual([]);
  });
});
