import type { IpKey, IpRange } from '../../../net/ip.ts';
import type { Tokens } from '../../../profile/token.ts';
import type { NumberRange, Term } from '../../../search/criteria.ts';
import type { Pattern } from '../../../search/pattern.ts';
import { toIpText } from '../rows.ts';
import { type Binder, bindTime } from './binder.ts';

/** SQL conditions on `entries`, one per term. Every value is a bound parameter. */
export function compileTerms(terms: readonly Term[], seqOf: Tokens['seqOf'], binder: Binder): string[] {
  return terms.map((term) => {
    const sql = compile(term, seqOf, binder);
    return term.not ? `NOT (${sql})` : `(${sql})`;
  });
}

function compile(term: Term, seqOf: Tokens['seqOf'], binder: Binder): string {
  const { bind } = binder;
  switch (term.field) {
    case 'time':
      return any(
        term.any.map(({ from, to }) => `time BETWEEN ${bindTime(binder, from)} AND ${bindTime(binder, to)}`),
      );
    case 'status':
    case 'duration':
    case 'queries':
      return any(term.any.map((range) => inRange(term.field, range, binder)));
    case 'queryTime':
      return any(term.any.map((range) => inRange('query_time', range, binder)));
    case 'ip':
      return any(term.any.flatMap(splitAroundIpv4).map((range) => inIpRange(range, binder)));
    case 'url':
      return any(term.any.map((pattern) => likeUrl(pattern, binder)));
    case 'host':
    case 'route':
    case 'operation':
    case 'user':
    case 'service':
    case 'instance':
    case 'environment':
    case 'release':
      return any(term.any.map((pattern) => like(`lower(${term.field})`, pattern, binder)));
    case 'error':
      return any(
        ['lower(error)', 'lower(error_group)'].flatMap((column) =>
          term.any.map((pattern) => like(column, pattern, binder)),
        ),
      );
    case 'tag':
      return any(term.any.map((pattern) => hasTag(pattern, binder)));
    case 'agent':
      return any(term.any.map((pattern) => like('lower(user_agent)', pattern, binder)));
    case 'method':
    case 'trace':
    case 'kind':
    case 'client':
      return `${term.field} IN ${bind('Array(String)', term.any)}`;
    case 'token':
      return isOneOf('seq', seqsOf(term.any, seqOf), binder);
    case 'parent':
      return isOneOf('parent', seqsOf(term.any, seqOf), binder);
  }
}

function any(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'FALSE' : conditions.join(' OR ');
}

function inRange(column: string, { from, to }: NumberRange, { bind }: Binder): string {
  if (from === to) return `${column} = ${bind('Int64', from)}`;
  return `${column} BETWEEN ${bind('Int64', from)} AND ${bind('Int64', to)}`;
}

function seqsOf(tokens: readonly string[], seqOf: Tokens['seqOf']): number[] {
  return tokens.map(seqOf).filter((seq) => seq !== null);
}

function isOneOf(column: string, seqs: readonly number[], { bind }: Binder): string {
  return seqs.length === 0 ? 'FALSE' : `${column} IN ${bind('Array(Int64)', seqs)}`;
}

const LOWEST = '0'.repeat(32);
const BEFORE_MAPPED = `${'0'.repeat(20)}fffeffffffff`;
const MAPPED_FROM = `${'0'.repeat(20)}ffff00000000`;
const MAPPED_TO = `${'0'.repeat(20)}ffffffffffff`;
const AFTER_MAPPED = `${'0'.repeat(19)}1000000000000`;

/** IPv4 addresses are stored in the IPv4-mapped range, so an IPv6 range that covers it is split in two. */
function splitAroundIpv4({ from, to }: IpRange): IpRange[] {
  if (typeof from === 'number' || typeof to === 'number' || from > MAPPED_TO || to < MAPPED_FROM)
    return [{ from, to }];
  return [
    ...(from < MAPPED_FROM ? [{ from, to: BEFORE_MAPPED }] : []),
    ...(to > MAPPED_TO ? [{ from: AFTER_MAPPED, to }] : []),
  ];
}

function inIpRange({ from, to }: IpRange, binder: Binder): string {
  const address = (key: IpKey) => binder.bind('IPv6', toIpText(key));
  if (from === to && from !== LOWEST) return `ip = ${address(from)}`;
  const inside = `ip BETWEEN ${address(from)} AND ${address(to)}`;
  // Text that is not an IP address is stored as the lowest address, with the text in ip_other.
  return from === LOWEST ? `(ip_other = '' AND ${inside})` : inside;
}

/** The URL from its path on, without scheme and host. */
export const TARGET = `if(position(url, '/', position(url, '://') + if(position(url, '://') = 0, 1, 3)) = 0, '',
  substring(url, position(url, '/', position(url, '://') + if(position(url, '://') = 0, 1, 3))))`;

/** The index covers whole URLs, so a pattern for the path is first matched against the URL. */
function likeUrl(pattern: Pattern, binder: Binder): string {
  if (pattern.match !== 'target') return like('lower(url)', pattern, binder);
  const anywhere = like('lower(url)', { match: 'whole', parts: ['', ...pattern.parts, ''] }, binder);
  return `(${anywhere} AND ${like(`lower(${TARGET})`, { ...pattern, match: 'whole' }, binder)})`;
}

/** The index has each lowercase tag, so one without stars is found by it. */
function hasTag(pattern: Pattern, binder: Binder): string {
  const [only = ''] = pattern.parts;
  if (pattern.match === 'whole' && pattern.parts.length === 1)
    return `has(arrayMap(tag -> lower(tag), tags), ${binder.bind('String', only)})`;
  return `arrayExists(tag -> ${like('lower(tag)', pattern, binder)}, tags)`;
}

/** lower() folds ASCII only, as documented for search. ILIKE would not use the index. */
function like(column: string, { match, parts }: Pattern, { bind }: Binder): string {
  const [only = ''] = parts;
  if (match === 'whole' && parts.length === 1) return `${column} = ${bind('String', only)}`;
  if (match === 'whole' && parts.every((part) => part === '')) return `${column} != ''`;
  const escaped = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  return `${column} LIKE ${bind('String', match === 'contains' ? `%${escaped}%` : escaped)}`;
}
