import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import {
  addClause,
  clauseText,
  escapePattern,
  formValues,
  hasClause,
  isValidValue,
  queryFromForm,
  queryFromParams,
  removeClauses,
  SHOWN_PARAM,
} from './edit-query.ts';
import { FIELDS } from './fields.ts';
import { parseForm } from './form.ts';
import { parseClauses, parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const reader = { now, zone: 'UTC' };
const fieldPart = (text: string, name: string) => formValues(text).get(name) ?? '';
const anything = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc
    .array(fc.constantFrom('"', '\\', ',', ' ', '/', ':', '-', '*', 'a'), { minLength: 1 })
    .map((c) => c.join('')),
);
const valid = fc.constantFrom(
  ...[...FIELDS.values()].map(({ example }) => example),
  'method:GET,POST',
  'url:"a b,c"',
  'since:"14-Nov-2026 09:05:07"',
);

describe('a clause that is written', () => {
  test('reads back as the same values, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 3 }), (values) => {
        const [clause, ...others] = parseClauses(clauseText('host', values));
        expect(clause).toMatchObject({ name: 'host', not: false, values, closed: true });
        expect(others).toEqual([]);
      }),
    );
  });

  test('finds a recorded value literally', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const wanted = escapePattern(value);
        if (!isValidValue('route', wanted)) return;
        const { terms, mistakes } = parseQueryText(clauseText('route', [wanted]), reader);
        expect(mistakes).toEqual([]);
        const lower = value.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
        expect(terms).toMatchObject([{ field: 'route', any: [{ match: 'whole', parts: [lower] }] }]);
      }),
    );
  });
});

describe('the whole text of an address', () => {
  test("asks the same as the address, the original's names included", () => {
    const params = new URLSearchParams(
      'ip=127.0.0.1&method=GET,POST&status_code=404&url=a,b&token=&start=14-Nov-2026+09:05:07&q=.env+-x&limit=50',
    );
    const text = queryFromParams(params);
    expect(text).toBe(
      'ip:127.0.0.1 method:GET,POST status:404 url:"a,b" since:"14-Nov-2026 09:05:07" .env -x',
    );
    const question = parseForm(params, now);
    expect(question.ok && question.criteria.terms).toEqual(parseQueryText(text, reader).terms);
  });

  test('asks the same, whatever fields are given', () => {
    const field = fc.constantFrom('url', 'route', 'agent', 'host', 'error');
    fc.assert(
      fc.property(fc.array(fc.tuple(field, anything), { maxLength: 4 }), valid, (given, query) => {
        const params = new URLSearchParams([...given, ['q', query]]);
        const question = parseForm(params, now);
        if (!question.ok) return;
        expect(parseQueryText(queryFromParams(params), reader).terms).toEqual(question.criteria.terms);
      }),
    );
  });

  test('keeps what stands behind an open quote out of it', () => {
    expect(queryFromParams(new URLSearchParams({ q: 'url:"abc', status: '404' }))).toBe(
      'status:404 url:"abc',
    );
    expect(addClause('url:"abc', 'status:404')).toBe('status:404 url:"abc');
  });
});

describe('a field of the form', () => {
  test('shows the first clause of its name that it can hold', () => {
    const text = '-status:200 status:404,410 .env url:b,c /api since:1h';
    expect(fieldPart(text, 'status')).toBe('404,410');
    expect(fieldPart(text, 'url')).toBe('.env');
    expect(fieldPart('url:b,c /api', 'url')).toBe('/api');
    expect(fieldPart(text, 'since')).toBe('1h');
    expect(fieldPart(text, 'ip')).toBe('');
  });

  /** The form as a browser sends it: all that was shown, and what was changed in it. */
  const sent = (shown: string, changed: Record<string, string>) => {
    const params = new URLSearchParams({ [SHOWN_PARAM]: shown, q: shown });
    for (const name of FIELDS.keys()) params.set(name, fieldPart(shown, name));
    for (const [name, value] of Object.entries(changed)) params.set(name, value);
    return queryFromForm(params);
  };

  test('changes its own clause and no other', () => {
    const shown = 'status:4xx .env -client:scanner since:1h';
    expect(sent(shown, { status: '404' })).toBe('status:404 .env -client:scanner since:1h');
    expect(sent(shown, { url: '' })).toBe('status:4xx -client:scanner since:1h');
    expect(sent(shown, { ip: ' 10.0.0.0/8 ' })).toBe(`${shown} ip:10.0.0.0/8`);
    expect(sent(shown, { url: 'a b' })).toBe('status:4xx url:"a b" -client:scanner since:1h');
  });

  test('gives way to the text, and is kept when both were changed', () => {
    expect(sent('status:404 .env', { q: '.env' })).toBe('.env');
    expect(sent('status:404 .env', { q: '.env since:1h', ip: '::1' })).toBe('.env since:1h ip:::1');
    expect(sent('', { q: 'a', url: 'b' })).toBe('url:b');
  });

  test('that was not changed changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(valid, anything), { maxLength: 5 }), (parts) => {
        const shown = queryFromParams(new URLSearchParams({ q: parts.join(' ') }));
        expect(sent(shown, {})).toBe(shown);
      }),
    );
  });
});

test('a clause is taken out, those that exclude stay', () => {
  expect(removeClauses('status:4xx a -status:404 STATUS:500', ['status'])).toBe('a -status:404');
  expect(hasClause('kind:main', 'kind', 'main')).toBe(true);
  expect(hasClause('-kind:main kind:main,sub', 'kind', 'main')).toBe(false);
});
