import { countText } from '../format/count-text.ts';
import { formatDuration } from '../format/units.ts';
import type { Entry } from '../profile/entry.ts';

/** The columns that a reader can add to the list, right of the six that it always has. They are shown in this order. */
export const COLUMNS = ['duration', 'queries', 'user', 'error'] as const;
export type Column = (typeof COLUMNS)[number];

export const COLUMN_NAMES = {
  duration: 'Duration',
  queries: 'Queries',
  user: 'User',
  error: 'Error',
} as const satisfies Record<Column, string>;

/** The parameter of a URL that lists them. */
export const COLUMNS_PARAM = 'cols';

/** Parses a list such as `duration,error`. */
export function parseColumns(text: string): { columns: readonly Column[]; unknown: readonly string[] } {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return {
    columns: COLUMNS.filter((column) => names.includes(column)),
    unknown: names.filter((name) => !COLUMNS.some((column) => column === name)),
  };
}

/** The text of a cell; empty if the entry has no such value. */
export function columnText(column: Column, entry: Entry): string {
  switch (column) {
    case 'duration':
      return formatDuration(entry.duration);
    case 'queries':
      return entry.queries === 0 ? '' : countText(entry.queries);
    case 'user':
      return entry.user;
    case 'error':
      return entry.errorGroup || entry.error;
  }
}
