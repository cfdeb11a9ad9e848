import { expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import { mistakesText, parseExport } from '../../report/parse-search.ts';
import { copyLinks, exportLinks, profileLinks } from './links.ts';

const params = (text: string) => new URLSearchParams(text);

test('export links contain the criteria but not the page', () => {
  expect(exportLinks('/_profiler', params('q=.env&status=4xx&limit=50&cursor=o1-1&ip='))).toEqual([
    { label: 'CSV', href: '/_profiler/export.csv?q=.env&status=4xx' },
    { label: 'HAR', href: '/_profiler/export.har?q=.env&status=4xx' },
    { label: 'JSON', href: '/_profiler/export.json?q=.env&status=4xx' },
  ]);
  expect(exportLinks('/_profiler', params(''))[0]?.href).toBe('/_profiler/export.csv');
});

test('a profile has links to a command, a test and files', () => {
  expect(copyLinks('/_profiler', '3fa2c1', true)).toEqual([
    { label: 'Copy as curl', href: '/_profiler/3fa2c1/snippet?lang=curl' },
    { label: 'Copy as fetch', href: '/_profiler/3fa2c1/snippet?lang=javascript' },
    { label: 'Copy as failing test', href: '/_profiler/3fa2c1/snippet?lang=node-test' },
  ]);
  expect(copyLinks('/_profiler', '3fa2c1', false)[2]?.label).toBe('Copy as test');
  expect(profileLinks('/_profiler', '3fa2c1').map(({ href }) => href)).toEqual([
    '/_profiler/3fa2c1.har',
    '/_profiler/3fa2c1.json',
  ]);
});

test('a file has up to 10,000 rows, and by default 10,000', () => {
  const limitOf = (text: string) => {
    const parsed = parseExport(params(text), 0 as Micros);
    return parsed.ok ? parsed.criteria.limit : mistakesText(parsed.mistakes);
  };
  expect(limitOf('')).toBe(10_000);
  expect(limitOf('limit=')).toBe(10_000);
  expect(limitOf('limit=7')).toBe(7);
  expect(limitOf('limit=10000')).toBe(10_000);
  for (const wrong of ['0', '10001', '-1', '1e3', 'x'])
    expect(limitOf(`limit=${wrong}`)).toBe(
      `The search was not run.\nlimit=${wrong}: "${wrong}" is not a valid number of results: write a number from 1 to 10,000.\n`,
    );
  expect(limitOf('limit=x&status=y&q=stauts:404')).toMatch(
    /status=y: .*\nq=stauts:: .*write status:.*\nlimit=x: /,
  );
});
