import { expect, test } from 'vitest';
import type { Entry } from '../profile/entry.ts';
import { COLUMN_NAMES, COLUMNS, columnText, parseColumns } from './columns.ts';

const ENTRY = {
  duration: 1500,
  queries: 1200,
  user: 'ann',
  error: 'TypeError',
  errorGroup: 'TypeError: x',
} as Entry;

test('the columns have names and texts', () => {
  expect(COLUMNS.map((column) => [COLUMN_NAMES[column], columnText(column, ENTRY)])).toEqual([
    ['Duration', '1.5 ms'],
    ['Queries', '1,200'],
    ['User', 'ann'],
    ['Error', 'TypeError: x'],
  ]);
});

test('an entry without a value has an empty cell', () => {
  const empty = { ...ENTRY, queries: 0, user: '', error: '', errorGroup: '' };
  expect(COLUMNS.slice(1).map((column) => columnText(column, empty))).toEqual(['', '', '']);
  expect(columnText('queries', { ...ENTRY, queries: 1 })).toBe('1');
});

test('an error without a group has its class', () => {
  expect(columnText('error', { ...ENTRY, errorGroup: '' })).toBe('TypeError');
});

test('a list of columns may have spaces, capitals and any order', () => {
  expect(parseColumns(' Error, duration,,ERROR')).toEqual({ columns: ['duration', 'error'], unknown: [] });
  expect(parseColumns('')).toEqual({ columns: [], unknown: [] });
  expect(parseColumns('user,size,ip')).toEqual({ columns: ['user'], unknown: ['size', 'ip'] });
});
