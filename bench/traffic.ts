import { createClientClassifier } from '../src/clients/classifier.ts';
import type { Entry, ProcessInfo } from '../src/profile/entry.ts';
import type { Header, Profile } from '../src/profile/profile.ts';
import type { Micros } from '../src/profile/time.ts';
import type { Seq } from '../src/profile/token.ts';
import { AGENTS, BOTS, PROBES, processAt, SITES, type Site, TOOLS, WORDS } from './traffic-world.ts';

/** A seeded random number generator. */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    /** A long-tail distribution: few numbers are common, most are rare. */
    tail: (n: number) => Math.min(n - 1, Math.floor(n ** next()) - 1),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}
export type Chance = ReturnType<typeof createChance>;

export interface TrafficOptions {
  readonly seed?: number;
  readonly from: Micros;
  readonly to: Micros;
  /** The number of profiles, including error stages. */
  readonly count: number;
  readonly firstSeq?: number;
}

const DAY = 86_400e6;

/**
 * Realistic traffic of a few sites: people on a long tail of addresses and pages, bots, monitors, API clients with trace
 * ids, scanners that come in bursts, day and night, errors.
 */
export function* traffic({ seed = 1, from, to, count, firstSeq = 0 }: TrafficOptions): Generator<Profile> {
  const chance = createChance(seed);
  // Apart, so that the rest of the traffic stays as it was before there were labels.
  const labels = createChance(seed + 1_000_003);
  const processes = createChance(seed + 2_000_003);
  const clients = createClientClassifier(1 + seed);
  const classified = (request: Unclassified): Visit => ({
    ...request,
    client: clients.classify({ ...request, time: time as Micros }),
  });
  const step = (to - from) / count;
  let time: number = from;
  let seq = firstSeq;
  let scan: { ip: string; agent: string; left: number } | null = null;
  const end = firstSeq + count;
  while (seq < end) {
    // More traffic by day than by night, with exponential gaps between arrivals.
    const hour = ((time % DAY) / DAY) * 2 * Math.PI;
    time += (-Math.log(1 - chance.next()) * step * 1.06) / (1 + 0.6 * Math.sin(hour - 2)) / (scan ? 0.9 : 1);
    time = Math.max(Math.floor(time), from);
    if (!scan && chance.next() < 0.0006)
      scan = { ip: address(chance, 4000, 77), agent: chance.pick(TOOLS), left: 20 + chance.below(200) };
    if (scan && chance.next() < 0.3) {
      const request = probe(chance, scan);
      yield* withErrorStage(
        classified({ ...request, ...NO_LABELS, ...processAt(request, time, processes) }),
        time,
        seq,
        end,
      );
      seq += 2;
      if (--scan.left === 0) scan = null;
      continue;
    }
    const visited = visit(chance);
    const request = classified({
      ...visited,
      ...labelsOf(labels, visited),
      ...processAt(visited, time, processes),
    });
    if (request.status >= 400 && request.status !== 499) {
      yield* withErrorStage(request, time, seq, end);
      seq += 2;
    } else {
      yield profileOf(request, time, seq++, 'main', null);
    }
  }
}

type Labels = 'operation' | 'user' | 'tags' | 'queries' | 'queryTime';
const NO_LABELS: Pick<Entry, Labels> = { operation: '', user: '', tags: [], queries: 0, queryTime: 0 };
const OPERATIONS = ['GetCart', 'ListProducts', 'AddToCart', 'Checkout', 'GetUser', 'SearchProducts'];
const TAGS = ['beta', 'mobile', 'checkout', 'slow-path', 'eu', 'us'];

/** Half of the requests are of users, most of them query a database, some have tags or an operation. */
function labelsOf(chance: Chance, { route, duration }: Unlabelled): Pick<Entry, Labels> {
  if (route === '' || route === '/health' || route.startsWith('/assets') || route.startsWith('/images'))
    return NO_LABELS;
  const queries = chance.next() < 0.8 ? 1 + chance.tail(200) : 0;
  return {
    operation: route.startsWith('/api/c') ? chance.pick(OPERATIONS) : '',
    user: chance.next() < 0.6 ? `user-${1 + chance.tail(200_000)}` : '',
    tags: TAGS.filter((_, i) => chance.next() < 0.1 / (i + 1)),
    queries,
    queryTime: queries === 0 ? 0 : Math.floor(duration * chance.next() * 0.8),
  };
}

type Unclassified = Omit<Visit, 'client'>;
type Unlabelled = Omit<Unclassified, Labels | keyof ProcessInfo>;
type Visit = Pick<
  Entry,
  | 'status'
  | 'ip'
  | 'method'
  | 'url'
  | 'host'
  | 'route'
  | 'operation'
  | 'duration'
  | 'requestBytes'
  | 'responseBytes'
  | 'userAgent'
  | 'trace'
  | 'error'
  | 'user'
  | 'tags'
  | 'queries'
  | 'queryTime'
  | 'client'
  | keyof ProcessInfo
>;

function* withErrorStage(request: Visit, time: number, seq: number, end: number): Generator<Profile> {
  yield profileOf(request, time, seq, 'main', null);
  if (seq + 1 < end)
    yield profileOf(
      { ...request, duration: Math.ceil(request.duration / 3), queries: 0, queryTime: 0 },
      time,
      seq + 1,
      'error',
      seq,
    );
}

function visit(chance: Chance): Unlabelled {
  const site = SITES[chance.tail(SITES.length)] as Site;
  const route = site.routes[chance.tail(site.routes.length)] as Site['routes'][number];
  const who = chance.next();
  const isApi = route.path.startsWith('/api');
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => parameter(chance, name));
  const url = `https://${site.host}${path}${query(chance, route.query)}`;
  const [ip, userAgent] =
    who < 0.06
      ? [address(chance, 60, 11), chance.pick(BOTS)]
      : who < 0.1
        ? ['10.0.0.7', 'kube-probe/1.33']
        : [address(chance, 250_000, 3), AGENTS[chance.tail(AGENTS.length)] as string];
  const status = statusOf(chance, route.method, route.errors);
  return {
    status,
    ip,
    method: route.method,
    url,
    host: site.host,
    route: status === 404 && chance.next() < 0.7 ? '' : route.path,
    duration: Math.floor(route.ms * 1000 * (0.4 - Math.log(1 - chance.next()))),
    requestBytes: route.method === 'GET' ? 0 : 40 + chance.below(4000),
    responseBytes: status === 304 || status === 204 ? 0 : 200 + chance.tail(120_000),
    userAgent,
    trace: isApi && chance.next() < 0.7 ? hex(chance, 32) : '',
    error: status >= 500 ? chance.pick(['TypeError', 'TimeoutError', 'DatabaseError', 'FetchError']) : '',
  };
}

function probe(chance: Chance, { ip, agent }: { ip: string; agent: string }): Unlabelled {
  const site = chance.pick(SITES);
  return {
    status: chance.next() < 0.97 ? 404 : 403,
    ip,
    method: chance.next() < 0.95 ? 'GET' : chance.pick(['POST', 'HEAD', 'PROPFIND', 'OPTIONS']),
    url: `https://${site.host}${chance.pick(PROBES)}`,
    host: site.host,
    route: '',
    duration: 300 + chance.below(3000),
    requestBytes: 0,
    responseBytes: 150 + chance.below(60),
    userAgent: agent,
    trace: '',
    error: '',
  };
}

/** Each route fails in its own place. */
function errorGroupOf({ error, route }: Pick<Entry, 'error' | 'route'>): string {
  return error && `${error}: The request for … failed after … ms at handle (src/routes${route}.ts)`;
}

function statusOf(chance: Chance, method: string, errors: number): number {
  const roll = chance.next();
  if (roll < errors) return chance.pick([500, 500, 500, 502, 503]);
  if (roll < errors + 0.02) return chance.pick([404, 404, 400, 401, 403, 422, 429]);
  if (roll < errors + 0.023) return 499;
  if (method === 'POST') return chance.pick([201, 200, 302]);
  if (method === 'DELETE') return 204;
  return roll > 0.92 ? 304 : roll > 0.89 ? 302 : 200;
}

function parameter(chance: Chance, name: string): string {
  if (name === 'slug') return `${chance.pick(WORDS)}-${WORDS[chance.tail(WORDS.length)]}`;
  if (name === 'hash') return (0x9e3779b1 * (1 + chance.tail(400))).toString(16).slice(0, 8);
  return String(1 + chance.tail(name === 'id' ? 60_000 : 4000));
}

function query(chance: Chance, names: readonly string[]): string {
  const pairs = names
    .filter(() => chance.next() < 0.4)
    .map((name) => `${name}=${TEXTS.has(name) ? WORDS[chance.tail(WORDS.length)] : 1 + chance.tail(30)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The address of a random client: the same for each client, mostly IPv4, some IPv6. */
function address(chance: Chance, clients: number, salt: number): string {
  const n = Math.imul(chance.tail(clients) + 1, 0x9e3779b1 + salt) >>> 0;
  if (n % 8 === 0) return `2a02:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}::${1 + (n % 9)}`;
  return `${1 + ((n >>> 24) % 223)}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

function hex(chance: Chance, digits: number): string {
  let text = '';
  while (text.length < digits)
    text += Math.floor(chance.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, digits);
}

const TEXTS = new Set(['q', 'utm_source', 'utm_medium', 'utm_campaign', 'category', 'colour', 'fields']);

function profileOf(
  request: Visit,
  time: number,
  seq: number,
  kind: Entry['kind'],
  parent: number | null,
): Profile {
  const requestHeaders: Header[] =
    kind === 'main'
      ? [
          ['host', request.host],
          ['user-agent', request.userAgent],
          ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
          ['accept-language', 'en-GB,en;q=0.7'],
          ['accept-encoding', 'gzip, deflate, br'],
          ['cookie', 'session=***; theme=***'],
          ['authorization', null],
        ]
      : [];
  return {
    entry: {
      ...request,
      errorGroup: errorGroupOf(request),
      seq: seq as Seq,
      time: time as Micros,
      kind,
      parent: parent as Seq | null,
      detail: 'kept',
    },
    detail: {
      httpVersion: '1.1',
      socketIp: request.ip,
      requestHeaders,
      responseHeaders: [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-length', String(request.responseBytes)],
        ['etag', `W/"${request.responseBytes.toString(16)}-1f"`],
        ['x-powered-by', 'Express'],
      ],
      exception: null,
    },
  };
}
