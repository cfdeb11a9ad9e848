import { closestMatch } from '../format/closest-match.ts';
import { parseDuration } from '../format/parse-units.ts';
import type { NumberRange, Parsed } from './criteria.ts';

/** Parsers for the values of the search fields. */

const SIGN = '(>=|<=|>|<)';
const STATUS = '([1-9]\\d\\d)';
const STATUS_CLASS = /^([1-9])xx$/i;
const MAX_STATUS = 999;

export function parseStatus(text: string): Parsed<NumberRange> {
  const hundreds = STATUS_CLASS.exec(text)?.[1];
  if (hundreds) return { value: { from: Number(hundreds) * 100, to: Number(hundreds) * 100 + 99 } };
  const range = parseNumbers(text, STATUS, MAX_STATUS);
  if (range) return range;
  const meant = /^[1-5]$/.test(text) ? `${text}xx` : '404, 4xx, 400-499 or >=500';
  return { message: `"${text}" is not a valid HTTP status`, fix: `write ${meant}` };
}

const DURATION = String.raw`(\d{1,9}(?:\.\d{1,6})?(?:us|µs|ms|s|m))`;
const DURATION_BOUND = new RegExp(`^${SIGN}${DURATION}$`, 'i');
const DURATION_RANGE = new RegExp(String.raw`^${DURATION}\.\.${DURATION}$`, 'i');

export function parseDurationRange(text: string): Parsed<NumberRange> {
  const [, sign = '', bound] = DURATION_BOUND.exec(text) ?? [];
  if (bound) return { value: boundedRange(sign, toMicros(bound), Number.MAX_SAFE_INTEGER) };
  const [, low, high] = DURATION_RANGE.exec(text) ?? [];
  if (low && high) return orderedRange(toMicros(low), toMicros(high), text);
  const plain = new RegExp(`^${DURATION}$`, 'i').test(text);
  const fix = plain ? `write >${text} or <${text}` : 'write >500ms, <=2s or 100ms..1s';
  return { message: `"${text}" is not a range of durations`, fix };
}

export function parseCountRange(text: string): Parsed<NumberRange> {
  const range = parseNumbers(text, '(\\d{1,9})', Number.MAX_SAFE_INTEGER);
  if (range) return range;
  return { message: `"${text}" is not a number or a range of numbers`, fix: 'write 20, >20, <=5 or 10..50' };
}

export function parseMethod(text: string): Parsed<string> {
  if (/^[a-z][a-z-]{0,31}$/i.test(text)) return { value: text.toUpperCase() };
  return {
    message: `"${text}" is not a valid HTTP method`,
    fix: 'write a method such as GET, or several as GET,POST',
  };
}

export function parseTrace(text: string): Parsed<string> {
  const id = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i.exec(text)?.[1];
  if (id) return { value: id.toLowerCase() };
  return {
    message: `"${text}" is not a valid trace ID`,
    fix: 'write its 32 hex digits or the whole traceparent',
  };
}

export function parseToken(text: string): Parsed<string> {
  if (/^(?:[0-9a-f]{6}|[0-9a-f]{8}|[0-9a-f]{12})$/i.test(text)) return { value: text.toLowerCase() };
  return {
    message: `"${text}" is not a valid token`,
    fix: 'write its 6, 8 or 12 hex digits, such as 3fa2c1',
  };
}

export function oneOfParser<T extends string>(known: readonly T[]): (text: string) => Parsed<T> {
  return (text) => {
    const value = known.find((candidate) => candidate === text.toLowerCase());
    if (value !== undefined) return { value };
    const meant = closestMatch(text, known);
    return {
      message: `"${text}" is not one of ${known.join(', ')}`,
      fix: `write ${meant ?? known.join(' or ')}`,
    };
  };
}

/** `20`, `>20` or `10..50`. */
function parseNumbers(text: string, number: string, max: number): Parsed<NumberRange> | null {
  const [, exact] = new RegExp(`^${number}$`).exec(text) ?? [];
  if (exact) return { value: { from: Number(exact), to: Number(exact) } };
  const [, sign = '', bound] = new RegExp(`^${SIGN}${number}$`).exec(text) ?? [];
  if (bound) return { value: boundedRange(sign, Number(bound), max) };
  const [, low, high] = new RegExp(`^${number}(?:-|\\.\\.)${number}$`).exec(text) ?? [];
  return low && high ? orderedRange(Number(low), Number(high), text) : null;
}

function toMicros(duration: string): number {
  return Math.round((parseDuration(duration) ?? 0) * 1000);
}

function boundedRange(sign: string, bound: number, max: number): NumberRange {
  if (sign === '>') return { from: bound + 1, to: max };
  if (sign === '>=') return { from: bound, to: max };
  return { from: 0, to: sign === '<' ? bound - 1 : bound };
}

function orderedRange(from: number, to: number, text: string): Parsed<NumberRange> {
  if (from <= to) return { value: { from, to } };
  const [low, high] = text.split(/-|\.\./).reverse();
  return { message: `"${text}" starts after it ends`, fix: `write ${low}..${high}` };
}
