import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleJson, visibleLines, visibleText } from './visible-text.ts';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const anyText = fc.string({ unit: 'binary' });

test('escapes characters that affect a terminal or the direction of text', () => {
  expect(visibleText('a\u001b[2Jb\u202ec\r\n')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{d}\\u{a}');
  expect(visibleLines('a\r\nb\u0007')).toBe('a\nb\\u{7}');
  expect(visibleText('café 😀')).toBe('café 😀');
});

test('leaves no invisible character, and JSON parses to the same value', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visibleText(text)).not.toMatch(INVISIBLE);
      expect(visibleLines(text).replaceAll('\n', '')).not.toMatch(INVISIBLE);
      const json = visibleJson({ [text]: text });
      expect(json.replaceAll('\n', '')).not.toMatch(INVISIBLE);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
});
