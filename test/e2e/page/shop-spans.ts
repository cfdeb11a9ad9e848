import type { LogLine, Span } from '../../../src/profile/profile.ts';

/** Spans and logs of some requests to a shop. */

const MS = 1000;

export const sql = (at: number, duration: number, name: string, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at: at * MS,
  duration: Math.round(duration * MS),
  parent: null,
  system: 'postgresql',
  ...rest,
});

/** A page of orders that queries the customer of each order. */
export const ACCOUNT_SPANS: readonly Span[] = [
  { kind: 'app', name: 'load account', at: 2 * MS, duration: 41 * MS, parent: null },
  sql(3, 2.1, 'SELECT * FROM orders WHERE account = $1 ORDER BY placed DESC LIMIT 20', {
    parent: 0,
    wait: 0.8 * MS,
    rows: 12,
    calledFrom: 'src/routes/account.js:31:22',
  }),
  ...Array.from({ length: 12 }, (_, i) =>
    sql(6 + i * 3, 1.4 + (i % 5) * 0.3, 'SELECT id, name, email FROM customers WHERE id = $1', {
      parent: 0,
      rows: 1,
      calledFrom: 'src/customers.js:12:20',
    }),
  ),
  {
    kind: 'cache',
    name: 'GET prices:eu',
    at: 44 * MS,
    duration: 700,
    parent: null,
    system: 'redis',
  },
  {
    kind: 'http',
    name: 'GET https://stock.example/v2/levels?sku=8812,8813',
    at: 46 * MS,
    duration: 27 * MS,
    parent: null,
    status: 200,
  },
  ...['BEGIN', 'UPDATE accounts SET seen = $1 WHERE id = $2', 'COMMIT'].map((name, i) =>
    sql(73.2 + i * 0.5, 0.4, name, {
      transaction: 1,
      calledFrom: `src/visits.js:${8 + i}:11`,
      ...(i === 1 && { rows: 1 }),
    }),
  ),
  { kind: 'sub', name: 'render orders', at: 75 * MS, duration: 9 * MS, parent: null },
];

export const ACCOUNT_LOGS: readonly LogLine[] = [
  {
    at: 3 * MS,
    source: 'pino',
    level: 'info',
    text: 'account opened',
    fields: '{"account":4711,"plan":"team"}',
  },
  { at: 45 * MS, source: 'console', level: 'warn', text: 'prices are 14 minutes old' },
  { at: 74 * MS, source: 'pino', level: 'debug', text: 'stock levels: 2 of 2' },
];

/** An export with five hundred spans. */
export const EXPORT_SPANS: readonly Span[] = Array.from({ length: 500 }, (_, i): Span => {
  const at = 4 * MS + i * 3.4 * MS;
  const step = i % 10;
  if (step === 0)
    return { kind: 'app', name: `page ${i / 10 + 1} of 50`, at, duration: 33 * MS, parent: null };
  const parent = i - step;
  if (step === 9)
    return {
      kind: 'http',
      name: `POST https://files.example/parts/${(i - 9) / 10 + 1}`,
      at,
      duration: 3 * MS,
      parent,
      status: i === 259 ? 503 : 201,
      ...(i === 259 && { error: 'Service Unavailable' }),
    };
  const table = ['orders', 'lines', 'customers', 'payments'][step % 4];
  return sql(at / MS, 1 + (i % 7) / 3, `SELECT * FROM ${table} WHERE page = $1`, { parent });
});
