import type { Entry, ProcessInfo } from '../src/profile/entry.ts';

/** The sites, routes, clients and processes of the generated traffic. */

export interface Site {
  readonly host: string;
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly query: readonly string[];
    readonly ms: number;
    readonly errors: number;
  }[];
}

export const WORDS = (
  'red blue green light dark oak pine steel glass linen wool cotton silk leather chair table lamp shelf desk bench ' +
  'mirror carpet pillow blanket curtain candle vase clock frame basket stool cabinet drawer mattress sofa cushion tray ' +
  'bottle mug plate bowl knife fork spoon kettle toaster oven fridge heater fan filter garden spade rake hose bucket ' +
  'ladder hammer nail screw drill saw wrench paint brush tape glue rope chain hook lock key bell door window handle ' +
  'winter summer spring autumn sale outlet new vintage modern classic mini maxi ultra basic premium eco smart travel'
).split(' ');

const NOUNS = [
  'products',
  'orders',
  'users',
  'carts',
  'reviews',
  'invoices',
  'stores',
  'coupons',
  'shipments',
  'returns',
  'events',
  'articles',
];

function routesOf(salt: number): Site['routes'] {
  const pages = [
    ['GET', '/', []],
    ['GET', '/assets/app.:hash.js', []],
    ['GET', '/assets/style.:hash.css', []],
    ['GET', '/p/:slug', ['ref', 'page', 'utm_source', 'utm_medium', 'utm_campaign']],
    ['GET', '/search', ['q', 'page', 'sort', 'category', 'colour']],
    ['GET', '/images/:id.jpg', ['w']],
    ['POST', '/login', []],
    ['GET', '/account', []],
    ['GET', '/health', []],
  ] as const;
  const api = NOUNS.flatMap(
    (noun) =>
      [
        ['GET', `/api/${noun}`, ['page', 'limit', 'sort', 'fields', 'updated_since']],
        ['GET', `/api/${noun}/:id`, []],
        ['POST', `/api/${noun}`, []],
        ['PATCH', `/api/${noun}/:id`, []],
        ['DELETE', `/api/${noun}/:id`, []],
      ] as const,
  );
  return [...pages, ...api].map(([method, path, query], i) => ({
    method,
    path,
    query,
    ms: 2 + ((i * 37 + salt * 11) % 90),
    errors: 0.001 + ((i * 7 + salt) % 5) * 0.002,
  }));
}

export const SITES: readonly Site[] = [
  'shop.example',
  'api.shop.example',
  'blog.example',
  'status.example',
  'intranet.example',
].map((host, i) => ({ host, routes: routesOf(i) }));

const SYSTEMS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'iPhone; CPU iPhone OS 19_1 like Mac OS X',
  'Linux; Android 16; Pixel 10',
];

export const AGENTS: readonly string[] = Array.from({ length: 600 }, (_, i) => {
  const system = SYSTEMS[i % SYSTEMS.length];
  const version = 110 + ((i * 7) % 47);
  return i % 4 === 3
    ? `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.${i % 3}`
    : `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.${i}.0 Safari/537.36`;
});

export const BOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
];

export const TOOLS = ['curl/8.5.0', 'python-requests/2.32', 'Go-http-client/1.1', 'zgrab/0.x', ''];

export const PROBES = [
  '/.env',
  '/error/.env',
  '/.git/config',
  '/wp-login.php',
  '/wp-admin/setup-config.php',
  '/xmlrpc.php',
  '/phpmyadmin/index.php',
  '/api/index.php/v1/config/application?public=true',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/cgi-bin/luci',
  '/actuator/env',
  '/server-status',
  '/boaform/admin/formLogin',
  '/_ignition/execute-solution',
  '/.aws/credentials',
  '/backup.zip',
  '/config.json',
  '/admin.php',
  '/shell.php',
  '/old/.env.bak',
  '/.DS_Store',
  '/solr/admin/info/system',
  '/owa/auth/logon.aspx',
];

const DAY = 86_400e6;
/** In all services and releases fewer than 1,000: a segment stores no more processes than that by name. */
const PROCESSES_PER_SERVICE = 6;

/**
 * The process that handles a request: each site is a service of six processes on three hosts, a new release with new processes
 * comes every other day, and the old one goes on for an hour.
 */
export function processAt(
  { host }: Pick<Entry, 'host'>,
  time: number,
  { next, below }: { next(): number; below(n: number): number },
): ProcessInfo {
  const service = host.split('.')[0] ?? '';
  const deployment = Math.floor((time - (next() < 0.02 ? DAY / 24 : 0)) / (2 * DAY));
  const n = below(PROCESSES_PER_SERVICE);
  return {
    service,
    instance: `${service}-${1 + (n % 3)}:${1000 + ((deployment * 977 + n * 31) % 60_000)}`,
    environment: 'production',
    release: `2.${deployment % 100}.${service.length}`,
  };
}
