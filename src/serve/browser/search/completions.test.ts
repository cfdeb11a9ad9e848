import { describe, expect, test } from 'vitest';
import { completionsOf } from './completions.ts';

const VOCABULARY = {
  fields: new Map([
    ['status', 'status code'],
    ['since', 'at or after'],
    ['route', 'matched route'],
  ]),
  values: new Map([
    ['status', new Set(['404', '200', '4xx'])],
    ['route', new Set(['/cart', '/api/cart', 'a b'])],
  ]),
};
/** What the query would be after each completion; `|` is the caret. */
function complete(query: string): string[] {
  const caret = query.indexOf('|');
  const text = query.replace('|', '');
  return completionsOf(text, caret, VOCABULARY).map(
    ({ text: completed, from, to }) => text.slice(0, from) + completed + text.slice(to),
  );
}

describe('completions', () => {
  test('are fields that start with the word', () => {
    expect(complete('s|')).toEqual(['status:', 'since:']);
    expect(complete('.env -ST|')).toEqual(['.env -status:']);
    expect(complete('x|')).toEqual([]);
    expect(complete('.env |')).toEqual([]);
  });

  test('are values of the field, those that start with the text first', () => {
    expect(complete('status:4|')).toEqual(['status:404 ', 'status:4xx ']);
    expect(complete('route:/c|')).toEqual(['route:/cart ', 'route:/api/cart ']);
    expect(complete('-status:200,|')).toEqual(['-status:200,404 ', '-status:200,200 ', '-status:200,4xx ']);
    expect(complete('status:404|')).toEqual([]);
    expect(complete('agent:c|')).toEqual([]);
  });

  test('leave the rest of the query as it is, and quote a value with a space', () => {
    expect(complete('a st| b')).toEqual(['a status: b']);
    expect(complete('route:"a |')).toEqual(['route:"a b" ']);
  });
});
