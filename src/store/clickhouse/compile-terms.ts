import type { IpKey, IpRange } from '../../net/ip.ts';
import type { Tokens } from '../../profile/token.ts';
import type { NumberRange, Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { type Binder, bindTime } from './binder.ts';
import { toIpText } from './rows.ts';

/** What must hold of an entry. Every value that came from outside is a bound parameter. */
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
      return any(term.any.map((range) => within('status', 'Int64', range, binder)));
    case 'duration':
      return any(term.any.map((range) => within('duration', 'Int64', range, binder)));
    case 'ip':
      return any(term.any.flatMap(ofOneFamily).map((range) => withinBlock(range, binder)));
    case 'url':
      return any(term.any.map((pattern) => likeUrl(pattern, binder)));
    case 'host':
    case 'route':
    case 'error':
      return any(term.any.map((pattern) => like(`lower(${term.field})`, pattern, binder)));
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

function within(column: string, type: string, { from, to }: NumberRange, { bind }: Binder): string {
  if (from === to) return `${column} = ${bind(type, from)}`;
  return `${column} BETWEEN ${bind(type, from)} AND ${bind(type, to)}`;
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
const BEHIND_MAPPED = `${'0'.repeat(19)}1000000000000`;

/** Where IPv4 is mapped into IPv6 there are no IPv6 addresses: a block around it is two. */
function ofOneFamily({ from, to }: IpRange): IpRange[] {
  if (typeof from === 'number' || typeof to === 'number' || from > MAPPED_TO || to < MAPPED_FROM)
    return [{ from, to }];
  return [
    ...(from < MAPPED_FROM ? [{ from, to: BEFORE_MAPPED }] : []),
    ...(to > MAPPED_TO ? [{ from: BEHIND_MAPPED, to }] : []),
  ];
}

function withinBlock({ from, to }: IpRange, binder: Binder): string {
  const address = (key: IpKey) => binder.bind('IPv6', toIpText(key));
  if (from === to && from !== LOWEST) return `ip = ${address(from)}`;
  const inside = `ip BETWEEN ${address(from)} AND ${address(to)}`;
  // What is no address has the lowest in its place.
  return from === LOWEST ? `(ip_other = '' AND ${inside})` : inside;
}

/** The URL from its path on. */
const TARGET = `if(position(url, '/', position(url, '://') + if(position(url, '://') = 0, 1, 3)) = 0, '',
  substring(url, position(url, '/', position(url, '://') + if(position(url, '://') = 0, 1, 3))))`;

/** The index knows whole URLs: what is asked of the path is asked of the URL first. */
function likeUrl(pattern: Pattern, binder: Binder): string {
  if (pattern.match !== 'target') return like('lower(url)', pattern, binder);
  const somewhere = like('lower(url)', { match: 'whole', parts: ['', ...pattern.parts, ''] }, binder);
  return `(${somewhere} AND ${like(`lower(${TARGET})`, { ...pattern, match: 'whole' }, binder)})`;
}

/** lower() knows the case of ASCII letters only, as the search promises; ILIKE would pass by the index. */
function like(column: string, { match, parts }: Pattern, { bind }: Binder): string {
  const [only = ''] = parts;
  if (match === 'whole' && parts.length === 1) return `${column} = ${bind('String', only)}`;
  const escaped = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  return `${column} LIKE ${bind('String', match === 'contains' ? `%${escaped}%` : escaped)}`;
}
