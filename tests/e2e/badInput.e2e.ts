import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { file, goTo, openLab, openRun, settled, shoot, told, until } from './labPage';
import { linkTo, ONE_STATIC_POD } from './ownScenario';

const payload = (text: string): string => `#/x/1.${deflateRawSync(text).toString('base64url')}`;

const GOOD = {
  ...{ releases: ['v1.27'], seed: null, given: [], engine: '0.1.0', title: 'x', checks: [] },
  source: { kind: 'catalog', name: 'clean-life' },
};

/** A link to a run with one command given by hand. */
const given = (command: object, at = 5000): string =>
  payload(JSON.stringify({ ...GOOD, given: [{ at, command }] }));

/** Links that cannot be opened, and what is said about each. */
const LINKS: readonly {
  readonly desc: string;
  readonly hash: () => Promise<string>;
  readonly says: RegExp;
}[] = [
  { desc: 'of another page', hash: async () => '#section-3', says: /the link is no link of this page/ },
  { desc: 'broken', hash: async () => '#/x/1.%%%?t=1', says: /x is damaged or cut off/ },
  { desc: 'without a payload', hash: async () => '#/x/1.', says: /x is damaged or cut off/ },
  {
    desc: 'cut',
    hash: async () => (await linkTo(ONE_STATIC_POD, ['v1.27'])).slice(0, 120),
    says: /x is damaged or cut off/,
  },
  {
    desc: 'of a newer page',
    hash: async () => '#/x/2.abcdef?t=1',
    says: /x was written by a newer version of this page/,
  },
  { desc: 'that is no JSON', hash: async () => payload('hello'), says: /x is damaged or cut off/ },
  { desc: 'of nothing', hash: async () => payload('null'), says: /x holds no run/ },
  {
    desc: 'without a scenario',
    hash: async () => payload(JSON.stringify({ ...GOOD, source: 7 })),
    says: /source is no scenario/,
  },
  {
    desc: 'without a release',
    hash: async () => payload(JSON.stringify({ ...GOOD, releases: [] })),
    says: /releases names no release/,
  },
  {
    desc: 'with a command at no time',
    hash: async () => given({ do: 'stopRuntime' }, -1),
    says: /given\[0\]\.at is no time/,
  },
  {
    desc: 'with a command in a million years',
    hash: async () => given({ do: 'stopRuntime' }, 3e16),
    says: /given\[0\]\.at is no time in milliseconds, at most 100 h/,
  },
  {
    desc: 'with an unknown command',
    hash: async () => given({ do: 'rebootNode' }),
    says: /unknown command `rebootNode` \(at given\[0\]\.do\)\. Tip: /,
  },
  {
    desc: 'with a command about a pod that there is not',
    hash: async () => given({ do: 'createPod', pod: 'nobody' }),
    says: /no template defines the pod `nobody` \(at given\[0\]\.pod\)\. Tip: /,
  },
  {
    desc: 'with a fault that is none',
    hash: async () => given({ do: 'injectFault', operation: 'Reboot', kind: 'error' }),
    says: /`Reboot`.*\(at given\[0\]\.operation\)/,
  },
  {
    desc: 'with fingerprints that are none',
    hash: async () => '#/s/clean-life?fp=NaN.x',
    says: /fp is no list of fingerprints/,
  },
  {
    desc: 'to a time in a million years',
    hash: async () => '#/s/clean-life?t=3e13',
    says: /t is no time in seconds, at most 100 h/,
  },
  { desc: 'to no time', hash: async () => '#/s/clean-life?t=soon', says: /t is no time in seconds/ },
  { desc: 'with a name that is none', hash: async () => '#/s/<b>', says: /s is no name of a scenario/ },
  {
    desc: 'that unpacks to 50 MB',
    hash: async () => payload('a'.repeat(50_000_000)),
    says: /x is damaged or cut off/,
  },
];

/** The page goes on: it can be used. */
async function expectAlive(page: Page): Promise<void> {
  await page.getByRole('toolbar', { name: 'Transport' }).getByRole('button', { name: 'To start' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await until(() => page.evaluate(() => window.__lab.now() > 0), 'it plays');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
}

describe('a bad link', () => {
  it('is refused with what is wrong, and the page shows what it would have shown', async () => {
    const { page, troubles } = await openRun();
    const { fingerprint } = await told(page);
    const wrong: string[] = [];
    for (const { desc, hash, says } of LINKS) {
      await goTo(page, await hash());
      await settled(page);
      const said = (await page.getByRole('alert').allTextContents()).join('\n');
      if (!says.test(said)) wrong.push(`${desc}: ${said === '' ? 'nothing is said' : said}`);
      if ((await told(page)).fingerprint !== fingerprint) wrong.push(`${desc}: another run is shown`);
    }
    expect(wrong).toEqual([]);
    await expectAlive(page);
    expect(troubles).toEqual([]);
  });

  it('over an open page leaves its run alone, and a good one replaces it', async () => {
    const { page, troubles } = await openRun({ at: '#/s/clean-life?t=7&cmp=v1.27' });
    const before = await told(page);
    const follow = (hash: string): Promise<void> =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    await follow(given({ do: 'rebootNode' }));
    await page.getByRole('alert').filter({ hasText: 'rebootNode' }).waitFor();
    expect(await told(page)).toEqual(before);
    await follow(given({ do: 'stopRuntime' }));
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    await settled(page);
    expect((await told(page)).fingerprint).not.toBe(before.fingerprint);
    expect(troubles).toEqual([]);
  });

  it('to a far time and a command there is played, not waited for', async () => {
    const { page, troubles } = await openLab({ at: `${given({ do: 'stopRuntime' }, 3e8)}?t=300000` });
    // The way there is long: what there is can be looked at meanwhile.
    await page.getByRole('grid').first().waitFor();
    await expectAlive(page);
    expect(troubles).toEqual([]);
  });

  it('of 5 MB is survived', async () => {
    const { page, troubles } = await openRun();
    const { fingerprint } = await told(page);
    // Browsers cut or refuse an address of this length themselves; whatever comes through must not harm.
    const came = await page.evaluate(() => {
      try {
        location.hash = `#/x/1.${'A'.repeat(5_000_000)}`;
      } catch {
        return 0;
      }
      return location.hash.length;
    });
    const long = came > 5_000_000 ? '' : `#/x/1.${'A'.repeat(1_900_000)}`;
    const other = await openRun({ at: long });
    for (const at of [page, other.page]) {
      expect((await told(at)).fingerprint).toBe(fingerprint);
      await expectAlive(at);
    }
    if (long !== '')
      expect(await other.page.getByRole('alert').first().textContent()).toMatch(/cannot be opened/);
    expect([...troubles, ...other.troubles]).toEqual([]);
  });

  it('to a scenario that there is not says so and leaves the page usable', async () => {
    const { page, troubles } = await openLab({ at: '#/s/no-such-scenario?t=5' });
    await page
      .getByRole('alert')
      .filter({ hasText: /no-such-scenario/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Scenario', exact: true }).selectOption({ index: 3 });
    await until(
      async () => ((await told(page)).pods[0] ?? []).length >= 0 && (await told(page)).fingerprint !== '',
      'a run',
    );
    expect(troubles).toEqual([]);
  });

  it('to a release that there is not says so and leaves the page usable', async () => {
    const { page, troubles } = await openLab({ at: '#/s/clean-life?t=5&cmp=v9.99,v1.27' });
    await page
      .getByRole('alert')
      .filter({ hasText: /v9\.99/ })
      .first()
      .waitFor();
    await page
      .getByRole('radiogroup', { name: 'Release A' })
      .getByRole('radio', { name: 'v1.26' })
      .check({ force: true });
    await until(async () => (await told(page)).fingerprint !== '', 'a run');
    expect(troubles).toEqual([]);
  });
});

/** Files that are no scenario of this version, and what is said about each. */
const FILES: readonly {
  readonly desc: string;
  readonly name: string;
  readonly text: string;
  readonly says: RegExp;
}[] = [
  {
    desc: 'of a newer version',
    name: 'newer.yaml',
    text: 'version: 7\ntitle: From the future\nworkers: []\n',
    says: /newer\.yaml:1.*newer version.*7/s,
  },
  { desc: 'that is a shopping list', name: 'list.yaml', text: '- milk\n- bread\n', says: /list\.yaml/ },
  {
    desc: 'that is a picture',
    name: 'cat.yaml',
    text: '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR',
    says: /cat\.yaml/,
  },
  { desc: 'that is empty', name: 'empty.yaml', text: '', says: /empty\.yaml/ },
  {
    desc: 'with a field that is wrong',
    name: 'field.yaml',
    text: 'version: 1\ntitle: x\npods:\n  web: { containers: [{ name: app, image: a }] }\nsteps:\n  - { at: soon, do: createPod, pod: web }\n',
    says: /field\.yaml:6.*steps\[0\]\.at/s,
  },
  {
    desc: 'that is too large',
    name: 'large.yaml',
    text: `# ${'x'.repeat(1_500_000)}`,
    says: /large\.yaml is too large/,
  },
];

describe('a bad file', () => {
  it('is refused with what is wrong, and the run stays', async () => {
    const { page, troubles } = await openRun();
    const before = await told(page);
    for (const { desc, name, text, says } of FILES) {
      await page.getByLabel('Open scenario file').setInputFiles(file(name, text));
      const alert = page.getByRole('alert').filter({ hasText: name });
      await alert.waitFor();
      expect(await alert.textContent(), desc).toMatch(says);
      expect(await told(page), desc).toEqual(before);
    }
    await shoot(page, 'bad-file');
    await expectAlive(page);
    expect(troubles).toEqual([]);
  });

  it('is forgotten when a good one follows', async () => {
    const { page, troubles } = await openRun();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await (await chooser).setFiles(file('bad.yaml', '- milk'));
    await page.getByRole('alert').filter({ hasText: 'bad.yaml' }).waitFor();
    await page.getByLabel('Open scenario file').setInputFiles(file('good.yaml', ONE_STATIC_POD));
    await until(async () => (await told(page)).now === 0, 'the good one');
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    await until(
      async () =>
        (await page.getByRole('combobox', { name: 'Scenario' }).locator('option').allTextContents())[0] ===
        'A static pod',
      'its title',
    );
    expect(troubles).toEqual([]);
  });
});
