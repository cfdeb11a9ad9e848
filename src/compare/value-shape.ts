import { textStart } from '../format/cut-text.ts';

const MAX_LENGTH = 2000;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';

/** Texts that differ between two equal requests, in the order of replacement. */
const VARYING: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [
    new RegExp(`(?:\\w{3}, )?\\d{1,2}[ -]${MONTH}[ -]\\d{4}(?: \\d\\d:\\d\\d:\\d\\d)?(?: GMT)?`, 'g'),
    '<time>',
  ],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '<id>'],
  // Random text of letters and digits, such as `cus_9s6XKzkNRiz8i3`.
  [/\b(?=\w*\d\w*\d\w*\d)(?=\w*[A-Za-z])\w{12,}\b/g, '<id>'],
  [/\d+(?:\.\d+)*/g, '<n>'],
];

/** A text without its times, ids and numbers. */
export function shapeOf(text: string): string {
  let shape = textStart(text, MAX_LENGTH);
  for (const [pattern, replacement] of VARYING) shape = shape.replace(pattern, replacement);
  return shape;
}

/** Whether two texts differ at most in times, ids and numbers. */
export function isSameShape(a: string, b: string): boolean {
  return a === b || shapeOf(a) === shapeOf(b);
}

const ID_NAME =
  /(?:^|[^A-Za-z])(?:id|ids|uuid|guid|key|hash|nonce|token|cursor|after|before|since|until|ts|timestamp|time|date|from|to|seq|rev|etag|_|t|cb|v)$|Id$|Ids$|At$|(?:^|[_-])(?:id|at|on)$/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Whether two values of a parameter are two ids or two times. Other numbers count: a limit of 10 is not one of 1,000. */
export function isSameParameter(name: string, a: string, b: string): boolean {
  if (a === b) return true;
  if (!isSameShape(a, b)) return false;
  if (!NUMBER.test(a) || !NUMBER.test(b)) return true;
  return ID_NAME.test(name) || isUnixTime(a, b);
}

/** Unix times in seconds or milliseconds, of the same decade. */
function isUnixTime(a: string, b: string): boolean {
  return a.length === b.length && (a.length === 10 || a.length === 13) && a[0] === b[0];
}
