import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openLab, openRun, podOf, settled, shoot, told, until } from './labPage';

const openExplorer = async (page: Page) => {
  await page.getByRole('tab', { name: 'Explorer', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Explorer', exact: true });
  await panel.waitFor();
  return panel;
};

describe('the Explorer', () => {
  it('finds the stuck pod of v1.26, plays it in the lanes, and finds none in v1.27', async () => {
    const { page, troubles } = await openRun();
    const panel = await openExplorer(page);
    await panel.getByRole('button', { name: 'Start', exact: true }).click();
    const in26 = panel.getByRole('region', { name: 'Exploration in v1.26', exact: true });
    await in26.getByRole('status').filter({ hasText: 'STUCK: a · shortest: 4 steps' }).waitFor();
    expect(await in26.getByRole('listitem').allTextContents()).toEqual([
      'a is created',
      'SyncPod of a succeeds',
      'a is gone from its source (a force delete, a removed manifest)',
      'SyncTerminatingPod of a fails',
    ]);
    await in26.getByRole('button', { name: 'Same in v1.27', exact: true }).click();
    const in27 = panel.getByRole('region', { name: 'Exploration in v1.27', exact: true });
    await in27
      .getByRole('status')
      .filter({ hasText: 'No stuck pod within these bounds; says nothing beyond them.' })
      .waitFor();
    await shoot(page, 'explorer-found');
    await in26.getByRole('button', { name: 'Play it', exact: true }).click();
    await page.getByRole('button', { name: 'To end', exact: true }).click();
    await settled(page);
    await page.getByRole('gridcell', { name: 'STUCK', exact: true }).waitFor();
    expect((await told(page)).releases).toEqual(['v1.26']);
    expect(await podOf(page, 'a')).toMatchObject({ worker: 'terminating', stuck: true });
    expect(troubles).toEqual([]);
  });

  it('stays alive, stops and goes on, by keyboard', async () => {
    const { page, troubles } = await openRun();
    const panel = await openExplorer(page);
    await panel
      .getByRole('combobox', { name: 'Start from' })
      .selectOption('One static and one API pod, two errors, a restart, a uid that comes back');
    await panel.getByRole('combobox', { name: 'Retries come due' }).selectOption('after housekeeping');
    await panel.getByRole('combobox', { name: 'Kubelet' }).selectOption('v1.31');
    const start = panel.getByRole('button', { name: 'Start', exact: true });
    await start.focus();
    await page.keyboard.press('Enter');
    const exploration = panel.getByRole('region', { name: 'Exploration in v1.31', exact: true });
    await exploration.getByText('Frontier').waitFor();
    const time = (await told(page)).now;
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await until(async () => (await told(page)).now !== time, 'the run plays meanwhile');
    await exploration.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await exploration.getByRole('status').filter({ hasText: 'Stopped' }).waitFor();
    const states = exploration.locator('dd').first();
    const before = await states.textContent();
    await exploration.getByRole('button', { name: 'Continue', exact: true }).press('Enter');
    await until(async () => (await states.textContent()) !== before, 'it goes on');
    await exploration.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    expect(troubles).toEqual([]);
  });

  it('opens its links, and says in one message what is wrong with one', async () => {
    const { page, troubles } = await openLab({ at: '#/e/uid-reuse?in=v1.31&depth=9' });
    const panel = page.getByRole('region', { name: 'Explorer', exact: true });
    await until(
      async () => (await panel.getByRole('combobox', { name: 'Start from' }).inputValue()) === 'uid-reuse',
      'the model is filled in',
    );
    expect(await panel.getByRole('textbox', { name: 'Longest trace' }).inputValue()).toBe('9');
    // A model of its own, pasted over the address of the open page.
    await panel.getByRole('textbox', { name: 'Errors', exact: true }).fill('2');
    await panel.getByRole('button', { name: 'Start', exact: true }).click();
    await panel.getByRole('button', { name: 'Copy link', exact: true }).click();
    const link = await panel.getByRole('textbox', { name: 'Link to this exploration' }).inputValue();
    await panel.getByRole('textbox', { name: 'Errors', exact: true }).fill('3');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(link).hash);
    await until(
      async () => (await panel.getByRole('textbox', { name: 'Errors', exact: true }).inputValue()) === '2',
      'the pasted model is filled in',
    );
    expect(troubles).toEqual([]);
    const hostile = await openLab({ at: '#/e/1.%3Cscript%3Ealert(1)%3C/script%3E?in=v1.26' });
    const alert = hostile.page.getByRole('alert').filter({ hasText: 'this link cannot be opened' });
    await alert.waitFor();
    expect(await hostile.page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(1);
    expect(hostile.troubles).toEqual([]);
  });
});

describe('Minimise', () => {
  it('shrinks the run in which a pod is stuck, and undo brings it back', async () => {
    const { page, troubles } = await openRun({ at: '#/s/force-delete-cri-error?t=60&cmp=v1.26' });
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Minimise this run' }).click();
    await details.getByText(/^\d+ steps became 3\.$/).waitFor();
    await settled(page);
    await page.getByRole('gridcell', { name: 'STUCK', exact: true }).waitFor();
    expect((await told(page)).pods[0]?.map(({ name }) => name)).toEqual(['web']);
    await shoot(page, 'minimised');
    await details.getByRole('button', { name: 'Undo', exact: true }).click();
    await settled(page);
    expect((await told(page)).pods[0]?.map(({ name }) => name)).toEqual(['web', 'api']);
    expect(troubles).toEqual([]);
  });
});
