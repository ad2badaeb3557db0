import { describe, expect, it } from 'vitest';
import { decodeExplorerLink, encodeExplorerLink, isExplorerLink } from '../../src/store/explorerLink';
import { pack } from '../../src/store/linkPayload';

describe('a link to an exploration', () => {
  it('of the catalog is readable', async () => {
    const shared = { name: 'one-api-pod', text: '', release: 'v1.26', depth: 14 };
    expect(await encodeExplorerLink(shared)).toBe('/e/one-api-pod?in=v1.26&depth=14');
    expect(await decodeExplorerLink('/e/one-api-pod?in=v1.26&depth=14')).toEqual(shared);
  });

  it('holds a model of its own, whatever is in it', async () => {
    const text = '{"pods":{"é":{}},"title":"<b>&?#"}';
    const link = await encodeExplorerLink({ name: null, text, release: 'v1.31', depth: null });
    expect(link).toMatch(/^\/e\/1\.[\w-]+\?in=v1\.31$/);
    expect(isExplorerLink(link)).toBe(true);
    expect(await decodeExplorerLink(link)).toEqual({ name: null, text, release: 'v1.31', depth: null });
  });

  it.each([
    ['/e/', 'e names no model and holds none'],
    ['/e/../../etc?in=v1.26', 'e names no model and holds none'],
    ['/e/1.%%%', 'e is damaged or cut off'],
    ['/e/1.AAAA', 'e is damaged or cut off'],
    ['/e/2.AAAA', 'e was written by a newer version of this page (2)'],
    ['/e/one-api-pod?in=v9.99', 'in names no release of this page'],
    ['/e/one-api-pod?depth=-1', 'depth is no whole number from 1 to 1000'],
    ['/e/one-api-pod?depth=1e9', 'depth is no whole number from 1 to 1000'],
    [`/e/${'a'.repeat(20_000)}`, 'the link is 20003 characters long'],
  ])('%.30s is refused', async (hash, message) => {
    expect(await decodeExplorerLink(hash)).toMatchObject({
      message: `this link cannot be opened: ${message}`,
    });
  });

  it('that unpacks to far too much is refused', async () => {
    const bomb = `/e/1.${await pack('a'.repeat(5_000_000))}`;
    expect(bomb.length).toBeLessThan(20_000);
    expect(await decodeExplorerLink(bomb)).toMatchObject({ path: 'e' });
  });
});
