import { TO } from '../../../bench/store/build.ts';
import type { Header } from '../../../src/profile/profile.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { HOME, ORDERS } from './shop-sources.ts';
import { ACCOUNT_LOGS, ACCOUNT_SPANS, EXPORT_SPANS, sql } from './shop-spans.ts';

/** Profiles with content for every panel, newer than all generated ones. */

const MS = 1000;
const MINUTE = 60e6;
const NOON = TO + 12 * 60 * MINUTE;

const CUSTOMER = {
  ip: '198.51.100.23',
  host: 'shop.example',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
} as const;

const REQUEST: readonly Header[] = [
  ['host', 'shop.example'],
  ['user-agent', CUSTOMER.userAgent],
  ['accept', 'text/html,application/xhtml+xml'],
  ['accept-language', 'en-GB,en;q=0.7'],
  ['content-type', 'application/json'],
  ['cookie', 'session=***; theme=***'],
  ['authorization', null],
];
const RESPONSE: readonly Header[] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['content-length', '312'],
  ['cache-control', 'no-store'],
];

const LONG_URL = `https://shop.example/search?filter=${'colour:blue,size:m,'.repeat(104).slice(0, 1950)}&page=last&x=1`;
const HOSTILE = 'https://shop.example/<script>ran()</script>"><img src=x onerror=ran()>?q=\u202egnp.exe';

type NamedDraft = ProfileDraft & { readonly name: string };

export const SAMPLE_PROFILES = [
  {
    name: 'account',
    sample: {
      ...CUSTOMER,
      time: NOON,
      url: 'https://shop.example/account/orders?page=2',
      route: '/account/orders',
      duration: 88_412,
      responseBytes: 48_211,
      trace: '4bf92f3577b34da6a3ce929d0e0e4736',
      tags: ['account', 'beta'],
    },
    detail: {
      socketIp: '10.0.0.4',
      requestHeaders: REQUEST,
      responseHeaders: [['content-type', 'text/html; charset=utf-8'], ...RESPONSE.slice(2)],
      phases: { handler: 1900, headers: 84_300, finished: 88_412 },
      spans: ACCOUNT_SPANS,
      logs: ACCOUNT_LOGS,
      notes: [
        { key: 'tenant', value: 'Nordwind GmbH' },
        { key: 'experiment', value: 'orders-table: b' },
      ],
      cpu: 21_300,
      loopDelay: 4100,
    },
  },
  {
    name: 'rendering',
    sample: {
      ...CUSTOMER,
      time: NOON,
      url: 'https://shop.example/account/orders?page=2',
      route: 'render orders',
      kind: 'sub',
      parent: 0,
      duration: 9000,
    },
    detail: { requestHeaders: [], responseHeaders: [] },
  },
  {
    name: 'quick account',
    sample: {
      ...CUSTOMER,
      time: NOON - 4 * MINUTE,
      url: 'https://shop.example/account/orders?page=1',
      route: '/account/orders',
      duration: 31_870,
      responseBytes: 47_904,
    },
    detail: {
      socketIp: '10.0.0.4',
      requestHeaders: REQUEST.slice(0, -1),
      responseHeaders: [
        ['content-type', 'text/html; charset=utf-8'],
        ['etag', 'W/"bb20"'],
      ],
      phases: { handler: 1800, headers: 29_100, finished: 31_870 },
      spans: ACCOUNT_SPANS.slice(0, 3),
      logs: ACCOUNT_LOGS.slice(0, 1),
      notes: [{ key: 'tenant', value: 'Nordwind GmbH' }],
      cpu: 9800,
    },
  },
  {
    name: 'failed order',
    sample: {
      ...CUSTOMER,
      time: NOON + 3 * MINUTE,
      status: 500,
      method: 'POST',
      url: 'https://shop.example/api/orders?ref=newsletter',
      route: '/api/orders',
      duration: 2_041_900,
      requestBytes: 418,
      responseBytes: 312,
      error: 'OrderError',
      user: 'bob',
    },
    detail: {
      socketIp: '10.0.0.4',
      requestHeaders: REQUEST,
      responseHeaders: RESPONSE,
      phases: { handler: 1200, headers: 2_040_100, finished: 2_041_900 },
      exception: {
        name: 'OrderError',
        message: 'declined: no response from the bank',
        stack: [
          `    at placeOrder (${ORDERS}:8:32)`,
          '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
          `    at async ${ORDERS.replace('orders', 'routes')}:31:20`,
          `    at async dispatch (${HOME}/node_modules/hono/dist/compose.js:22:17)`,
        ].join('\n'),
        cause: {
          name: 'TimeoutError',
          message: 'The operation was aborted due to timeout',
          stack: `    at charge (${ORDERS.replace('orders', 'payments')}:12:11)`,
          cause: null,
        },
      },
      spans: [
        sql(1.6, 1.9, 'SELECT * FROM carts WHERE customer = $1'),
        {
          kind: 'http',
          name: 'POST https://bank.example/v1/charges',
          at: 5 * MS,
          duration: 2000 * MS,
          parent: null,
          error: 'TimeoutError: The operation was aborted due to timeout',
        },
        sql(2010, 1.2, 'INSERT INTO failures (cart, reason) VALUES ($1, $2)'),
      ],
      logs: [
        { at: 4 * MS, source: 'pino', level: 'info', text: 'charging', fields: '{"total":12900}' },
        { at: 2006 * MS, source: 'pino', level: 'error', text: 'the bank did not answer in 2000 ms' },
      ],
    },
  },
  {
    name: 'error stage',
    sample: {
      ...CUSTOMER,
      time: NOON + 3 * MINUTE,
      status: 500,
      method: 'POST',
      url: 'https://shop.example/api/orders?ref=newsletter',
      route: '/api/orders',
      duration: 1900,
      kind: 'error',
      error: 'OrderError',
      parent: 3,
    },
    detail: { requestHeaders: [], responseHeaders: RESPONSE },
  },
  {
    name: 'export',
    sample: {
      ...CUSTOMER,
      time: NOON + 5 * MINUTE,
      url: 'https://shop.example/admin/orders/export',
      route: '/admin/orders/export',
      duration: 1_742_000,
      responseBytes: 8_112_004,
    },
    detail: {
      socketIp: '10.0.0.4',
      requestHeaders: REQUEST,
      responseHeaders: RESPONSE,
      phases: { handler: 1500, headers: 6000, finished: 1_742_000 },
      spans: EXPORT_SPANS,
      omitted: { spans: 312 },
    },
  },
  {
    name: 'long',
    sample: { ...CUSTOMER, time: NOON + 6 * MINUTE, url: LONG_URL, route: '/search', duration: 12_300 },
    detail: { requestHeaders: REQUEST, responseHeaders: RESPONSE },
  },
  {
    name: 'hostile',
    sample: {
      ...CUSTOMER,
      time: NOON + 7 * MINUTE,
      status: 404,
      url: HOSTILE,
      route: '</td><svg onload=ran()>',
      userAgent: '<script>ran()</script>\u001b[31m',
      client: 'scanner',
      error: '=cmd|ran!A0',
    },
    detail: {
      requestHeaders: [
        ['host', 'shop.example'],
        ['user-agent', '<script>ran()</script>\u001b[31m'],
        ['referer', 'javascript:ran()'],
      ],
      responseHeaders: RESPONSE,
      logs: [
        {
          at: 900,
          source: 'console',
          level: 'info',
          text: 'asked for <img src=x onerror=ran()>\u001b[2J\nsecond line',
        },
      ],
      notes: [{ key: '<b>note</b>', value: '"><svg onload=ran()>' }],
    },
  },
  {
    name: 'without detail',
    sample: { ...CUSTOMER, time: NOON + 8 * MINUTE, url: 'https://shop.example/about', detail: 'budget' },
    detail: null,
  },
  {
    name: 'paid order',
    sample: {
      ...CUSTOMER,
      time: NOON - MINUTE,
      status: 201,
      method: 'POST',
      url: 'https://shop.example/api/orders',
      route: '/api/orders',
      duration: 96_300,
      requestBytes: 431,
      responseBytes: 96,
      user: 'ana',
    },
    detail: {
      socketIp: '10.0.0.4',
      requestHeaders: REQUEST,
      responseHeaders: RESPONSE,
      phases: { handler: 1100, headers: 95_400, finished: 96_300 },
      spans: [
        sql(1.4, 1.7, 'SELECT * FROM carts WHERE customer = $1'),
        {
          kind: 'http',
          name: 'POST https://bank.example/v1/charges',
          at: 5 * MS,
          duration: 82 * MS,
          parent: null,
          status: 200,
        },
        sql(88, 2.2, 'INSERT INTO orders (cart, charge) VALUES ($1, $2)'),
        sql(91, 1.1, 'DELETE FROM carts WHERE id = $1'),
      ],
      logs: [{ at: 4 * MS, source: 'pino', level: 'info', text: 'charging', fields: '{"total":4100}' }],
    },
  },
  // How long the account usually takes.
  ...[29_400, 30_100, 30_900, 33_000, 35_200].map(
    (duration, i) =>
      ({
        name: 'usual account',
        sample: {
          ...CUSTOMER,
          time: NOON - (5 + i) * MINUTE,
          url: 'https://shop.example/account/orders?page=1',
          route: '/account/orders',
          duration,
        },
        detail: {
          socketIp: '10.0.0.4',
          requestHeaders: REQUEST.slice(0, -1),
          responseHeaders: RESPONSE,
          phases: { handler: 1800, headers: duration - 2000, finished: duration },
          spans: ACCOUNT_SPANS.slice(0, 3),
        },
      }) as const,
  ),
] as const satisfies readonly NamedDraft[];

export type SampleName = (typeof SAMPLE_PROFILES)[number]['name'];
