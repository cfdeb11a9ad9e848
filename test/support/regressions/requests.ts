import type { Span } from '../../../src/profile/profile.ts';

/** An operation of a generated request. */
export interface Step {
  readonly kind: Span['kind'];
  /** `{id}` is replaced by another number in every request. */
  readonly name: string;
  /** In microseconds, as it usually takes. */
  readonly time: number;
  /** Runs together with the other steps of this number, in any order. */
  readonly parallel?: number;
  /** Runs once for each of these, a number that differs between requests. */
  readonly loop?: readonly [from: number, to: number];
  readonly system?: string;
  readonly wait?: number;
  readonly error?: string;
  readonly status?: number;
  readonly unfinished?: true;
}

/** A request of an app, before times and ids are filled in. */
export interface Model {
  readonly method: string;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** `null` is withheld. */
  readonly headers: Readonly<Record<string, string | null>>;
  readonly cookies: readonly string[];
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly user: string;
  readonly release: string;
  readonly steps: readonly Step[];
  readonly logs: readonly (readonly [level: string, text: string])[];
  readonly notes: Readonly<Record<string, string>>;
  readonly status: number;
  readonly exception: { readonly name: string; readonly message: string } | null;
}

const sql = (name: string, time: number, rest: Partial<Step> = {}): Step => ({
  kind: 'sql',
  name,
  time,
  system: 'postgresql',
  ...rest,
});
const cache = (name: string, time: number): Step => ({ kind: 'cache', name, time, system: 'redis' });
const call = (name: string, time: number, rest: Partial<Step> = {}): Step => ({
  kind: 'http',
  name,
  time,
  status: 200,
  ...rest,
});

const BROWSER_HEADERS = {
  host: 'shop.example',
  accept: 'application/json',
  'accept-language': 'de-DE,de;q=0.9',
  'accept-encoding': 'gzip, br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/{id}.0.0.0 Safari/537.36',
  authorization: null,
};

const COMMON = {
  user: 'ana',
  release: '2.4.1',
  parameters: {},
  body: null,
  status: 200,
  exception: null,
  notes: {},
};

export const MODELS: readonly Model[] = [
  {
    ...COMMON,
    method: 'POST',
    route: '/api/pay',
    headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', 'x-csrf-token': null },
    cookies: ['session', 'theme', '_ga'],
    body: {
      orderId: '{id}',
      amount: '{id}',
      currency: 'EUR',
      card: { brand: 'visa', last: '{id}' },
      note: 'For Ana',
    },
    steps: [
      cache('GET session:?', 400),
      sql('select * from users where id = ?', 900),
      sql('select * from orders where id = ?', 1200),
      sql('select * from order_items where order_id = ? and position = ?', 700, { loop: [2, 6] }),
      call('POST https://card-api.example/v1/charges', 82_000),
      sql('BEGIN', 200),
      sql('update orders set state = ? where id = ?', 1800),
      sql('insert into payments (order_id, amount, at) values (?, ?, ?)', 1500),
      sql('COMMIT', 900),
      call('POST https://mail.example/v2/send', 24_000),
    ],
    logs: [
      ['info', 'payment of order {id} started'],
      ['info', 'charged card of customer cus_{hex} in {id} ms'],
      ['info', 'order {id} paid'],
    ],
    notes: { cart: '{id}' },
  },
  {
    ...COMMON,
    method: 'GET',
    route: '/products/:id',
    parameters: { currency: 'eur', ref: '{uuid}' },
    headers: BROWSER_HEADERS,
    cookies: ['session', '_gid'],
    steps: [
      cache('GET session:?', 300),
      sql('select * from products where id = ?', 1100),
      sql('select * from reviews where product_id = ? order by created_at desc limit ?', 3200, {
        parallel: 1,
      }),
      sql('select * from products where category_id = ? limit ?', 2600, { parallel: 1 }),
      call('GET https://stock.example/items/{id}?warehouse={id}', 12_000, { parallel: 1 }),
      cache('SET product:? ? EX ?', 350),
    ],
    logs: [['debug', 'product {id} loaded at {time}']],
  },
  {
    ...COMMON,
    method: 'GET',
    route: '/search',
    parameters: { q: 'shoes', limit: '20', _: '{millis}', sort: 'price' },
    headers: BROWSER_HEADERS,
    cookies: ['session'],
    steps: [
      { kind: 'document', name: 'find products {"$text": ?}', time: 9000, system: 'mongodb' },
      call('GET https://ads.example/for?q={id}', 31_000, { parallel: 2 }),
      sql('select id, price from offers where product_id in (?)', 4100, { parallel: 2 }),
      sql('insert into search_log (term, at) values (?, ?)', 800),
    ],
    logs: [['info', '{id} results in {id} ms']],
    notes: { index: 'products-v2' },
  },
  {
    ...COMMON,
    method: 'PUT',
    route: '/users/:id',
    parameters: { notify: 'true' },
    headers: {
      ...BROWSER_HEADERS,
      'content-type': 'application/json',
      'x-tenant': null,
      origin: 'https://shop.example',
    },
    cookies: ['session', 'consent'],
    body: {
      name: 'Ana Kovač',
      email: 'ana{id}@example.com',
      role: 'editor',
      address: { city: 'Zagreb', zip: '{id}' },
    },
    steps: [
      sql('select * from users where id = ?', 1000),
      sql('select * from permissions where user_id = ?', 1300),
      sql('update users set name = ?, email = ? where id = ?', 2100),
      sql('insert into audit (user_id, what, at) values (?, ?, ?)', 900),
      call('POST https://crm.example/contacts/{id}', 45_000),
    ],
    logs: [
      ['info', 'user {id} updated by {uuid}'],
      ['warn', 'crm answered after {id} ms'],
    ],
  },
  {
    ...COMMON,
    method: 'GET',
    route: '/reports/:month',
    parameters: { format: 'pdf' },
    headers: { ...BROWSER_HEADERS, 'x-api-key': null },
    cookies: [],
    steps: [
      sql('select * from accounts where api_key = ?', 900),
      sql('select day, sum(amount) from payments where at between ? and ? group by day', 64_000),
      sql('select category, count(*) from orders group by category', 38_000),
      { kind: 'app', name: 'render report', time: 52_000 },
      call('PUT https://files.example/reports/{hex}', 18_000),
    ],
    logs: [['info', 'report {hex} rendered, {id} pages']],
  },
  {
    ...COMMON,
    method: 'POST',
    route: '/webhooks/:provider',
    user: '',
    headers: {
      host: 'shop.example',
      'content-type': 'application/json',
      'x-signature': null,
      'user-agent': 'Provider/1.{id}',
    },
    cookies: [],
    body: { id: 'evt_{hex}', type: 'invoice', created: '{millis}', data: { id: '{id}', paid: true } },
    steps: [
      sql('select id from events where id = ?', 700),
      sql('insert into events (id, type, at) values (?, ?, ?)', 1300),
      cache('LPUSH jobs ?', 400),
    ],
    logs: [['info', 'event evt_{hex} queued']],
  },
];
