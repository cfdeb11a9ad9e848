import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { FIELDS } from './fields.ts';
import { parseForm, zoneOf } from './form.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const form = (params: Record<string, string>) => parseForm(new URLSearchParams(params), now);
const mistakesOf = (params: Record<string, string>) => {
  const parsed = form(params);
  return parsed.ok ? [] : parsed.mistakes;
};
const criteriaOf = (params: Record<string, string>) => {
  const parsed = form(params);
  if (!parsed.ok) throw new Error(parsed.mistakes[0]?.message);
  return parsed.criteria;
};

test.each([...FIELDS].filter(([, { isPattern, isList }]) => isPattern && !isList).map(([name]) => name))(
  'a comma in %s is text',
  (name) => {
    const { terms, details = [] } = criteriaOf({ [name]: '/a,b' });
    expect(JSON.stringify([...terms, ...details])).toContain('/a,b');
  },
);

test.each(['since', 'until', 'at'])('%s is one time', (name) => {
  expect(mistakesOf({ [name]: 'today,x' })).toMatchObject([{ param: name, from: 0, to: 7 }]);
});

test('other fields are lists, and mistakes have the position of their value', () => {
  expect(criteriaOf({ status: ' 404 , 5xx' }).terms).toEqual([
    {
      field: 'status',
      not: false,
      any: [
        { from: 404, to: 404 },
        { from: 500, to: 599 },
      ],
    },
  ]);
  expect(mistakesOf({ status: '404, 500,  x ' })).toMatchObject([
    { param: 'status', text: '404, 500,  x ', from: 11, to: 12 },
  ]);
});

test('empty parameters and the one of Symfony are ignored', () => {
  expect(criteriaOf({ status: '', url: ' ', type: 'request' })).toEqual({
    terms: [],
    limit: 10,
    cursor: null,
  });
  expect(mistakesOf({ type: 'command' })).toMatchObject([{ message: 'unknown parameter "type"' }]);
});

test.each([
  ['stauts', 'write status='],
  ['limt', 'write limit='],
  ['status_cod', 'write status_code='],
  ['typ', 'write type='],
  ['xyzzy', 'remove it'],
])('an unknown parameter %s says: %s', (name, fix) => {
  expect(mistakesOf({ [name]: '1' })).toEqual([
    { param: name, text: '1', from: 0, to: 1, message: `unknown parameter "${name}"`, fix },
  ]);
});

test('a page has from 1 to 1,000 results', () => {
  for (const limit of [1, 10, 1000]) expect(criteriaOf({ limit: `${limit}` }).limit).toBe(limit);
  for (const limit of ['0', '1001', '-1', '1.5', 'x1', '1x', '00010'])
    expect(mistakesOf({ limit })).toMatchObject([
      { message: `"${limit}" is not a valid number of results`, fix: 'write a number from 1 to 1,000' },
    ]);
});

test('cursors, time zones and columns say what is wrong', () => {
  expect(mistakesOf({ cursor: 'x' })).toMatchObject([
    { message: 'invalid cursor', fix: 'remove it to start at the newest profile' },
  ]);
  expect(mistakesOf({ tz: 'Mars/Base' })).toMatchObject([
    { message: '"Mars/Base" is not a valid time zone', fix: 'write a name such as UTC or Europe/Zagreb' },
  ]);
  expect(mistakesOf({ cols: 'duration,size' })).toMatchObject([
    { message: 'unknown column "size"', fix: 'write duration, queries, user, error' },
  ]);
  expect(criteriaOf({ cursor: 'o1-2' }).cursor).toEqual({ toward: 'older', time: 1, seq: 2 });
});

test('a sorted list has no cursor, and cannot look inside details', () => {
  expect(criteriaOf({ sort: 'Duration' })).toMatchObject({ sort: 'duration' });
  expect(criteriaOf({ note: 'a' })).not.toHaveProperty('sort');
  expect(criteriaOf({ status: '404' })).not.toHaveProperty('details');
  expect(mistakesOf({ q: 'sort:duration note:a' })).toEqual([
    {
      param: 'sort',
      text: 'sort:duration',
      from: 0,
      to: 13,
      message: 'a sorted search cannot look inside details',
      fix: 'remove sort:duration or note:',
    },
  ]);
  expect(mistakesOf({ sort: 'duration', cursor: 'o1-2' })).toEqual([
    {
      param: 'cursor',
      text: 'o1-2',
      from: 0,
      to: 4,
      message: "a sorted list can't start at a cursor",
      fix: 'remove the cursor, or remove sort:',
    },
  ]);
});

test('the time zone is UTC unless the parameters choose one', () => {
  const zone = (tz?: string) => zoneOf(new URLSearchParams(tz === undefined ? {} : { tz }));
  expect([zone(), zone(''), zone('Mars/Base'), zone('Europe/Zagreb')]).toEqual([
    'UTC',
    'UTC',
    'UTC',
    'Europe/Zagreb',
  ]);
});

test('a search has at most 50 criteria and 200 values, and reports ten mistakes', () => {
  const text = (count: number, clause: string) => Array.from({ length: count }, () => clause).join(' ');
  expect(criteriaOf({ q: text(50, '.env') }).terms).toHaveLength(50);
  const mixed = criteriaOf({ q: `${text(25, '.env')} ${text(25, 'note:a')}` });
  expect([mixed.terms.length, mixed.details?.length]).toEqual([25, 25]);
  expect(mistakesOf({ q: `${text(25, '.env')} ${text(26, 'note:a')}` })).toMatchObject([
    { message: 'a search has at most 50 criteria', fix: 'remove this one and all after it' },
  ]);
  const list = (count: number) => `status:${Array.from({ length: count }, () => '404').join(',')}`;
  expect(criteriaOf({ q: list(200) }).terms).toHaveLength(1);
  expect(mistakesOf({ q: `${list(200)} .env` })).toMatchObject([
    { message: 'a search has at most 200 values in total', fix: 'remove some of these' },
  ]);
  expect(mistakesOf({ q: text(12, 'status:x') })).toHaveLength(10);
});

test.each([
  ['curso', 'write cursor='],
  ['tzz', 'write tz='],
  ['limt', 'write limit='],
  ['zzzzzzzz', 'remove it'],
])('the parameter %s is unknown: %s', (param, fix) => {
  expect(mistakesOf({ [param]: '1' })).toMatchObject([{ message: `unknown parameter "${param}"`, fix }]);
});
