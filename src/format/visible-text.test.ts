import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleJson, visibleLines, visibleText } from './visible-text.ts';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const anything = fc.string({ unit: 'binary' });

test('what would act on a terminal or a reader is written out', () => {
  expect(visibleText('a\u001b[2Jb\u202ec\r\n')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{d}\\u{a}');
  expect(visibleLines('a\r\nb\u0007')).toBe('a\nb\\u{7}');
  expect(visibleText('café 😀')).toBe('café 😀');
});

test('nothing unseen is ever left, and JSON reads back the same', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(visibleText(text)).not.toMatch(UNSEEN);
      expect(visibleLines(text).replaceAll('\n', '')).not.toMatch(UNSEEN);
      const json = visibleJson({ [text]: text });
      expect(json.replaceAll('\n', '')).not.toMatch(UNSEEN);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
});
