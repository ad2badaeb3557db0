import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodeLink } from '../../src/store/link';
import { goTo, openRun, PATIENCE, podOf, settled, shoot, told, until } from './labPage';

const transport = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Transport' }).getByRole('button', { name, exact: true });

const time = (page: Page) => page.getByRole('slider', { name: 'Time', exact: true });

const secondsShown = async (page: Page): Promise<number> =>
  Number.parseFloat((await time(page).getAttribute('aria-valuetext')) ?? '');

/** Moves the scrubber to a time, virtual ms. */
const scrub = async (page: Page, to: number): Promise<void> => {
  await time(page).fill(String(to));
  await settled(page);
};

describe('time', () => {
  it('goes where it is scrubbed to, and everything shows that moment', async () => {
    const { page } = await openRun();
    await scrub(page, 2000);
    expect((await podOf(page, 'web'))?.worker).toBe('syncing');
    expect(await secondsShown(page)).toBe(2);
    await scrub(page, 20_000);
    expect((await podOf(page, 'web'))?.stuck).toBe(true);
    await time(page).press('ArrowLeft');
    await settled(page);
    expect((await told(page)).now).toBeLessThan(20_000);
    const box = await time(page).boundingBox();
    if (box === null) throw new Error('the scrubber has no place');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await settled(page);
    const horizon = Number(await time(page).getAttribute('max'));
    expect(Math.abs((await told(page)).now - horizon / 2)).toBeLessThan(horizon * 0.05);
  });

  it('steps from event to event, there and back', async () => {
    const { page } = await openRun();
    await transport(page, 'To start').click();
    await settled(page);
    expect((await told(page)).now).toBe(0);
    const texts: string[] = [];
    for (const name of ['Next event', 'Next event', 'Next interesting event', 'Next interesting event']) {
      await transport(page, name).click();
      texts.push((await time(page).getAttribute('aria-valuetext')) ?? '');
    }
    expect(texts.every((text) => /^\d+\.\d\d s, event \d+ of \d+/.test(text))).toBe(true);
    const numbers = texts.map((text) => Number(/event (\d+)/.exec(text)?.[1]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(4);
    await transport(page, 'Previous interesting event').click();
    expect(await time(page).getAttribute('aria-valuetext')).toBe(texts[2]);
    const end = Number(await time(page).getAttribute('max'));
    await transport(page, 'To end').click();
    await settled(page);
    expect((await told(page)).now).toBeGreaterThanOrEqual(end);
  });

  it('plays at the chosen speed, until it is paused', async () => {
    const { page } = await openRun();
    await transport(page, 'To start').click();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
    await transport(page, 'Play').click();
    await until(() => page.evaluate(() => window.__lab.now() > 30_000), 'half a minute has gone by');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('0.1');
    await transport(page, 'To start').click();
    await transport(page, 'Play').click();
    await until(() => page.evaluate(() => window.__lab.now() > 0), 'it plays again');
    await transport(page, 'Pause').click();
    expect((await told(page)).now).toBeLessThan(10_000);
    const { now } = await told(page);
    await page.waitForTimeout(300);
    expect((await told(page)).now).toBe(now);
  });
});

describe('another past', () => {
  it('is made by injecting in it, undone and done again', async () => {
    const { page, troubles } = await openRun();
    const before = await told(page);
    await scrub(page, 10_000);
    await page.getByRole('button', { name: 'Restart kubelet', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Restart kubelet', exact: true });
    await form.getByRole('button', { name: 'Inject', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page
      .getByRole('status', { name: 'Injected' })
      .filter({ hasText: /Forked at 10\.0 s/ })
      .waitFor();
    await scrub(page, 45_000);
    const branch = await told(page);
    expect(branch.fingerprint).not.toBe(before.fingerprint);
    expect(branch.pods[0]?.some(({ stuck }) => stuck)).toBe(false);
    await shoot(page, 'forked');

    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await scrub(page, 45_000);
    expect(await told(page)).toEqual(before);

    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await scrub(page, 45_000);
    expect(await told(page)).toEqual(branch);

    await page.keyboard.press('Control+z');
    await scrub(page, 45_000);
    expect((await told(page)).fingerprint).toBe(before.fingerprint);
    await page.keyboard.press('Control+Shift+Z');
    await scrub(page, 45_000);
    expect((await told(page)).fingerprint).toBe(branch.fingerprint);
    expect(troubles).toEqual([]);
  });
});

describe('later than the end of the scenario', () => {
  it('a command is reached in a link too, and a time between two milliseconds is one to stop at', async () => {
    const view = { playhead: 20_000, event: null, pod: null, tab: null };
    const source = { kind: 'catalog', name: 'clean-life' } as const;
    const given = [{ at: 150_000, command: { do: 'stopRuntime' } as const }];
    const runs = { source, releases: ['v1.27'], seed: null, given, engine: '', title: '', checks: [] };
    const { page } = await openRun({ at: `#${await encodeLink({ runs, view })}` });
    expect(Number(await time(page).getAttribute('max'))).toBe(180_000);
    await goTo(page, '#/s/clean-life?t=1070.1234&cmp=v1.27');
    await settled(page);
    await time(page).fill('1069900');
    await transport(page, 'Play').click();
    await transport(page, 'Play').waitFor();
    expect((await told(page)).now).toBe(1_070_124);
  });
});

describe('two releases', () => {
  const RELEASES = ['v1.26', 'v1.27', 'v1.31'];
  const choose = async (page: Page, name: string, release: string): Promise<void> => {
    await page
      .getByRole('radiogroup', { name, exact: true })
      .getByRole('radio', { name: release, exact: true })
      .check({ force: true });
  };

  it('are compared, any two of them', async () => {
    const { page, troubles } = await openRun();
    for (const a of RELEASES) {
      for (const b of RELEASES.filter((release) => release !== a)) {
        // One at a time can be the same as the other on the way.
        await choose(page, 'Release A', a);
        await choose(page, 'Release B', b);
        await until(
          async () => String((await told(page)).releases) === `${a},${b}`,
          `${a} and ${b} are shown`,
        );
        await settled(page);
        await page.getByRole('grid', { name: `Pods, ${a}`, exact: true }).waitFor();
        await page.getByRole('grid', { name: `Pods, ${b}`, exact: true }).waitFor();
        const stuck = (await told(page)).pods.map((pods) => pods.some((pod) => pod.stuck));
        expect(stuck).toEqual([a === 'v1.26', b === 'v1.26']);
        const text = (await page.getByRole('status', { name: 'First divergence' }).textContent()) ?? '';
        if (a === 'v1.26' || b === 'v1.26') expect(text).toMatch(/^6\.1 s/);
      }
    }
    expect(troubles).toEqual([]);
  });

  it('become one and two again by the switch and by C', async () => {
    const { page } = await openRun();
    const compare = page.getByRole('switch', { name: 'Compare', exact: true });
    expect(await compare.getAttribute('aria-checked')).toBe('true');
    await compare.click();
    await until(async () => (await told(page)).releases.length === 1, 'one release');
    await choose(page, 'Release', 'v1.31');
    await until(async () => (await told(page)).releases[0] === 'v1.31', 'v1.31');
    await page.keyboard.press('c');
    await until(async () => (await told(page)).releases.length === 2, 'two releases');
    expect((await told(page)).releases[0]).toBe('v1.31');
    expect(await compare.getAttribute('aria-checked')).toBe('true');
  });
});

describe('the scenario picker', () => {
  it('opens the scenario that is chosen, from its beginning', async () => {
    const { page, troubles } = await openRun();
    const picker = page.getByRole('combobox', { name: 'Scenario', exact: true });
    await picker.selectOption({ label: 'A static pod comes back under its uid while it is stopped' });
    await until(async () => (await told(page)).now === 0, 'its beginning');
    await settled(page);
    await scrub(page, 24_000);
    expect((await podOf(page, 'proxy'))?.kubectl).toBe('Running');
    await page
      .getByRole('grid', { name: 'Pods, v1.26' })
      .getByRole('gridcell', { name: 'proxy', exact: true })
      .waitFor({ timeout: PATIENCE });
    expect((await told(page)).releases).toEqual(['v1.26', 'v1.27']);
    expect(troubles).toEqual([]);
  });
});
