import type { Profile, Span } from '../../src/profile/profile.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';

const ORDERS = 'SELECT * FROM orders WHERE customer = ? ORDER BY created DESC';

function query(i: number): Span {
  return {
    kind: 'sql',
    name: i === 0 ? 'SELECT * FROM customers WHERE country = ?' : ORDERS,
    at: 500 + i * 900,
    duration: 700 + i * 10,
    parent: null,
    system: 'mysql',
    database: 'shop',
    rows: 1,
    calledFrom: i === 0 ? 'src/customers.js:12:20' : 'src/orders.js:40:9',
  };
}

/** A payment that fails: with an exception and its cause, an N+1 query, logs, a failed call and bodies. */
function failedPayment(): Profile {
  const { entry, detail } = sampleProfile({
    seq: 5,
    time: T0 + 3e6,
    status: 500,
    method: 'POST',
    url: 'https://shop.example/api/pay?order=7',
    route: '/api/pay',
    duration: 31_000,
    user: '田中',
    tags: ['checkout', '決済'],
    queries: 13,
    queryTime: 9_000,
    error: 'PaymentError',
    errorGroup: 'PaymentError: card declined at charge (src/pay.ts)',
  });
  if (!detail) throw new Error('a sample has a detail');
  const cause = {
    name: 'FetchError',
    message: 'connect ETIMEDOUT',
    stack: '    at fetchCard (/app/src/card.ts:7:3)',
    cause: null,
  };
  return {
    entry,
    detail: {
      ...detail,
      exception: {
        name: 'PaymentError',
        message: 'card declined: カードが拒否されました',
        stack:
          '    at charge (/app/src/pay.ts:12:5)\n    at Layer.handle (/app/node_modules/router/layer.js:1:2)',
        cause,
      },
      phases: { handler: 400, headers: 30_000, finished: 31_000 },
      spans: [
        ...Array.from({ length: 13 }, (_, i) => query(i)),
        {
          kind: 'http',
          name: 'POST https://card-api.example/charge',
          at: 14_000,
          duration: 15_500,
          parent: null,
          status: 504,
          error: 'connect ETIMEDOUT',
        },
      ],
      logs: [
        { at: 420, source: 'console', level: 'info', text: 'payment of order 7' },
        {
          at: 29_900,
          source: 'console',
          level: 'error',
          text: '決済に失敗しました\nsecond line',
          fields: '{"order":7}',
        },
      ],
      notes: [{ key: 'cart', value: '3 items' }],
      requestBody: { type: 'application/json', bytes: 11, text: '{"order":7}' },
      responseBody: { type: 'image/png', bytes: 5, missing: 'type' },
    },
  };
}

/** Requests that are hard to print: wide characters, marks, long URLs, long addresses and methods. */
export const GOLDEN_PROFILES: readonly Profile[] = [
  sampleProfile({ seq: 1, status: 404, url: 'https://shop.example/error/.env' }),
  sampleProfile({ seq: 2, status: 404, url: 'https://shop.example/error/.env', kind: 'error', parent: 1 }),
  sampleProfile({
    seq: 3,
    time: T0 + 1e6,
    url: `https://店舗.example/商品/${'検索'.repeat(30)}?q=終わり`,
    ip: '2001:db8:1111:2222:3333:4444:5555:6666',
  }),
  sampleProfile({
    seq: 4,
    time: T0 + 2e6,
    status: 302,
    url: `https://shop.example/${'a1'.repeat(990)}/the-end`,
  }),
  failedPayment(),
  sampleProfile({
    seq: 6,
    time: T0 + 4e6,
    method: 'VERSION-CONTROL',
    url: 'https://shop.example/cafe\u0301/❤\uFE0F/👩\u200D💻/\u001b[2J\u202Egnp.exe',
    user: 'zoe\u0308',
  }),
];
