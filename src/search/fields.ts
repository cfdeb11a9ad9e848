import { type IpRange, parseIpRange } from '../net/ip.ts';
import { CLIENT_CLASSES, KINDS } from '../profile/entry.ts';
import type { NumberRange, Parsed, Term, TermValues } from './criteria.ts';
import type { DetailField, DetailTerm } from './detail-terms.ts';
import { CONTROL, type Pattern, parsePattern } from './pattern.ts';
import { type ParseContext, parseTime, TIME_FORMS } from './time-text.ts';
import {
  oneOfParser,
  parseCountRange,
  parseDurationRange,
  parseMethod,
  parseStatus,
  parseToken,
  parseTrace,
} from './values.ts';

/** The text of a value, and its range in the text of its parameter. */
export interface RawValue {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface InvalidValue extends RawValue {
  readonly message: string;
  readonly fix: string;
}

export interface Field {
  /** Parses the values into one term, or returns the first invalid value. */
  toTerm(values: readonly RawValue[], not: boolean, context: ParseContext): Term | DetailTerm | InvalidValue;
  /** One line for the help. */
  readonly help: string;
  readonly example: string;
  /** Whether recorded values must be escaped, because a star matches any text. */
  readonly isPattern: boolean;
  /** Whether commas separate several values in a parameter. A URL, and other text, has commas of its own. */
  readonly isList: boolean;
}

const PATTERN = { isPattern: true, isList: false } as const;

/** A path, whatever the query after it is. */
export function pathPatterns({ parts }: Pattern): Pattern[] {
  const last = parts.at(-1) ?? '';
  const path: Pattern = { match: 'target', parts };
  // A star at the end matches any query too.
  if (last === '') return [path];
  return [path, { match: 'target', parts: [...parts.slice(0, -1), `${last}?`, ''] }];
}

const OPERATION_TYPES = ['query ', 'mutation ', 'subscription '];

/** An operation, with its type or without: `GetCart` also finds `query GetCart`, and a batch that begins with it. */
function operationPatterns(pattern: Pattern): Pattern[] {
  const {
    match,
    parts: [first = '', ...others],
  } = pattern;
  if (first === '' || OPERATION_TYPES.some((type) => first.startsWith(type))) return [pattern];
  const typed = OPERATION_TYPES.map((type): Pattern => ({ match, parts: [`${type}${first}`, ...others] }));
  return [pattern, ...typed.flatMap((each) => [each, ...asBatch(each)])];
}

/** `query GetCart (+2)`: a batch that begins with it. A star at the end matches that too. */
function asBatch({ match, parts }: Pattern): Pattern[] {
  const last = parts.at(-1);
  return last === '' ? [] : [{ match, parts: [...parts.slice(0, -1), `${last} (+`, ')'] }];
}

/** All search fields, by their names in the query text. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    status: field('status', parseStatus, 'status code, class or range', 'status:4xx'),
    ip: field('ip', parseIp, 'client IP address or CIDR range', 'ip:203.0.113.0/24'),
    method: field('method', parseMethod, 'HTTP method', 'method:GET,POST'),
    url: text('url', 'contains', 'text in the URL, or the whole URL with *', 'url:*/.env'),
    path: {
      ...field('url', parsePath, 'whole path of the URL, without its query', 'path:/users/*', pathPatterns),
      ...PATTERN,
    },
    host: { ...text('host', 'whole', 'requested host', 'host:*.shop.example'), isList: true },
    route: text('route', 'whole', 'matched route', 'route:/users/:id'),
    duration: field('duration', parseDurationRange, 'duration', 'duration:>500ms'),
    operation: {
      ...field(
        'operation',
        patternParser('whole'),
        'GraphQL or tRPC operation, or job',
        'operation:GetCart',
        operationPatterns,
      ),
      ...PATTERN,
    },
    user: text('user', 'whole', 'user id set by your app', 'user:42'),
    tag: text('tag', 'whole', 'tag that the app has set', 'tag:checkout'),
    service: text('service', 'whole', 'app that recorded it', 'service:checkout'),
    instance: text('instance', 'whole', 'process that recorded it', 'instance:web-1:*'),
    environment: text('environment', 'whole', 'where the app runs', 'environment:staging'),
    release: text('release', 'whole', 'version of the app', 'release:2.4.1'),
    queries: field('queries', parseCountRange, 'number of queries', 'queries:>20'),
    querytime: field('queryTime', parseDurationRange, 'time in queries', 'querytime:>100ms'),
    since: time('since', 'at or after this time', 'since:1h'),
    until: time('until', 'at or before this time', 'until:2026-11-14'),
    at: time('at', 'within this day, minute or second', 'at:2026-11-14T09:05'),
    token: field('token', parseToken, 'profile with this token', 'token:3fa2c1'),
    parent: field('parent', parseToken, 'sub-requests of this profile', 'parent:3fa2c1'),
    kind: field(
      'kind',
      oneOfParser(KINDS),
      'main request, error stage, sub-request, job or process',
      'kind:main',
    ),
    client: field('client', oneOfParser(CLIENT_CLASSES), 'class of client', 'client:scanner'),
    trace: field('trace', parseTrace, 'W3C trace ID', 'trace:4bf92f3577b34da6a3ce929d0e0e4736'),
    error: { ...text('error', 'whole', 'error class, or group of errors', 'error:TypeError'), isList: true },
    agent: text('agent', 'contains', 'text in the user agent', 'agent:curl'),
    log: text('log', 'contains', 'text in a log line of the request', 'log:timeout'),
    note: text('note', 'contains', 'text in a note of the request', 'note:cart=42'),
    query: text('query', 'contains', 'text in a query of the request', 'query:"update orders"'),
  }),
);

type Values = TermValues & { readonly [Name in DetailField]: Pattern };

/** @param variants what else a value finds, with the value itself */
function field<Name extends keyof Values>(
  name: Name,
  parse: (text: string, context: ParseContext) => Parsed<Values[Name]>,
  help: string,
  example: string,
  variants: (value: Values[Name]) => readonly Values[Name][] = (value) => [value],
): Field {
  return {
    help,
    example,
    isPattern: false,
    isList: true,
    toTerm(values, not, context) {
      const any: Values[Name][] = [];
      for (const raw of values) {
        const parsed = parse(raw.text, context);
        if (!('value' in parsed)) return { ...raw, ...parsed };
        any.push(...variants(parsed.value));
      }
      return { field: name, not, any } as Term | DetailTerm;
    },
  };
}

type TextField = { [Name in keyof Values]: Values[Name] extends Pattern ? Name : never }[keyof Values];

function text(name: TextField, plain: 'contains' | 'whole', help: string, example: string): Field {
  return { ...field(name, patternParser(plain), help, example), ...PATTERN };
}

function time(bound: 'since' | 'until' | 'at', help: string, example: string): Field {
  return { ...field('time', timeParser(bound), help, example), isList: false };
}

function parseIp(text: string): Parsed<IpRange> {
  const value = parseIpRange(text);
  if (value) return { value };
  return {
    message: `"${text}" is not a valid IP address`,
    fix: 'write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  };
}

function parsePath(text: string): Parsed<Pattern> {
  const parsed = patternParser('whole')(text);
  if (!('value' in parsed) || text.startsWith('/')) return parsed;
  return { message: 'a path starts with a slash', fix: `write /${text}` };
}

function patternParser(matchWithoutStars: 'contains' | 'whole'): (text: string) => Parsed<Pattern> {
  return (text) => {
    const value = parsePattern(text, matchWithoutStars);
    if (value) return { value };
    if (text === '')
      return { message: 'a value is missing here', fix: 'write the text to find, or remove the field' };
    if (CONTROL.test(text)) return { message: 'control characters are not allowed', fix: 'remove them' };
    return {
      message: 'this text is too long to search for',
      fix: 'write at most 1,024 characters with at most 8 stars',
    };
  };
}

function timeParser(bound: 'since' | 'until' | 'at') {
  return (text: string, context: ParseContext): Parsed<NumberRange> => {
    const range = parseTime(text, context);
    if (!range) return { message: `"${text}" is not a valid time`, fix: `write it as one of ${TIME_FORMS}` };
    if (bound === 'at') return { value: range };
    if (bound === 'until') return { value: { from: 0, to: range.to } };
    return { value: { from: range.from, to: Number.MAX_SAFE_INTEGER } };
  };
}
