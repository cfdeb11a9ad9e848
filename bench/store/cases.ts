import type { Term } from '../../src/search/criteria.ts';
import { parseQueryText } from '../../src/search/query-text.ts';
import type { Store } from '../../src/store/store.ts';
import type { Chance } from '../traffic.ts';
import { PROBES, SITES, WORDS } from '../traffic-world.ts';
import { FROM, TO } from './build.ts';

export interface Case {
  readonly name: string;
  readonly query: string;
  readonly terms: readonly Term[];
}

export function toCase(name: string, query: string): Case {
  const { terms, mistakes } = parseQueryText(query, { now: TO, zone: 'UTC' });
  if (mistakes.length > 0) throw new Error(`${query}: ${JSON.stringify(mistakes)}`);
  return { name, query, terms };
}

/** Each criterion with a common, a rare and an absent value from this book. */
export async function singleCases(store: Store): Promise<Case[]> {
  const newest = await store.search({ terms: [], limit: 1000, cursor: null });
  const old = await store.search({
    terms: toCase('', `until:${iso(FROM + (TO - FROM) * 0.1)}`).terms,
    limit: 1000,
    cursor: null,
  });
  const find = (test: (entry: (typeof newest.entries)[number]) => boolean) =>
    [...old.entries, ...newest.entries].find(test);
  const traced = find(({ trace }) => trace !== '');
  const rareIp = await rarest(
    store,
    old.entries.filter(({ ip }) => !ip.includes(':')).map(({ ip }) => ip),
  );
  const ipv6 = find(({ ip }) => ip.includes(':'))?.ip ?? '::2';
  const failed = find(({ status }) => status >= 500);
  return [
    toCase('newest page', ''),
    toCase('ip common', 'ip:10.0.0.7'),
    toCase('ip rare', `ip:${rareIp}`),
    toCase('ip rare, IPv6', `ip:${ipv6}`),
    toCase('ip absent', 'ip:240.1.2.3'),
    toCase('CIDR common', 'ip:10.0.0.0/8'),
    toCase('CIDR rare', `ip:${rareIp}/28`),
    toCase('CIDR absent', 'ip:240.0.0.0/8'),
    toCase('status common', 'status:200'),
    toCase('status rare', 'status:503'),
    toCase('status absent', 'status:418'),
    toCase('class common', 'status:2xx'),
    toCase('class rare', 'status:5xx'),
    toCase('class absent', 'status:1xx'),
    toCase('method common', 'method:GET'),
    toCase('method rare', 'method:PROPFIND'),
    toCase('method absent', 'method:TRACE'),
    toCase('route common', 'route:/'),
    toCase('route rare', 'route:/api/articles/:id'),
    toCase('route absent', 'route:/nowhere'),
    toCase(
      'token',
      `token:${store.tokens.tokenOf((old.entries[0] ?? newest.entries[0])?.seq ?? (0 as never))}`,
    ),
    toCase('token absent', 'token:ffffffffffff'),
    toCase('trace', `trace:${traced?.trace ?? '0'.repeat(32)}`),
    toCase('trace absent', 'trace:4bf92f3577b34da6a3ce929d0e0e4736'),
    toCase('client common', 'client:browser'),
    toCase('client rare', 'client:scanner'),
    toCase('time range, new', 'since:1h'),
    toCase('time range, old', `since:${iso(FROM)} until:${iso(FROM + 3600e6)}`),
    toCase('URL common', '/api/'),
    toCase('URL rare', 'eval-stdin.php'),
    toCase('URL very rare', failed?.url.replace('https://', '').slice(0, 60) ?? 'x.example'),
    toCase('URL absent', 'zqxjkvw'),
    toCase('URL absent, common trigrams', '/products/search'),
    toCase('host rare', 'host:intranet.example'),
    toCase('error rare', 'error:DatabaseError'),
    toCase('kind', 'kind:error'),
    toCase('user common', 'user:user-1'),
    toCase('user rare', `user:${find(({ user }) => user !== '')?.user ?? 'user-1'}`),
    toCase('user absent', 'user:nowhere'),
    toCase('users with a prefix', 'user:user-19999*'),
    toCase('tag common', 'tag:beta'),
    toCase('tag rare', 'tag:us'),
    toCase('tag absent', 'tag:nowhere'),
    toCase('operation', 'operation:GetCart'),
    toCase('operation absent', 'operation:Nowhere'),
    toCase('service', 'service:blog'),
    toCase('instance', 'instance:shop-1:*'),
    toCase('instance absent', 'instance:nowhere:1'),
    toCase('queries', 'queries:>20'),
    toCase('query time', 'querytime:>100ms'),
  ];
}

/** The address with the fewest entries. */
async function rarest(store: Store, ips: readonly string[]): Promise<string> {
  const counted = [];
  for (const ip of new Set(ips.slice(0, 200))) {
    counted.push({ ip, ...(await store.count(toCase('', `ip:${ip}`).terms, 10_000)) });
  }
  return counted.sort((a, b) => a.matches - b.matches)[0]?.ip ?? '1.2.3.4';
}

/** Generates criteria as people use them, some of them negated. */
export function generatedCases(chance: Chance, count: number): Case[] {
  const time = () => FROM + chance.next() * (TO - FROM);
  const makers: (() => string)[] = [
    () =>
      `status:${chance.pick(['200', '404', '500', '503', '4xx', '5xx', '3xx', '418', '>=400', '400-404'])}`,
    () => `ip:${1 + chance.below(223)}.${chance.below(256)}.0.0/${chance.pick([8, 12, 16])}`,
    () => `ip:${chance.pick(['10.0.0.7', '10.0.0.0/8', '2a02::/16', '240.0.0.1'])}`,
    () => `method:${chance.pick(['GET', 'POST', 'DELETE', 'PATCH', 'PROPFIND', 'HEAD,OPTIONS', 'TRACE'])}`,
    () => `route:${chance.pick(chance.pick(SITES).routes).path}`,
    () => `route:${chance.pick(['/api/*', '/p/*', '*:id'])}`,
    () => `host:${chance.pick([...SITES.map(({ host }) => host), '*.example', 'other.example'])}`,
    () => `client:${chance.pick(['browser', 'bot', 'scanner', 'monitor', 'tool', 'unknown'])}`,
    () => `kind:${chance.pick(['main', 'error'])}`,
    () => `error:${chance.pick(['TypeError', 'DatabaseError', 'Nothing'])}`,
    () => `duration:${chance.pick(['>500ms', '>50ms', '<5ms', '10ms..20ms', '>5s'])}`,
    () => `user:${chance.pick(['user-1', 'user-7', 'user-12345', 'user-99*', 'nowhere'])}`,
    () => `tag:${chance.pick(['beta', 'us', 'beta,eu', 'm*', 'nowhere'])}`,
    () => `operation:${chance.pick(['GetCart', 'Get*', 'Nowhere'])}`,
    () => `service:${chance.pick(['shop', 'blog', 'sh*', 'nowhere'])}`,
    () => `instance:${chance.pick(['shop-1:*', 'api-*', 'nowhere:1'])}`,
    () => `queries:${chance.pick(['>20', '0', '>150', '3..5'])}`,
    () => `querytime:${chance.pick(['>100ms', '>1s', '<1ms'])}`,
    () => `since:${iso(time())}`,
    () => `until:${iso(time())}`,
    () => `"${chance.pick(PROBES).split('?')[0]}"`,
    () => `"${chance.pick(WORDS)}-${chance.pick(WORDS)}"`,
    () =>
      `url:${chance.pick(['/api/*', '*/.env', '*.php', '/p/*page=*', 'x', 'ab', '/products/', 'utm_source'])}`,
    () => `agent:${chance.pick(['Firefox', 'Googlebot', 'curl', 'kube', 'Nothing'])}`,
  ];
  return Array.from({ length: count }, (_, i) => {
    const query = (makers[i % makers.length] as () => string)();
    const negated = chance.next() < 0.15 ? `-${query}` : query;
    return toCase(negated, negated);
  });
}

function iso(time: number): string {
  return new Date(time / 1000).toISOString();
}

export function combine(cases: readonly Case[]): Case {
  return {
    name: cases.map(({ name }) => name).join(' + '),
    query: cases.map(({ query }) => query).join(' '),
    terms: cases.flatMap(({ terms }) => terms),
  };
}
