import type { Locator, Page } from 'playwright-core';

/** Nothing of the page is further away than that many presses of Tab. */
const FAR = 250;

const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 &&
  (await target.first().evaluate((element) => element === document.activeElement));

/** Presses Tab (or Shift+Tab) until `target` has the focus, as somebody without a mouse would. Fails if it never does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < FAR; i++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached with ${key}`);
}

/** Types over what a field holds. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
