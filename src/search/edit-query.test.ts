import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseClauses } from './clauses.ts';
import {
  addClause,
  clauseText,
  formValues,
  hasClause,
  isValidValue,
  queryFromForm,
  queryFromParams,
  removeClauses,
  SHOWN_PARAM,
} from './edit-query.ts';
import { escapePattern } from './escape-value.ts';
import { FIELDS } from './fields.ts';
import { parseForm } from './form.ts';
import { parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const context = { now, zone: 'UTC' };
const formValue = (query: string, name: string) => formValues(query).get(name) ?? '';
const anyText = fc.oneof(
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

describe('clauseText', () => {
  test('writes a clause that parses back to the same values', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), (values) => {
        const [clause, ...others] = parseClauses(clauseText('host', values));
        expect(clause).toMatchObject({ name: 'host', not: false, values, closed: true });
        expect(others).toEqual([]);
      }),
    );
  });

  test('with escapePattern, matches a recorded value literally', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const escaped = escapePattern(value);
        if (!isValidValue('route', escaped)) return;
        const { terms, mistakes } = parseQueryText(clauseText('route', [escaped]), context);
        expect(mistakes).toEqual([]);
        const lower = value.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
        expect(terms).toMatchObject([{ field: 'route', any: [{ match: 'whole', parts: [lower] }] }]);
      }),
    );
  });
});

describe('queryFromParams', () => {
  test("keeps the criteria of the parameters, including Symfony's names", () => {
    const params = new URLSearchParams(
      'ip=127.0.0.1&method=GET,POST&status_code=404&url=a,b&token=&start=14-Nov-2026+09:05:07&q=.env+-x&limit=50',
    );
    const text = queryFromParams(params);
    expect(text).toBe(
      'ip:127.0.0.1 method:GET,POST status:404 url:"a,b" since:"14-Nov-2026 09:05:07" .env -x',
    );
    const search = parseForm(params, now);
    expect(search.ok && search.criteria.terms).toEqual(parseQueryText(text, context).terms);
  });

  test('keeps the criteria of any fields', () => {
    const field = fc.constantFrom('url', 'route', 'agent', 'host', 'error');
    fc.assert(
      fc.property(fc.array(fc.tuple(field, anyText), { maxLength: 4 }), valid, (fields, query) => {
        const params = new URLSearchParams([...fields, ['q', query]]);
        const search = parseForm(params, now);
        if (!search.ok) return;
        expect(parseQueryText(queryFromParams(params), context).terms).toEqual(search.criteria.terms);
      }),
    );
  });

  test('puts other clauses before an unclosed quote', () => {
    expect(queryFromParams(new URLSearchParams({ q: 'url:"abc', status: '404' }))).toBe(
      'status:404 url:"abc',
    );
    expect(addClause('url:"abc', 'status:404')).toBe('status:404 url:"abc');
  });
});

describe('a form field', () => {
  test('shows the first clause of its name that it can represent', () => {
    const text = '-status:200 status:404,410 .env url:b,c /api since:1h';
    expect(formValue(text, 'status')).toBe('404,410');
    expect(formValue(text, 'url')).toBe('.env');
    expect(formValue('url:b,c /api', 'url')).toBe('/api');
    expect(formValue(text, 'since')).toBe('1h');
    expect(formValue(text, 'ip')).toBe('');
  });

  /** Submits the form as a browser does: all fields as they were shown, with some changed. */
  const submit = (shown: string, changed: Record<string, string>) => {
    const params = new URLSearchParams({ [SHOWN_PARAM]: shown, q: shown });
    for (const name of FIELDS.keys()) params.set(name, formValue(shown, name));
    for (const [name, value] of Object.entries(changed)) params.set(name, value);
    return queryFromForm(params);
  };

  test('changes only its own clause', () => {
    const shown = 'status:4xx .env -client:scanner since:1h';
    expect(submit(shown, { status: '404' })).toBe('status:404 .env -client:scanner since:1h');
    expect(submit(shown, { url: '' })).toBe('status:4xx -client:scanner since:1h');
    expect(submit(shown, { ip: ' 10.0.0.0/8 ' })).toBe(`${shown} ip:10.0.0.0/8`);
    expect(submit(shown, { url: 'a b' })).toBe('status:4xx url:"a b" -client:scanner since:1h');
  });

  test('is overridden by the query text, and applied if both were changed', () => {
    expect(submit('status:404 .env', { q: '.env' })).toBe('.env');
    expect(submit('status:404 .env', { q: '.env since:1h', ip: '::1' })).toBe('.env since:1h ip:::1');
    expect(submit('', { q: 'a', url: 'b' })).toBe('url:b');
  });

  test('has no effect if it was not changed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(valid, anyText), { maxLength: 5 }), (parts) => {
        const shown = queryFromParams(new URLSearchParams({ q: parts.join(' ') }));
        expect(submit(shown, {})).toBe(shown);
      }),
    );
  });
});

test('removeClauses keeps negated clauses, and hasClause ignores them', () => {
  expect(removeClauses('status:4xx a -status:404 STATUS:500', ['status'])).toBe('a -status:404');
  expect(hasClause('kind:main', 'kind', 'main')).toBe(true);
  expect(hasClause('-kind:main kind:main,sub', 'kind', 'main')).toBe(false);
});

describe('the form', () => {
  const fromForm = (params: Record<string, string>) => queryFromForm(new URLSearchParams(params));
  const fromParams = (params: Record<string, string>) => queryFromParams(new URLSearchParams(params));

  test('sends what it showed, so that only what was changed is set', () => {
    expect(fromForm({ status: '500' })).toBe('status:500');
    expect(fromForm({ q: 'a', shown: 'status:500', status: '500' })).toBe('a');
    expect(fromForm({ q: '-status:500', status: '404' })).toBe('-status:500 status:404');
  });

  test('criteria stay in order, except for a text that would swallow those after it', () => {
    expect(fromParams({ q: 'a', status: '500' })).toBe('a status:500');
    expect(fromParams({ q: '"a', status: '500' })).toBe('status:500 "a');
    expect(fromParams({ q: 'a\nb\tc' })).toBe('a b c');
  });

  test('shows a value without the space around it, and no value that has a comma of its own', () => {
    expect(formValue('url:" a "', 'url')).toBe('a');
    expect(formValue('host:"a,b",c', 'host')).toBe('');
  });

  test('a clause is added to a query without words', () => {
    expect(addClause(' ', 'a:1')).toBe('  a:1');
  });
});
