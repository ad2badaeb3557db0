import { describe, expect, it } from 'vitest';
import { goTo, openRun, settled, told } from './labPage';
import { linkTo, TWO_CONTAINERS } from './ownScenario';

/** The network fails for a file of the page, as when the site has been renewed under it. */
const FILES = { events: /assets\/Events-[^/]*\.js/, links: /assets\/session-[^/]*\.js/ };

describe('a part of the page that cannot be loaded', () => {
  it('says so in its place, leaves the rest alone, and comes when it is asked for again', async () => {
    const { page } = await openRun();
    const before = await told(page);
    await page.route(FILES.events, (route) => route.abort());
    await page.getByRole('tab', { name: 'Events' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This part of the page cannot be shown' });
    await alert.waitFor();
    expect(await told(page)).toEqual(before);
    await page.getByRole('tab', { name: 'Statechart' }).click();
    await page.getByRole('tree').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.unroute(FILES.events);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('log', { name: 'Events' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('does not take a button along: Share works when the network is back', async () => {
    const { page } = await openRun();
    await page.route(FILES.links, (route) => route.abort());
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    const alert = page.getByRole('alert').filter({ hasText: 'A part of the page cannot be loaded' });
    await alert.waitFor();
    await page.unroute(FILES.links);
    await share.click();
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('leaves a visitor with a link the page, and says why the link is not shown', async () => {
    const { page } = await openRun();
    await page.route(FILES.links, (route) => route.abort());
    await goTo(page, await linkTo(TWO_CONTAINERS, ['v1.27']));
    await settled(page);
    await page.getByRole('alert').filter({ hasText: 'A part of the page cannot be loaded' }).waitFor();
    expect((await told(page)).releases).toEqual(['v1.26', 'v1.27']);
  });
});
