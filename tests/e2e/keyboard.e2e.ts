import { describe, expect, inject, it } from 'vitest';
import { tabTo, typeOver } from './keyboard';
import { openRun, PATIENCE, podOf, settled, shoot, told, until } from './labPage';
import { linkTo, ONE_STATIC_POD, TWO_CONTAINERS } from './ownScenario';

/** Everything here goes through `page.keyboard`; locators only look. */
describe('with the keyboard alone', () => {
  it('a stuck pod is freed by a kubelet restart', async () => {
    const { page, troubles } = await openRun();
    expect((await podOf(page, 'web'))?.stuck).toBe(true);
    await page.keyboard.press('x');
    await page
      .getByRole('searchbox', { name: 'Find a fault or command' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('r');
    const form = page.getByRole('dialog', { name: 'Restart kubelet', exact: true });
    await form.waitFor();
    await tabTo(page, form.getByRole('button', { name: 'Inject', exact: true }));
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await until(async () => {
      const web = await podOf(page, 'web');
      return web?.stuck === false && web.worker === 'forgotten';
    }, 'the pod is free and forgotten');
    await shoot(page, 'keyboard-rescued');
    expect(await page.getByRole('gridcell', { name: 'STUCK', exact: true }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('the 2nd StopContainer of one pod fails, and no other', async () => {
    const { page, troubles } = await openRun({ at: await linkTo(TWO_CONTAINERS, ['v1.27']) });
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a fault or command' }));
    await page.keyboard.type('StopContainer');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Fail StopContainer', exact: true });
    await form.waitFor();
    await tabTo(page, form.getByLabel('Pod', { exact: true }));
    await page.keyboard.type('web');
    await tabTo(page, form.getByLabel('Nth call', { exact: true }));
    await typeOver(page, '2');
    await tabTo(page, form.getByLabel('At', { exact: true }));
    await typeOver(page, '14');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await settled(page);
    await page.keyboard.press('Alt+3');
    const log = page.getByRole('log', { name: 'Events', exact: true });
    await log.waitFor();
    await tabTo(page, page.getByRole('searchbox', { name: 'Find an event' }));
    await page.keyboard.type('StopContainer');
    const lines = log.getByRole('listitem');
    await page.keyboard.press('Escape');
    await expect
      .poll(
        async () =>
          (await lines.allTextContents()).filter((line) => /web/.test(line) && /fail/i.test(line)).length,
        {
          timeout: PATIENCE,
        },
      )
      .toBeGreaterThan(0);
    await shoot(page, 'keyboard-second-call');
    const texts = await lines.allTextContents();
    expect(texts.filter((line) => /\bapi\b/.test(line) && /fail/i.test(line))).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('a static pod comes back under its uid', async () => {
    const { page, troubles } = await openRun({ at: await linkTo(ONE_STATIC_POD, ['v1.27']) });
    const give = async (letter: string, name: string, at: string): Promise<void> => {
      await page.keyboard.press('x');
      await page
        .getByRole('searchbox', { name: 'Find a fault or command' })
        .and(page.locator(':focus'))
        .waitFor();
      await page.keyboard.press(letter);
      const form = page.getByRole('dialog', { name, exact: true });
      await form.waitFor();
      await tabTo(page, form.getByLabel('At', { exact: true }));
      await typeOver(page, at);
      await page.keyboard.press('Enter');
      await form.waitFor({ state: 'detached' });
      await settled(page);
    };
    // To 10 s: the pod runs.
    await page.keyboard.press('l');
    await until(async () => (await podOf(page, 'proxy'))?.runtime === 'running', 'the pod runs');
    const before = await podOf(page, 'proxy');
    await give('m', 'Remove static pod', '12');
    await page.keyboard.press('l');
    await settled(page);
    expect((await told(page)).now).toBe(22_000);
    await give('s', 'Create static pod', '13.5');
    expect((await told(page)).now).toBe(13_500);
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await settled(page);
    const asked = (await told(page)).pods[0] ?? [];
    expect(asked.map(({ uid, worker }) => [uid, worker])).toEqual([[before?.uid, 'terminating']]);
    await page.keyboard.press('l');
    await page.keyboard.press('l');
    await settled(page);
    expect((await told(page)).now).toBeGreaterThan(33_000);
    const after = (await told(page)).pods[0] ?? [];
    expect(after.map(({ uid, worker, kubectl }) => [uid, worker, kubectl])).toEqual([
      [before?.uid, 'syncing', 'Running'],
    ]);
    await shoot(page, 'keyboard-uid-reuse');
    expect(troubles).toEqual([]);
  });

  it('a link is made that shows the same moment elsewhere', async () => {
    const { page } = await openRun();
    await page.keyboard.press('x');
    await page
      .getByRole('searchbox', { name: 'Find a fault or command' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('d');
    const form = page.getByRole('dialog', { name: 'Delete pod', exact: true });
    await form.waitFor();
    await tabTo(page, form.getByLabel('Pod', { exact: true }));
    await page.keyboard.type('api');
    await tabTo(page, form.getByLabel('At', { exact: true }));
    await typeOver(page, '20');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await settled(page);
    await page.keyboard.press('Alt+3');
    await page.keyboard.press('.');
    await settled(page);
    // In the middle of a millisecond: the worker takes the update within it.
    expect((await podOf(page, 'api'))?.why).toBe('an update is pending');
    await tabTo(page, page.getByRole('button', { name: 'Share', exact: true }));
    await page.keyboard.press('Enter');
    const box = page.getByRole('textbox', { name: 'Link', exact: true });
    await box.waitFor();
    await tabTo(page, box);
    const link = await box.inputValue();
    const here = await told(page);
    expect(link.startsWith(`${inject('pageUrl')}#/x/1.`)).toBe(true);

    const other = await openRun({ at: link.slice(inject('pageUrl').length), seen: false });
    await other.page.getByRole('log', { name: 'Events', exact: true }).waitFor();
    await settled(other.page);
    expect(await told(other.page)).toEqual(here);
    expect(other.troubles).toEqual([]);
    expect(await other.page.getByRole('alert').count()).toBe(0);
  });

  it('the palette of commands closes without doing anything', async () => {
    const { page } = await openRun();
    const before = await told(page);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('button', { name: 'Close' }).click();
    await palette.waitFor({ state: 'detached' });
    await settled(page);
    expect(await told(page)).toEqual(before);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('the focus stays where something is done, and F6 takes it from region to region', async () => {
    const { page } = await openRun();
    const inRegion = (name: string): Promise<boolean> =>
      page.evaluate((label) => document.activeElement?.closest(`[aria-label="${label}"]`) != null, name);
    await page.keyboard.press('x');
    await page
      .getByRole('searchbox', { name: 'Find a fault or command' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('r');
    const form = page.getByRole('dialog', { name: 'Restart kubelet', exact: true });
    await form.waitFor();
    await tabTo(page, form.getByRole('button', { name: 'Inject', exact: true }));
    await page.keyboard.press('Enter');
    await settled(page);
    const mute = page.getByRole('button', { name: 'Mute' });
    await mute.focus();
    await mute.press('Enter');
    await mute.waitFor({ state: 'detached' });
    await until(() => inRegion('Inject'), 'the focus is in the palette');
    const undo = page.getByRole('toolbar', { name: 'Transport' }).getByRole('button', { name: 'Undo' });
    await undo.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
    expect(await inRegion('Undo')).toBe(true);
    await page.keyboard.press('F6');
    expect(await inRegion('Transport')).toBe(false);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });
});
