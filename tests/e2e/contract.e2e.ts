import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openRun, PATIENCE, podOf, shoot } from './labPage';

/** What of these is not on the page; each is waited for. */
async function missing(things: Readonly<Record<string, Locator>>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(things).map(([name, thing]) =>
      thing
        .first()
        .waitFor({ timeout: PATIENCE / 4 })
        .then(() => [])
        .catch(() => [name]),
    ),
  );
  return found.flat();
}

const optionsOf = (list: Locator): Promise<string[]> => list.locator('option').allTextContents();

const radiosOf = async (page: Page, name: string): Promise<string[]> => {
  const group = page.getByRole('radiogroup', { name, exact: true });
  return group
    .getByRole('radio')
    .evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent ?? ''));
};

describe('roles and names that others rely on', () => {
  it('are there in the bar, the transport, the lanes, the details and the tabs', async () => {
    const { page } = await openRun();
    const by = (role: Parameters<Page['getByRole']>[0], name: string): Locator =>
      page.getByRole(role, { name, exact: true });
    const transport = by('toolbar', 'Transport');
    const inTransport = (name: string): Locator => transport.getByRole('button', { name, exact: true });
    const details = by('complementary', 'Details');
    expect(
      await missing({
        scenario: by('combobox', 'Scenario'),
        'release A': by('radiogroup', 'Release A'),
        'release B': by('radiogroup', 'Release B'),
        compare: by('switch', 'Compare'),
        transport,
        play: inTransport('Play'),
        'next event': inTransport('Next event'),
        'previous event': inTransport('Previous event'),
        'next interesting event': inTransport('Next interesting event'),
        'previous interesting event': inTransport('Previous interesting event'),
        'to start': inTransport('To start'),
        'to end': inTransport('To end'),
        time: transport.getByRole('slider', { name: 'Time', exact: true }),
        speed: transport.getByRole('combobox', { name: 'Speed', exact: true }),
        inject: by('region', 'Inject'),
        find: by('region', 'Inject').getByRole('searchbox', { name: 'Find a fault or command', exact: true }),
        'force delete': by('button', 'Force delete pod'),
        'restart kubelet': by('button', 'Restart kubelet'),
        'fail StopContainer': by('button', 'Fail StopContainer'),
        'pods of A': by('grid', 'Pods, v1.26'),
        'pods of B': by('grid', 'Pods, v1.27'),
        details,
        verdict: details.getByRole('heading', { name: 'Verdict', exact: true }),
        ledger: details.getByRole('heading', { name: 'Wake-up ledger', exact: true }),
        state: details.getByRole('heading', { name: 'State', exact: true }),
        because: details.getByRole('heading', { name: 'Because', exact: true }),
        divergence: by('status', 'First divergence'),
        views: by('tablist', 'Views'),
        narration: by('status', 'Narration'),
        share: by('button', 'Share'),
        theme: by('combobox', 'Theme'),
        figure: by('figure', 'kubelet_working_pods'),
      }),
    ).toEqual([]);
    expect(await radiosOf(page, 'Release A')).toEqual(['v1.26', 'v1.27', 'v1.31']);
    expect(await radiosOf(page, 'Release B')).toEqual(['v1.26', 'v1.27', 'v1.31']);
    expect(await optionsOf(by('combobox', 'Theme'))).toEqual(['System', 'Light', 'Dark', 'High contrast']);
    expect((await optionsOf(by('combobox', 'Scenario'))).length).toBeGreaterThan(20);
    expect(await by('tablist', 'Views').getByRole('tab').allTextContents()).toEqual(
      expect.arrayContaining(['Statechart', 'Sequence', 'Events', 'Metrics', 'Explorer']),
    );
    expect(await by('slider', 'Time').getAttribute('aria-valuetext')).toMatch(/^45\.00 s/);
    expect(await by('status', 'First divergence').textContent()).toMatch(/^\d+\.\d+ s/);
    await shoot(page, 'desktop-light');
  });

  it('say of each pod its name, worker, activity, kubectl status, runtime and verdict', async () => {
    const { page } = await openRun();
    const rows = page.getByRole('grid', { name: 'Pods, v1.26', exact: true }).getByRole('row');
    const cells = async (name: string): Promise<string[]> =>
      rows
        .filter({ has: page.getByRole('gridcell', { name, exact: true }) })
        .getByRole('gridcell')
        .allTextContents();
    const web = await podOf(page, 'web');
    expect(await cells('web')).toEqual(['web', 'terminating', 'idle', '(gone)', web?.runtime, 'STUCK']);
    expect((await cells('api'))[1]).toBe('syncing');
    expect((await cells('api'))[5]).toBe('');
    expect((await cells('job')).slice(1, 4)).toEqual(['finished', expect.anything(), 'Completed']);
  });

  it('give a verdict that begins with its word', async () => {
    const { page } = await openRun();
    const verdicts = page.getByRole('complementary', { name: 'Details' }).getByRole('status');
    const words: string[] = [];
    for (const name of ['web', 'api', 'job']) {
      await page
        .getByRole('grid', { name: 'Pods, v1.26' })
        .getByRole('gridcell', { name, exact: true })
        .click();
      await page
        .getByRole('complementary', { name: 'Details' })
        .getByRole('heading', { name })
        .first()
        .waitFor();
      await expect.poll(() => verdicts.count(), { timeout: PATIENCE }).toBe(2);
      words.push(...(await verdicts.allTextContents()));
    }
    expect(words.map((text) => /^(STUCK|On its way|Running|Finished|Gone)/.exec(text)?.[1] ?? text)).toEqual([
      ...['STUCK', 'Gone'],
      ...['Running', 'Running'],
      ...['Finished', 'Finished'],
    ]);
  });

  it('name what is in each tab', async () => {
    const { page } = await openRun();
    const by = (role: Parameters<Page['getByRole']>[0], name: string): Locator =>
      page.getByRole(role, { name, exact: true });
    const tree = by('tree', 'Statechart of web');
    await tree.waitFor();
    const active = tree.locator('[role=treeitem][aria-current=true]');
    const names = await active.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')));
    expect(names).toContain('terminating');
    await by('tab', 'Events').click();
    await by('log', 'Events').waitFor();
    expect(await by('log', 'Events').getByRole('listitem').count()).toBeGreaterThan(3);
    await by('tab', 'Metrics').click();
    const exposition = by('textbox', 'Metrics exposition');
    await exposition.waitFor();
    await by('button', 'Copy metrics').waitFor();
    await expect.poll(() => exposition.inputValue(), { timeout: PATIENCE }).toContain('kubelet_working_pods');
    expect(await exposition.getAttribute('readonly')).not.toBeNull();
  });

  it('name the one release and the one grid when nothing is compared', async () => {
    const { page } = await openRun();
    await page.getByRole('switch', { name: 'Compare', exact: true }).click();
    await page.getByRole('grid', { name: 'Pods', exact: true }).waitFor();
    expect(await radiosOf(page, 'Release')).toEqual(['v1.26', 'v1.27', 'v1.31']);
    expect(await page.getByRole('status', { name: 'First divergence' }).count()).toBe(0);
  });

  it('name the fields of a fault and the button that gives it', async () => {
    const { page } = await openRun();
    await page.getByRole('button', { name: 'Fail StopContainer', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Fail StopContainer', exact: true });
    const fields = ['Pod', 'Operation', 'Kind', 'Code', 'Nth call', 'Times', 'Probability', 'At'];
    expect(
      await missing({
        form,
        inject: form.getByRole('button', { name: 'Inject', exact: true }),
        ...Object.fromEntries(fields.map((field) => [field, form.getByLabel(field, { exact: true })])),
      }),
    ).toEqual([]);
    await shoot(page, 'inject-form');
  });

  it('name the link that Share makes', async () => {
    const { page } = await openRun();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    await link.waitFor();
    expect(await link.inputValue()).toContain('#/s/force-delete-stop-error?');
  });
});
