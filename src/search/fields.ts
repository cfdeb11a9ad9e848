import { type IpRange, parseIpRange } from '../net/ip.ts';
import { CLIENT_CLASSES, KINDS } from '../profile/entry.ts';
import type { NumberRange, Term, TermValues } from './criteria.ts';
import type { Parsed } from './mistake.ts';
import { CONTROL, type Pattern, parsePattern } from './pattern.ts';
import { type ParseContext, parseTime, TIME_FORMS } from './time-text.ts';
import {
  oneOfParser,
  parseDurationRange,
  parseMethod,
  parseStatus,
  parseToken,
  parseTrace,
} from './values.ts';

/** A value as it was written, and where. */
export interface RawValue {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A value that could not be read. */
export interface InvalidValue extends RawValue {
  readonly message: string;
  readonly fix: string;
}

export interface Field {
  /** Reads every value into one term, or says what is wrong with which. */
  toTerm(values: readonly RawValue[], not: boolean, reader: ParseContext): Term | InvalidValue;
  /** What it finds, in a line for the help. */
  readonly help: string;
  readonly example: string;
}

/** Everything that can be asked for, by the name it has in the query text. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    status: field('status', parseStatus, 'the status, a class of them, or a span', 'status:4xx'),
    ip: field('ip', parseIp, 'the client address, or a block of them', 'ip:203.0.113.0/24'),
    method: field('method', parseMethod, 'the method', 'method:GET,POST'),
    url: field('url', patternParser('contains'), 'text in the URL, or all of it with *', 'url:*/.env'),
    host: field('host', patternParser('whole'), 'the host that was asked', 'host:*.shop.example'),
    route: field('route', patternParser('whole'), 'the route that matched', 'route:/users/:id'),
    duration: field('duration', parseDurationRange, 'how long it took', 'duration:>500ms'),
    since: field(
      'time',
      (text, reader) => parseTimeBound(text, reader, 'since'),
      'not before this time',
      'since:1h',
    ),
    until: field(
      'time',
      (text, reader) => parseTimeBound(text, reader, 'until'),
      'not after it',
      'until:2026-11-14',
    ),
    at: field(
      'time',
      (text, reader) => parseTimeBound(text, reader, 'at'),
      'in that day, minute or second',
      'at:2026-11-14T09:05',
    ),
    token: field('token', parseToken, 'the profile with this token', 'token:3fa2c1'),
    parent: field('parent', parseToken, 'the sub-requests of a profile', 'parent:3fa2c1'),
    kind: field('kind', oneOfParser(KINDS), 'main requests, error stages, sub-requests', 'kind:main'),
    client: field('client', oneOfParser(CLIENT_CLASSES), 'who asked', 'client:scanner'),
    trace: field('trace', parseTrace, 'the W3C trace id', 'trace:4bf92f3577b34da6a3ce929d0e0e4736'),
    error: field('error', patternParser('whole'), 'the class of the error', 'error:TypeError'),
    agent: field('agent', patternParser('contains'), 'text in the user agent', 'agent:curl'),
  }),
);

function field<F extends keyof TermValues>(
  name: F,
  read: (text: string, reader: ParseContext) => Parsed<TermValues[F]>,
  help: string,
  example: string,
): Field {
  return {
    help,
    example,
    toTerm(values, not, reader) {
      const any: TermValues[F][] = [];
      for (const written of values) {
        const reading = read(written.text, reader);
        if (!('value' in reading)) return { ...written, ...reading };
        any.push(reading.value);
      }
      return { field: name, not, any } as Term;
    },
  };
}

function parseIp(text: string): Parsed<IpRange> {
  const value = parseIpRange(text);
  if (value) return { value };
  return { message: `"${text}" is no IP address`, fix: 'write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32' };
}

function patternParser(plain: 'contains' | 'whole'): (text: string) => Parsed<Pattern> {
  return (text) => {
    const value = parsePattern(text, plain);
    if (value) return { value };
    if (text === '')
      return { message: 'nothing stands here', fix: 'write the text to find, or leave the field out' };
    if (CONTROL.test(text)) return { message: 'a control character stands here', fix: 'leave it out' };
    return {
      message: 'that text is too long to look for',
      fix: 'write at most 1,024 characters with at most 8 stars',
    };
  };
}

function parseTimeBound(
  text: string,
  reader: ParseContext,
  bound: 'since' | 'until' | 'at',
): Parsed<NumberRange> {
  const span = parseTime(text, reader);
  if (!span) return { message: `"${text}" is no time`, fix: `write it as one of ${TIME_FORMS}` };
  if (bound === 'at') return { value: span };
  return {
    value: bound === 'since' ? { from: span.from, to: Number.MAX_SAFE_INTEGER } : { from: 0, to: span.to },
  };
}
