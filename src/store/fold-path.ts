import { pathOf } from '../search/pattern.ts';

/** Characters (code points) of a path that are kept. */
export const MAX_PATH_LENGTH = 128;

/** Long names and UUIDs, random ids such as `9s6XKz8i3`, and hashes. */
const IDS = [
  '[0-9A-Za-z_-]{32,}',
  '[A-Za-z_]*[0-9]+[A-Za-z_]+[0-9]+[A-Za-z_]+[0-9][0-9A-Za-z_]*',
  '[0-9A-Fa-f]{8,}',
].join('|');

/**
 * A star replaces each match but its first group: ids, whole numbers that are not a part of a percent-encoded
 * character, and long numbers in names. ClickHouse evaluates the same expression, so it has no lookahead and only ASCII classes.
 */
export const VARYING_PATH_PARTS = `(^|[^%0-9A-Za-z_])(?:${IDS}|[0-9]+\\b)|${IDS}|[0-9]{4,}`;

const VARYING = new RegExp(VARYING_PATH_PARTS, 'g');

/** The path of a URL, with a star in place of each number and id: `/users/17` becomes `/users/*`. */
export function foldPath(url: string): string {
  const path = pathOf(url);
  if (path === '') return '/';
  return firstCharacters(path).replace(VARYING, '$1*');
}

function firstCharacters(path: string): string {
  if (path.length <= MAX_PATH_LENGTH) return path;
  // A character takes up to two code units.
  return [...path.slice(0, 2 * MAX_PATH_LENGTH)].slice(0, MAX_PATH_LENGTH).join('');
}
