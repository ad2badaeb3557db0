import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openLab, openRun, settled, shoot, told, until } from './labPage';

/** The page's promises to somebody who only looks, in ms of playing; `npm run bench:page` holds them against the clock. */
const DIVERGENCE_WITHIN = 13_000;
const VERDICT_WITHIN = 20_000;

/** How long the hero has played at a virtual time: 6 s as they are, the rest four times as fast. */
const playedFor = (virtual: number): number => Math.min(virtual, 6000) + Math.max(0, virtual - 6000) / 4;

const isPlaying = (page: Page): Promise<boolean> =>
  page.getByRole('button', { name: 'Pause', exact: true }).isVisible();
const ways = (page: Page) =>
  page.getByRole('button', { name: /^(Rescue it: restart kubelet|Try your own fault|Show why)/ });

describe('the first visit', () => {
  it('shows the divergence and a stuck pod in time without a click, then stands still and offers three ways on', async () => {
    const { page, troubles } = await openLab({ seen: false });
    const divergence = page
      .getByRole('status', { name: 'First divergence' })
      .filter({ hasText: /^\d+\.\d+ s/ });
    const stuck = page.getByRole('gridcell', { name: 'STUCK', exact: true }).or(
      page
        .getByRole('complementary', { name: 'Details' })
        .getByRole('status')
        .filter({ hasText: /^STUCK/ }),
    );
    const [parted = Number.NaN, judged = Number.NaN] = await Promise.all(
      [divergence, stuck].map(async (thing) => {
        await thing.first().waitFor({ state: 'visible' });
        return playedFor(await page.evaluate(() => window.__lab.now()));
      }),
    );
    await shoot(page, 'hero-playing');
    expect(parted, 'ms played until the first divergence').toBeLessThan(DIVERGENCE_WITHIN);
    expect(judged, 'ms played until a verdict').toBeLessThan(VERDICT_WITHIN);
    await until(async () => !(await isPlaying(page)), 'the hero stops by itself');
    expect(await page.evaluate(() => window.__lab.now())).toBeGreaterThan(40_000);
    await expect.poll(() => ways(page).count()).toBe(3);
    await shoot(page, 'hero-told');
    expect(troubles).toEqual([]);
  });

  it('hands over to a key', async () => {
    const { page } = await openLab({ seen: false });
    await until(() => isPlaying(page), 'it plays');
    await page.keyboard.press('z');
    await until(async () => !(await isPlaying(page)), 'it stops');
    const stopped = await page.evaluate(() => window.__lab.now());
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => window.__lab.now())).toBe(stopped);
    await page.keyboard.press('k');
    await until(() => isPlaying(page), 'it plays on when told to');
  });

  it.each<[string, (page: Page) => Promise<void>]>([
    ['its button', (page) => page.getByRole('button', { name: 'Pause', exact: true }).click()],
    ['Space', (page) => page.keyboard.press('Space')],
    ['K', (page) => page.keyboard.press('k')],
    [
      'Enter on its button',
      (page) => page.getByRole('button', { name: 'Pause', exact: true }).press('Enter'),
    ],
  ])('is paused by %s', async (_, pause) => {
    const { page } = await openLab({ seen: false });
    await until(() => isPlaying(page), 'it plays');
    await pause(page);
    await until(async () => !(await isPlaying(page)), 'it stops');
    const stopped = await page.evaluate(() => window.__lab.now());
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => window.__lab.now())).toBe(stopped);
    expect(await isPlaying(page)).toBe(false);
  });

  it('hands over to a click', async () => {
    const { page } = await openLab({ seen: false });
    await until(() => isPlaying(page), 'it plays');
    await page.getByRole('tab', { name: 'Events' }).click();
    await until(async () => !(await isPlaying(page)), 'it stops');
    await page.getByRole('log', { name: 'Events' }).waitFor();
  });

  it('stands still from the beginning where motion is not wanted, on the picture that tells the story', async () => {
    const { page, troubles } = await openRun({ seen: false, reducedMotion: 'reduce' });
    expect(await isPlaying(page)).toBe(false);
    await page.getByRole('gridcell', { name: 'STUCK', exact: true }).first().waitFor();
    expect(await page.getByRole('status', { name: 'First divergence' }).textContent()).toMatch(/^\d+\.\d+ s/);
    await expect.poll(() => ways(page).count()).toBe(3);
    expect(troubles).toEqual([]);
  });

  it('is remembered: the next one stands still', async () => {
    const { page } = await openLab({ seen: false });
    await until(() => isPlaying(page), 'it plays');
    await page.reload();
    await settled(page);
    expect(await isPlaying(page)).toBe(false);
  });
});

describe('the three ways on', () => {
  it('rescue the pod, open the palette, show why', async () => {
    const { page } = await openRun();
    await page.getByRole('button', { name: /^Show why/ }).click();
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByRole('heading', { name: /web/ })
      .waitFor();
    const stood = (await told(page)).now;
    await page.getByRole('button', { name: 'Rescue it: restart kubelet' }).click();
    await until(async () => {
      const { now, pods } = await told(page);
      // It plays on from where it stood, not from the beginning, where nothing was stuck yet.
      expect(now).toBeGreaterThanOrEqual(stood);
      return pods[0]?.every(({ stuck }) => !stuck) === true && now > stood;
    }, 'the pod is free');
  });
});
