import { expect, test } from 'vitest';
import { bodyOf, fill } from '../../bench/published/document.ts';
import { numberText, spreadText } from '../../bench/published/numbers.ts';
import { drawPlot, type Plot } from '../../bench/published/plot.ts';

const PAGE =
  'before\n\n<!-- bench:a -->\nold\n<!-- /bench:a -->\n\nbetween\n\n<!-- bench:b -->\n<!-- /bench:b -->\n';
const SPREAD = { median: 5, low: 2, high: 9 };
const PLOT: Plot = {
  title: 'Time & "cost" of <search>',
  description: 'Dots of milliseconds.',
  unit: 'ms',
  kind: 'dots',
  names: ['one', 'two'],
  groups: [{ name: '', rows: [{ label: 'url:<b>&', values: [SPREAD, null] }] }],
};

test('a run replaces the tables of its part and nothing else', () => {
  const filled = fill(PAGE, 'a', 'new');
  expect(filled).toContain('<!-- bench:a -->\nnew\n<!-- /bench:a -->');
  expect(filled).not.toContain('old');
  expect(filled).toContain('between\n\n<!-- bench:b -->\n<!-- /bench:b -->');
  expect(fill(filled, 'a', 'new')).toBe(filled);
});

test('a page without the markers of a part is refused, and says which are missing', () => {
  expect(() => fill(PAGE, 'c', 'new')).toThrow('"<!-- bench:c -->"');
});

test('the tables say where, when and with which versions they were measured', () => {
  const table = { head: ['what', 'ms'], rows: [['newest', '1']] };
  const body = bodyOf('a', { tables: [table], plots: [PLOT], compared: ['morgan 1.12.1'] }, 12.2);
  expect(body).toContain('| what | ms |\n| --- | --: |\n| newest | 1 |');
  expect(body).toContain('![Dots of milliseconds.](images/bench-a.svg)');
  expect(body).toContain(`Node ${process.versions.node}; morgan 1.12.1, 13 s.`);
});

test.each([
  [0.0042, '0.004'],
  [0.42, '0.42'],
  [5.444, '5.44'],
  [54.44, '54.4'],
  [7812.3, '7,812'],
])('%d is written as %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test('a spread of one value is that value', () => {
  expect(spreadText(SPREAD)).toBe('5 (2 to 9)');
  expect(spreadText({ median: 5, low: 5, high: 5 })).toBe('5');
});

test('a plot has a title and a description for screen readers, and escapes its texts', () => {
  const svg = drawPlot(PLOT);
  expect(svg).toContain('role="img" aria-labelledby="title description"');
  expect(svg).toContain('<title id="title">Time &amp; &quot;cost&quot; of &lt;search></title>');
  expect(svg).toContain('<desc id="description">Dots of milliseconds.</desc>');
  expect(svg).toContain('url:&lt;b>&amp;');
});

test.each(['bars', 'dots'] as const)('%s of zero, negative and equal values stay finite', (kind) => {
  for (const value of [0, -3, 4]) {
    const row = { label: 'a', values: [{ median: value, low: value, high: value }] };
    const svg = drawPlot({ ...PLOT, kind, names: ['one'], groups: [{ name: 'g', rows: [row, row] }] });
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
});
