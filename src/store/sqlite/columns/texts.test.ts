import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern, type Pattern } from '../../../search/pattern.ts';
import { equalityTest, patternTest, type TextTest } from './text-test.ts';
import { decodeTexts, encodeTexts, findTexts, textChunks } from './texts.ts';

/** Texts of few characters, so that patterns find them; among them those that separate, escape or change their length. */
const pieces = fc.constantFrom(
  ...['a', 'A', 'k', 's', '/', '//', '://', '.', '*', '%', '_', '-', '\\', '$', '^', '(', ')', '[', '?', '|'],
  // Other letters whose other case is a letter of ASCII, or is longer.
  ...['\u212a', '\u017f', 'ß', 'İ', 'é', 'É', '😀', ' ', '\0', '\t', '\r', '\u2028', '\ufeff', '"'],
);
const plain = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''));
const url = fc.tuple(fc.constantFrom('http://h', 'https://A', ''), plain).map((parts) => parts.join(''));
const hard = fc.constantFrom('\n', 'a\n', '\na', '\ud800', '\udc00a', '["a"]', '[');
const anyText = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 3, arbitrary: url },
  { weight: 1, arbitrary: hard },
);
/** Most chunks have only texts that can be joined. */
const chunk = fc.oneof(
  fc.array(fc.oneof(plain, url), { minLength: 1, maxLength: 12 }),
  fc.array(anyText, { minLength: 1, maxLength: 12 }),
);

const part = fc.oneof(plain, fc.constantFrom('', 'a', 's', 'k', '/', 'a/', '://', '\n', '*', 'é'));
const lowerPart = part.map((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  fc.record({ match: fc.constant('contains' as const), parts: fc.tuple(lowerPart) }),
  fc.record({
    match: fc.constantFrom('whole' as const, 'target' as const),
    parts: fc.array(lowerPart, { minLength: 1, maxLength: 4 }),
  }),
);

function placesFound(texts: readonly string[], test: TextTest): number[] {
  const places: number[] = [];
  findTexts(encodeTexts(texts), test, (at) => places.push(at));
  return places;
}

const placesWhere = (texts: readonly string[], isMatch: (text: string) => boolean) =>
  texts.flatMap((text, at) => (isMatch(text) ? [at] : []));

test('finds in joined texts exactly those that match a pattern, each once', () => {
  fc.assert(
    fc.property(chunk, fc.array(pattern, { minLength: 1, maxLength: 3 }), (texts, patterns) => {
      const expected = placesWhere(texts, (text) => patterns.some((one) => matchesPattern(one, text)));
      expect(placesFound(texts, patternTest(patterns))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

test('finds exactly those that are equal to one of some texts', () => {
  fc.assert(
    fc.property(chunk, fc.array(anyText, { maxLength: 3 }), fc.nat(), (texts, others, pick) => {
      const wanted = [...others, texts[pick % texts.length] ?? ''];
      expect(placesFound(texts, equalityTest(wanted))).toEqual(
        placesWhere(texts, (text) => wanted.includes(text)),
      );
    }),
    { numRuns: 500 },
  );
});

test('no match reaches from one text into the next', () => {
  const contains = (text: string) => patternTest([{ match: 'contains', parts: [text] }]);
  expect(placesFound(['ab', 'cd', 'abcd', ''], contains('bc'))).toEqual([2]);
  expect(placesFound(['', 'a', ''], contains(''))).toEqual([0, 1, 2]);
  expect(placesFound(['a', 'b'], contains('a\nb'))).toEqual([]);
  expect(placesFound(['a\nb', 'b'], contains('a\nb'))).toEqual([0]);
});

test('one test finds the same in each chunk, after any other', () => {
  const test = patternTest([{ match: 'contains', parts: ['b'] }]);
  const chunks = [['xxxxxxxxxxb'], ['b', 'a'], ['a'], ['a', 'b']];
  for (let round = 0; round < 2; round++)
    expect(chunks.map((texts) => placesFound(texts, test))).toEqual([[0], [0], [], [1]]);
});

function expectSame(texts: readonly string[]): void {
  expect(decodeTexts(encodeTexts(texts))).toEqual(texts);
}

test('returns texts as they were: empty, with separators, lone surrogates, and beyond ASCII', () => {
  fc.assert(
    fc.property(chunk, (texts) => {
      expectSame(texts);
    }),
    { numRuns: 500 },
  );
  for (const texts of [[''], ['', ''], ['\n'], ['\n', ''], ['\ud800', 'a'], ['[]']]) expectSame(texts);
});

test('divides texts into chunks of bounded number and length, in order', () => {
  const long = 'x'.repeat(100_000);
  expect([...textChunks([])]).toEqual([]);
  for (const texts of [
    Array.from({ length: 1024 }, String),
    Array.from({ length: 2500 }, String),
    [long, long, 'a', long, 'b'],
    ['', ...Array.from({ length: 300 }, () => 'y'.repeat(8000))],
  ]) {
    const chunks = [...textChunks(texts)];
    expect(chunks.flat()).toEqual(texts);
    for (const one of chunks) {
      expect(one.length).toBeGreaterThan(0);
      expect(one.length).toBeLessThanOrEqual(1024);
      // Without its last text it was not full.
      expect(one.slice(0, -1).join('').length).toBeLessThan(131_072);
    }
  }
});
