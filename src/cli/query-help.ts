import { FIELDS } from '../search/fields.ts';
import { SORT_HELP } from '../search/query-text.ts';

/** For the help of commands that take a query. */
export const QUERY_HELP = `
Query:
  Terms are separated by spaces, and all must match. A leading - excludes, commas mean "or", and bare words
  match the URL. Quote values that contain spaces.

${[...FIELDS.values(), SORT_HELP].map(({ example, help }) => `  ${example.padEnd(44)}${help}`).join('\n')}`;
