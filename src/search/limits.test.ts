import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseForm } from './form.ts';
import { parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const query = (text: string) => parseQueryText(text, { now, zone: 'UTC' });
const mistakesOf = (params: string) => {
  const search = parseForm(new URLSearchParams(params), now);
  return search.ok ? [] : search.mistakes;
};
const many = (n: number, text: string, separator: string) => Array(n).fill(text).join(separator);

describe('a search', () => {
  test('has at most 50 criteria across the form and the query text', () => {
    expect(query(many(50, 'a', ' ')).mistakes).toEqual([]);
    const [mistake, ...others] = query(many(60, 'a', ' ')).mistakes;
    expect(mistake).toMatchObject({ from: 100, to: 101, message: 'a search has at most 50 criteria' });
    expect(others).toEqual([]);
    expect(mistakesOf(many(51, 'url=a', '&'))).toMatchObject([{ param: 'url', text: 'a' }]);
    expect(mistakesOf(`q=${many(50, 'a', '+')}&status=404`)).toMatchObject([
      { param: 'status', text: '404' },
    ]);
  });

  test('has at most 200 values across the form and the query text', () => {
    expect(query(`status:${many(200, '200', ',')}`).mistakes).toEqual([]);
    expect(query(`status:${many(201, '200', ',')}`).mistakes).toMatchObject([
      { from: 0, message: 'a search has at most 200 values in total', fix: 'remove some of these' },
    ]);
    expect(mistakesOf(`status=${many(1001, '200', ',')}`)).toHaveLength(1);
    expect(mistakesOf(`q=.env&status=${many(200, '200', ',')}`)).toMatchObject([{ param: 'status' }]);
  });

  test('reports at most ten mistakes', () => {
    expect(query(many(600, 'a:', ' ')).mistakes).toHaveLength(10);
    expect(mistakesOf(many(20, 'status=x', '&'))).toHaveLength(10);
    expect(mistakesOf(`q=${many(600, 'a:', '+')}&status=x`)).toHaveLength(10);
  });

  test('accepts 2,000 characters of query text and reports where it is too long', () => {
    expect(query('a'.repeat(1000) + ' '.repeat(1000)).mistakes).toEqual([]);
    const [mistake, ...others] = query('a:'.repeat(7500)).mistakes;
    expect(mistake).toMatchObject({ param: 'q', from: 2000, to: 15_000, message: 'this text is too long' });
    expect(mistake?.fix).toContain('at most 2,000 characters');
    expect(others).toEqual([]);
  });

  test('refuses control characters', () => {
    for (const text of ['\0', 'zzz\0', 'url:a\u0007b', 'host:\u001b[2J', '"a\tb"']) {
      expect(query(text).mistakes).toMatchObject([{ message: 'control characters are not allowed' }]);
    }
    expect(mistakesOf('url=%00')).toMatchObject([{ param: 'url', fix: 'remove them' }]);
  });

  test('reports which of two parameters with the same name is wrong', () => {
    expect(mistakesOf('status=200&status=2x')).toMatchObject([
      { param: 'status', text: '2x', from: 0, to: 2, message: '"2x" is not a valid HTTP status' },
    ]);
    expect(mistakesOf('q=.env&q=a+status:9')).toMatchObject([{ param: 'q', text: 'a status:9', from: 9 }]);
  });
});
