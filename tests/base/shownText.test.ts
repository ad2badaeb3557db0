import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText } from '../../src/base/shownText';

describe('messy 40: text from outside, as it is shown', () => {
  it.each([
    ['a name as it is', 'shop/cart-7d4f', 'shop/cart-7d4f'],
    ['letters of other scripts and emoji', 'größe 木 🚀', 'größe 木 🚀'],
    ['an override of the direction of writing', 'web\u202egpj.exe', 'web\\u202egpj.exe'],
    ['isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
    ['a space of no width', 'kube\u200bsystem', 'kube\\u200bsystem'],
    ['a byte order mark within', 'a\ufeffb', 'a\\ufeffb'],
    ['a terminal’s escape', '\u001b[2Jgone', '\\u001b[2Jgone'],
    ['the escape in one byte (C1)', '\u009b2J', '\\u009b2J'],
    ['a bell and a backspace', 'a\u0007\b', 'a\\u0007\\u0008'],
    ['ends of lines and tabs', 'a\r\n\tb\u2028c', 'a\\r\\n\\tb\\u2028c'],
    ['tags beyond the first plane', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a letter that is a blank', 'a\u3164b', 'a\\u3164b'],
    ['half of a pair', 'a\ud83d', 'a\\ud83d'],
    ['markup, which is for the page to show as text', '<img onerror=x>', '<img onerror=x>'],
  ])('%s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it('is cut at code points, with an ellipsis', () => {
    expect(shownText('abcdef', 6)).toBe('abcdef');
    expect(shownText('abcdefg', 6)).toBe('abcdef…');
    expect(shownText('🚀🚀🚀', 2)).toBe('🚀🚀…');
    expect(shownText('🚀🚀🚀', 3)).toBe('🚀🚀🚀');
    expect([...shownText('x'.repeat(5_000_000))]).toHaveLength(1001);
  });

  it('holds nothing of the kind, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 0, max: 50 }),
        (text, cap) => {
          expect(shownText(text, cap)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
