import type { Random } from '../../src/cli/demo/random.ts';
import type { LogLine, Profile, Span } from '../../src/profile/profile.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';

/** Requests to twelve services with noise: users of tenants, two releases, instances, clients, failures by chance. */

const SERVICES = 12;
const ROUTES_EACH = 4;
export const ROUTES = SERVICES * ROUTES_EACH;
const DAY = 864e8;
const HALF = DAY / 2;
const USERS = 3000;
const TENANTS = 25;
const LOGGED = ['cart loaded', 'cache miss', 'session renewed'] as const;

/** A request that may still be changed. */
export interface Draft {
  readonly route: number;
  readonly user: number;
  readonly release: string;
  readonly instance: string;
  readonly tags: readonly string[];
  readonly headers: Record<string, string>;
  readonly time: number;
  readonly spans: Span[];
  readonly logs: LogLine[];
  duration: number;
  /** The group of its error; empty if it did not fail. */
  error: string;
}

export const routeName = (route: number) => `/svc-${Math.floor(route / ROUTES_EACH)}/r${route % ROUTES_EACH}`;
const TABLES = ['carts', 'prices', 'users'];
export const statementOf = (n: number) => `select * from ${TABLES[n]} where id = ?`;
const DEPENDENCIES = ['pay', 'mail', 'tax', 'stock'];
export const callOf = (route: number) => `POST https://${DEPENDENCIES[route % 4]}.example/api`;
export const tenantOf = (user: number) => `tenant-${user % TENANTS}`;

export function draftRequest(random: Random): Draft {
  const route = random.int(0, ROUTES - 1);
  // A few users make most of the requests.
  const user = Math.floor(USERS * random.next() ** 3);
  const time = Math.floor(random.next() * DAY);
  const isNew = random.chance(0.05) || time > HALF;
  const spans: Span[] = [0, 1, 2].map((n) => ({
    kind: 'sql',
    name: statementOf(n),
    at: n * 1000,
    duration: random.around(1500),
    parent: null,
  }));
  if (random.chance(0.6))
    spans.push({
      kind: 'http',
      name: callOf(route),
      at: 5000,
      duration: random.around(9000),
      parent: null,
      status: 200,
    });
  return {
    route,
    user,
    release: isNew ? '1.5.0' : '1.4.0',
    instance: `web-${Math.floor(route / ROUTES_EACH)}-${random.int(1, 4)}:7`,
    tags: [tenantOf(user), ...(random.chance(0.1) ? ['beta'] : [])],
    headers: {
      'accept-language': random.pick(['de', 'en', 'fr', 'it', 'es']),
      'x-client': random.pick(['web 1', 'web 2', 'ios 7', 'android 9']),
      'x-request-id': String(random.next()),
      ...(random.chance(0.03) && { 'x-flag': random.pick(['a', 'b', 'c']) }),
    },
    time: T0 - DAY + time,
    spans,
    logs: [{ at: 1, source: 'console', level: 'info', text: random.pick(LOGGED) }],
    duration: random.around(25_000),
    error: '',
  };
}

/** As a recorder in production keeps it: details of failures, of slow requests, and of a tenth of the others. */
export function toProfile(draft: Draft, seq: number, random: Random): Profile {
  const { route, user, error, duration, headers, spans, logs, ...rest } = draft;
  const isKept = error !== '' || duration > 500_000 || random.chance(0.1);
  const { entry, detail } = sampleProfile({
    ...rest,
    seq,
    tags: [...draft.tags],
    user: `user-${user}`,
    route: routeName(route),
    service: `svc-${Math.floor(route / ROUTES_EACH)}`,
    client: seq % 9 === 0 ? 'tool' : 'browser',
    duration,
    detail: isKept ? 'kept' : 'policy',
    ...(error !== '' && { status: 500, error: 'Error', errorGroup: error }),
  });
  if (!isKept || !detail) return { entry, detail: null };
  const failed: LogLine = { at: 2, source: 'console', level: 'error', text: error };
  return {
    entry,
    detail: {
      ...detail,
      requestHeaders: Object.entries(headers),
      exception: null,
      spans,
      logs: error === '' ? logs : [...logs, failed],
    },
  };
}
