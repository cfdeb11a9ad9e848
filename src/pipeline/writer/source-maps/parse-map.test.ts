import { expect, test } from 'vitest';
import { parseMap } from './parse-map.ts';

/** The first line of the code is line 3 of `a.ts`; the second has a place without a source. */
const PLAIN = { version: 3, sources: ['a.ts', 'b.ts'], names: ['charge'], mappings: 'AAEAA,IAAI;A;;ACAA' };
const parse = (json: unknown) => parseMap(JSON.stringify(json));

test('places are counted from 1, and have the name in the source', () => {
  const map = parse({ ...PLAIN, sourceRoot: '../src' });
  expect(map?.find(1, 1)).toEqual({
    source: 'a.ts',
    sourceRoot: '../src',
    line: 3,
    column: 1,
    name: 'charge',
  });
  expect(map?.find(1, 7)).toMatchObject({ line: 3, column: 5, name: '' });
  expect(map?.find(4, 100)).toMatchObject({ source: 'b.ts', line: 3, column: 5 });
});

test('a line or a place without a source has none, and is not that of the line before', () => {
  const map = parse(PLAIN);
  for (const [line, column] of [
    [2, 1],
    [3, 1],
    [9, 1],
    [0, 0],
  ] as const)
    expect(map?.find(line, column)).toBeNull();
});

test('sections have sources and roots of their own', () => {
  const map = parse({
    version: 3,
    sections: [
      { offset: { line: 0, column: 0 }, map: { ...PLAIN, mappings: 'AAAA' } },
      { offset: { line: 4, column: 10 }, map: { ...PLAIN, sources: ['c.ts'], sourceRoot: 'x' } },
    ],
  });
  expect(map?.find(1, 1)).toMatchObject({ source: 'a.ts', sourceRoot: '', line: 1 });
  expect(map?.find(5, 11)).toMatchObject({ source: 'c.ts', sourceRoot: 'x', line: 3 });
});

test('content of sources and a line against hijacking are not in the way', () => {
  const text = `)]}'\n${JSON.stringify({ ...PLAIN, sourcesContent: ['x', null] })}`;
  expect(parseMap(text)?.find(1, 1)).toMatchObject({ source: 'a.ts' });
});

test('a short name that the sources do not have is that of a minifier', () => {
  const map = parse({ ...PLAIN, names: ['charge', 'id'] });
  expect(map?.isShortened('t', 1)).toBe(true);
  expect(map?.isShortened('id', 1)).toBe(false);
  expect(map?.isShortened('pay', 1)).toBe(false);
  expect(map?.isShortened('pay', 20_033)).toBe(true);
  // A compiler does not change names.
  expect(parse({ ...PLAIN, names: [] })?.isShortened('t', 1)).toBe(false);
});

test.each([
  ['not JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '5'],
  ['no sources', '{"version":3,"mappings":"AAAA"}'],
  ['no mappings', '{"version":3,"sources":[]}'],
  ['mappings that are not a text', '{"version":3,"sources":["a"],"mappings":{"length":5}}'],
  ['sections in sections', '{"sections":[{"offset":{"line":0,"column":0},"map":{"sections":[]}}]}'],
  [
    'a section before the first line',
    '{"sections":[{"offset":{"line":-1,"column":0},"map":{"sources":[]}}]}',
  ],
  ['sections that are not a list', '{"sections":{}}'],
  ['too many places', `{"sources":["a"],"mappings":"${'AAAA,'.repeat(800_000)}"}`],
  ['too many sections', JSON.stringify({ sections: Array(30_000).fill({}) })],
])('%s is not a map', (_why, text) => {
  expect(parseMap(text)).toBeNull();
});

test.each([
  ['other characters', '!!!!,(),\u0000\ud800'],
  ['numbers that are too large', 'AAgggggggggggggggA,AAAAggggggggggggggggA'],
  ['sources and places below 0', 'ADDD,DAAD'],
  ['an unfinished number', 'AAAg'],
])('%s in mappings are not an error', (_why, mappings) => {
  const map = parse({ ...PLAIN, mappings });
  for (let column = 1; column < 20; column++) {
    const place = map?.find(1, column);
    if (place) expect(place.line).toBeGreaterThan(0);
  }
});

test('entries that are not texts are left out', () => {
  const map = parse({ ...PLAIN, sources: [null, 5], names: [{}, 7] });
  expect(map?.find(1, 1)).toMatchObject({ source: '', name: '' });
});
