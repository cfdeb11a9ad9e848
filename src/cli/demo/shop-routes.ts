import type { Random } from './random.ts';
import type { Visitor } from './visitors.ts';
import { type DemoOutcome, exceptionAt, type Work } from './work.ts';

/** The state of the shop when a request arrives. */
export interface Moment {
  readonly visitor: Visitor;
  /** The release with the mistake in the payment is running. */
  readonly isBroken: boolean;
  /** The provider of card payments answers slowly. */
  readonly isCardApiSlow: boolean;
}

export interface ShopRoute {
  /** @default 'GET' */
  readonly method?: string;
  readonly route: string;
  /** How often it is asked for, compared with the others. */
  readonly weight: number;
  /** By default, the route. */
  readonly path?: (random: Random) => string;
  readonly run: (work: Work, moment: Moment) => DemoOutcome;
}

const WORDS = ['lamp', 'desk', 'chair', 'mug', 'rug', 'shelf', 'plant', 'clock'] as const;

export const SHOP_ROUTES: readonly [ShopRoute, ...ShopRoute[]] = [
  {
    route: '/',
    weight: 20,
    run(work) {
      work.cache('GET home:products', 'src/home.js:9:26');
      return work.finish(200, work.random.int(18_000, 21_000));
    },
  },
  {
    route: '/products/:id',
    weight: 30,
    path: (random) => `/products/${random.int(1, 400)}`,
    run(work) {
      work.query('SELECT * FROM products WHERE id = ?', 1.5, 'src/products.js:21:24');
      work.query(
        'SELECT stars, text FROM reviews WHERE product_id = ? LIMIT ?',
        2,
        'src/products.js:24:24',
        8,
      );
      if (work.random.chance(0.02)) return work.finish(404, 310);
      return work.finish(200, work.random.int(9000, 16_000));
    },
  },
  {
    route: '/search',
    weight: 14,
    path: (random) => `/search?q=${random.pick(WORDS)}&page=${random.int(1, 3)}`,
    run(work) {
      // Some words have no index to help.
      const usual = work.random.chance(0.12) ? 900 : 12;
      work.query(
        'SELECT id, name, price FROM products WHERE name ILIKE ? ORDER BY sold DESC LIMIT ?',
        usual,
        'src/search.js:14:23',
        20,
      );
      if (usual > 100) work.log('warn', 'slow search without an index');
      return work.finish(200, work.random.int(7000, 12_000));
    },
  },
  {
    route: '/orders',
    weight: 8,
    run(work, { visitor }) {
      if (visitor.user === '') return work.finish(302, 0);
      work.query(
        'SELECT * FROM orders WHERE user_id = ? ORDER BY placed_at DESC',
        2,
        'src/orders.js:18:31',
        24,
      );
      // One query per order: the N+1 of the demo.
      for (let i = work.random.int(12, 40); i > 0; i--)
        work.query(
          'SELECT * FROM order_lines WHERE order_id = ?',
          1.1,
          'src/orders.js:22:36',
          work.random.int(1, 5),
        );
      return work.finish(200, work.random.int(24_000, 60_000), null, ['account']);
    },
  },
  {
    route: '/cart',
    weight: 10,
    run(work, { visitor }) {
      work.cache('GET cart:?', 'src/cart.js:11:22');
      if (visitor.user === '') return work.finish(200, 2100);
      work.query('SELECT * FROM cart_items WHERE user_id = ?', 1.4, 'src/cart.js:15:27', 3);
      return work.finish(200, work.random.int(4000, 6000));
    },
  },
  {
    route: '/assets/app.css',
    weight: 10,
    run: (work) => (work.random.chance(0.7) ? work.finish(304, 0) : work.finish(200, 18_441)),
  },
  {
    method: 'POST',
    route: '/login',
    weight: 4,
    run(work) {
      work.query('SELECT id, hash FROM users WHERE email = ?', 1.6, 'src/login.js:12:25');
      work.compute(70);
      if (work.random.chance(0.15)) {
        work.log('info', 'wrong password');
        return work.finish(401, 96);
      }
      return work.finish(302, 0);
    },
  },
  { method: 'POST', route: '/api/pay', weight: 5, run: pay },
];

/** The new release does not expect them. */
const WITHOUT_ADDRESS = new Set(['bob', 'emre', 'jun']);

function pay(work: Work, { visitor, isBroken, isCardApiSlow }: Moment): DemoOutcome {
  if (visitor.user === '') return work.finish(401, 88);
  work.query('SELECT * FROM cart_items WHERE user_id = ?', 1.4, 'src/pay.js:19:28', 3);
  if (isBroken && WITHOUT_ADDRESS.has(visitor.user)) {
    work.log('error', 'payment failed');
    const message = "Cannot read properties of undefined (reading 'country')";
    const frames = ['taxFor (/srv/shop/src/tax.js:8:34)', 'async pay (/srv/shop/src/pay.js:24:15)'];
    return work.finish(500, 1204, exceptionAt('TypeError', message, frames), ['checkout']);
  }
  if (isCardApiSlow && work.random.chance(0.35)) {
    work.call('POST https://card-api.example/v2/charges', 5200, {
      error: 'The operation was aborted due to timeout',
    });
    work.log('error', 'card-api did not answer');
    const cause = exceptionAt('TimeoutError', 'The operation was aborted due to timeout', [
      'async charge (/srv/shop/src/card-api.js:31:20)',
    ]);
    const frames = [
      'async charge (/srv/shop/src/card-api.js:36:11)',
      'async pay (/srv/shop/src/pay.js:27:20)',
    ];
    return work.finish(
      504,
      640,
      exceptionAt('PaymentError', 'The payment provider did not answer', frames, cause),
      ['checkout'],
    );
  }
  work.call('POST https://card-api.example/v2/charges', isCardApiSlow ? 2400 : 180, { status: 201 });
  work.query('INSERT INTO payments (order_id, amount, charge) VALUES (?, ?, ?)', 2, 'src/pay.js:31:16');
  work.query('UPDATE orders SET paid = ? WHERE id = ?', 1.5, 'src/pay.js:32:16');
  work.log('info', 'payment accepted');
  return work.finish(201, 212, null, ['checkout']);
}
