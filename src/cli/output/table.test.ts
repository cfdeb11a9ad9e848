import { describe, expect, test } from 'vitest';
import { type TableColumn, tableLines } from './table.ts';
import { PLAIN, type Terminal } from './terminal.ts';
import { cutToWidth, textWidth } from './text-width.ts';

const COLUMNS: readonly TableColumn[] = [
  { heading: 'Status' },
  { heading: 'IP', cut: 'middle', least: 15 },
  { heading: 'URL', cut: 'middle', first: true, least: 16 },
  { heading: 'Queries', align: 'right' },
  { heading: 'Token' },
];
const at = (columns: number | null): Terminal => ({ ...PLAIN, columns });
const coloured: Terminal = { columns: 40, style: (style, text) => `<${style}>${text}</>` };

describe('a table', () => {
  test('is as wide as its cells if the output is not a terminal', () => {
    const url = `https://shop.example/${'a'.repeat(2000)}`;
    const [head, row] = tableLines(COLUMNS, [['200', '::1', url, '3', '3fa2c1']], PLAIN);
    expect(head).toMatch(/^Status {2}IP {3}URL .* {2}Queries {2}Token$/);
    expect(row).toBe(`200     ::1  ${url}        3  3fa2c1`);
  });

  test.each([50, 80, 200])('fits %i columns; the URL gives way before the address', (columns) => {
    const rows = [
      [
        '404',
        '2001:db8:1111:2222:3333:4444:5555:6666',
        `https://店舗.example/商品/${'検索'.repeat(900)}?q=終`,
        '1',
        '3fa2c1',
      ],
      ['200', '203.0.113.7', 'https://shop.example/', '', 'b07d1e'],
    ];
    const lines = tableLines(COLUMNS, rows, at(columns));
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(/^404 .*….*終 +1 {2}3fa2c1$/);
    expect(lines[1]?.includes('2001:db8:1111:2222:3333:4444:5555:6666')).toBe(columns === 200);
    expect(lines[2]).toMatch(/b07d1e$/);
  });

  test('takes a shorter form of a column, and returns what is too much of it to the URL', () => {
    const columns: readonly TableColumn[] = [
      { heading: 'URL', cut: 'middle', first: true, least: 10 },
      { heading: 'Time', shorter: (text) => text.slice(-8) },
    ];
    const rows = [['https://shop.example/', '06-Nov-2026 21:20:00']];
    expect(tableLines(columns, rows, at(40))[1]).toBe('…s://shop.example/  06-Nov-2026 21:20:00');
    expect(tableLines(columns, rows, at(30))[1]).toBe('…tps://shop.example/  21:20:00');
    for (const line of tableLines(
      COLUMNS,
      [['200', '203.0.113.7', 'https://shop.example/', '3', '3fa2c1']],
      at(38),
    ))
      expect(textWidth(line)).toBeLessThanOrEqual(38);
  });

  test('aligns wide characters', () => {
    const lines = tableLines(
      [{ heading: 'Word' }, { heading: 'Next' }],
      [
        ['日本', 'a'],
        ['e\u0301te\u0301', 'b'],
        ['❤\uFE0F', 'c'],
      ],
      PLAIN,
    );
    expect(lines).toEqual(['Word  Next', '日本  a', 'e\u0301te\u0301   b', '❤\uFE0F    c']);
  });

  test('escapes what a terminal would act on', () => {
    const [, row] = tableLines([{ heading: 'URL' }], [['\u001b[2J\u202e\n\u009b']], PLAIN);
    expect(row).toBe('\\u{1b}[2J\\u{202e}\\u{a}\\u{9b}');
  });

  test('is coloured without an effect on its widths', () => {
    const lines = tableLines(
      [{ heading: 'S' }, { heading: 'T' }],
      [[{ text: '500', style: 'red' }, 'x']],
      coloured,
    );
    expect(lines).toEqual(['<bold>S</>    <bold>T</>', '<red>500</>  x']);
  });
});

test('cut text never takes more columns, and keeps letters with their accents', () => {
  expect(cutToWidth('https://shop.example/error/.env', 15, 'middle')).toBe('…ple/error/.env');
  expect(cutToWidth('https://shop.example/error/.env', 25, 'middle')).toBe('https://…ample/error/.env');
  expect(cutToWidth('日本語日本語', 6, 'end')).toBe('日本…');
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2, 'end')).toBe('e\u0301…');
  expect(cutToWidth(`a${'\u0301'.repeat(500)}bcd`, 2, 'end').length).toBeLessThan(10);
  expect(cutToWidth('abc', 0, 'end')).toBe('');
});
