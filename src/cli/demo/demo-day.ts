import { createRandom, type Random } from './random.ts';
import { SHOP_ROUTES, type ShopRoute } from './shop-routes.ts';
import { CRAWLER, createPeople, MOBILE_APP, MONITOR, SCANNERS, type Visitor } from './visitors.ts';
import { type DemoOutcome, type DemoRequest, exceptionAt, Work } from './work.ts';

const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Before the end of the day: a release with a mistake in the payment, and an hour in which card payments are slow. */
const RELEASED = 5 * HOUR;
const SLOW_FROM = 11 * HOUR;
const SLOW_TO = 10 * HOUR;

const VISITS = 900;
const PROBES = [
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/wp-admin/setup-config.php',
  '/phpmyadmin/index.php',
  '/.aws/credentials',
  '/actuator/env',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/cgi-bin/luci',
  '/backup.sql',
  '/config.json',
  '/server-status',
] as const;

/** A request before it is known which release answers it. */
type Sent = Omit<DemoRequest, 'release'>;

/** A day of requests to a shop that ends at this time, oldest first. */
export function demoDay(seed: number, end: number): readonly DemoRequest[] {
  const random = createRandom(seed);
  const sent = [
    ...visits(random, end),
    ...crawls(random, end),
    ...checks(random, end),
    ...scans(random, end),
    ...jobs(random, end),
  ];
  return sent
    .map((each) => ({ ...each, release: each.time < end - RELEASED ? '2.4.0' : '2.4.1' }))
    .filter(({ time }) => time < end)
    .sort((a, b) => a.time - b.time);
}

function request(random: Random, shopRoute: ShopRoute, visitor: Visitor, time: number, end: number): Sent {
  const moment = {
    visitor,
    isBroken: time >= end - RELEASED,
    isCardApiSlow: time >= end - SLOW_FROM && time < end - SLOW_TO,
  };
  const { method = 'GET', route, path = () => route } = shopRoute;
  const outcome = shopRoute.run(new Work(random), moment);
  return { time, visitor, method, path: path(random), route, outcome };
}

/** People come and look around for some minutes; more of them in the second half of the day, and some right now. */
function visits(random: Random, end: number): Sent[] {
  const people = createPeople(random);
  const weights = SHOP_ROUTES.flatMap((route) => Array.from({ length: route.weight }, () => route));
  return Array.from({ length: VISITS }, (_, n) => {
    const visitor = n % 20 === 0 ? MOBILE_APP : random.pick(people);
    const back = n < 12 ? random.next() * 2 * MINUTE : DAY * random.next() ** 1.4;
    let time = end - back;
    return Array.from({ length: random.int(3, 12) }, () => {
      time += random.around(6 * SECOND);
      return request(
        random,
        random.pick(weights as [ShopRoute, ...ShopRoute[]]),
        visitor,
        Math.round(time),
        end,
      );
    });
  }).flat();
}

function crawls(random: Random, end: number): Sent[] {
  const [, product = SHOP_ROUTES[0]] = SHOP_ROUTES;
  return Array.from({ length: 300 }, (_, n) =>
    request(random, product, CRAWLER, end - Math.round((n + random.next()) * 4.8 * MINUTE), end),
  );
}

function plain(random: Random, status: number, responseBytes: number): DemoOutcome {
  return new Work(random).finish(status, responseBytes);
}

function checks(random: Random, end: number): Sent[] {
  return Array.from({ length: 1440 }, (_, n) => {
    const time = end - Math.round((n + 0.3) * MINUTE);
    const outcome = plain(random, 200, 15);
    return { time, visitor: MONITOR, method: 'GET', path: '/health', route: '/health', outcome };
  });
}

/** Scanners find nothing, except for one forgotten file. */
function scans(random: Random, end: number): Sent[] {
  return SCANNERS.flatMap((visitor, n) => {
    let time = end - Math.round((n * 7 + 0.4) * HOUR);
    return Array.from({ length: 4 }, () => PROBES)
      .flat()
      .map((path) => {
        time += random.around(0.7 * SECOND);
        const isThere = n === 1 && path === '/backup.sql';
        const outcome = plain(random, isThere ? 200 : 404, isThere ? 52_113 : 310);
        return { time: Math.round(time), visitor, method: 'GET', path, route: '', outcome };
      });
  });
}

/** Every quarter of an hour the stock is updated; at night it failed once. */
function jobs(random: Random, end: number): Sent[] {
  return Array.from({ length: 96 }, (_, n) => {
    const time = end - Math.round((n + 0.5) * 15 * MINUTE);
    const work = new Work(random);
    const failed = n === 60;
    work.call('GET https://warehouse.example/stock.json', 300, { status: failed ? 503 : 200 });
    if (!failed) work.query('UPDATE products SET stock = ? WHERE id = ?', 14, 'src/stock.js:20:18', 400);
    const frames = ['async updateStock (/srv/shop/src/stock.js:14:11)'];
    const exception = failed ? exceptionAt('Error', 'The warehouse answered 503', frames) : null;
    const outcome = work.finish(failed ? 500 : 200, 0, exception);
    return { time, visitor: MONITOR, method: 'JOB', path: '', route: '', outcome, job: 'update-stock' };
  });
}
