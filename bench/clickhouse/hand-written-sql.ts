import { ipKey } from '../../src/net/ip.ts';
import { COUNT_CAP } from '../../src/search/criteria.ts';
import { cursorAt } from '../../src/search/cursor.ts';
import { READ_ENTRY, toIpText } from '../../src/store/clickhouse/rows.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { toCase } from '../store/cases.ts';
import { builtBook } from './build.ts';
import { openTracedBook, type TracedBook } from './traced-book.ts';

/** A query of the page, and equivalent SQL by someone who knows the tables. */
interface Comparison {
  readonly name: string;
  run(store: Store): Promise<unknown>;
  readonly statements: readonly string[];
}

const HOUR = 3600e6;
const newest = (where: string) =>
  `SELECT ${READ_ENTRY} FROM entries ${where} ORDER BY time DESC, seq LIMIT 11`;
const terms = (query: string) => toCase('', query).terms;
const at = (micros: number) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`;

/** Searches of the page: the query text and the SQL condition. */
async function searches({
  store,
}: TracedBook): Promise<readonly (readonly [query: string, where: string])[]> {
  const early = await store.search({
    terms: terms('until:2026-10-20 client:browser'),
    limit: 1,
    cursor: null,
  });
  const traced = await store.search({
    terms: terms('-trace:00000000000000000000000000000000 host:api.example'),
    limit: 1,
    cursor: null,
  });
  const ip = early.entries[0]?.ip ?? '10.0.0.7';
  const trace = traced.entries.find((entry) => entry.trace !== '')?.trace;
  return [
    [`ip:${ip}`, `ip = toIPv6('${toIpText(ipKey(ip) ?? 0)}')`],
    ['ip:203.0.113.9', "ip = toIPv6('::ffff:203.0.113.9')"],
    ['ip:10.0.0.7', "ip = toIPv6('::ffff:10.0.0.7')"],
    ['ip:77.1.0.0/16', "ip BETWEEN toIPv6('::ffff:77.1.0.0') AND toIPv6('::ffff:77.1.255.255')"],
    ...(trace ? [[`trace:${trace}`, `trace = '${trace}'`] as const] : []),
    ['status:404', 'status = 404'],
    ['status:418', 'status = 418'],
    [
      'status:5xx method:POST duration:>1s',
      "status BETWEEN 500 AND 599 AND method = 'POST' AND duration > 1000000",
    ],
    ['url:xqzwvk', "lower(url) LIKE '%xqzwvk%'"],
    ['url:eval-stdin.php', "lower(url) LIKE '%eval-stdin.php%'"],
    ['url:/api/', "lower(url) LIKE '%/api/%'"],
    ['agent:kube', "lower(user_agent) LIKE '%kube%'"],
    ['client:scanner -status:404', "client = 'scanner' AND status != 404"],
  ];
}

async function comparisons(book: TracedBook): Promise<Comparison[]> {
  const [last] = (await book.store.search({ terms: [], limit: 1, cursor: null })).entries;
  const middle = (await book.store.search({ terms: terms('until:2026-10-28'), limit: 1, cursor: null }))
    .entries[0];
  if (!last || !middle) throw new Error('the book is empty');
  const token = book.store.tokens.tokenOf(middle.seq);
  const day = `time >= ${at(last.time - 24 * HOUR)}`;
  const found = await searches(book);
  const survey = (where: string) => `
    SELECT grouping(status) AS a, grouping(method) AS b, grouping(host) AS c, grouping(route) AS d,
      toStartOfInterval(time, INTERVAL 12 HOUR) AS bin, status, method, host, route, client, count()
    FROM entries ${where} GROUP BY GROUPING SETS ((bin, status), (method), (host), (route), (client))`;
  return [
    {
      name: 'newest',
      run: (store) => store.search({ terms: [], limit: 10, cursor: null }),
      statements: [newest(`WHERE time >= ${at(last.time - HOUR)}`)],
    },
    {
      name: 'next page',
      run: (store) => store.search({ terms: [], limit: 10, cursor: cursorAt(middle, 'older') }),
      statements: [
        newest(
          `WHERE time >= ${at(middle.time - HOUR)} AND time <= ${at(middle.time)} AND (time < ${at(middle.time)} OR seq > ${middle.seq})`,
        ),
      ],
    },
    {
      name: 'token',
      run: (store) => store.get(token),
      statements: [
        `SELECT ${READ_ENTRY} FROM entries WHERE seq = ${middle.seq} LIMIT 1`,
        `SELECT json FROM details WHERE seq = ${middle.seq} LIMIT 1`,
      ],
    },
    ...found.map(([query, where]) => ({
      name: query,
      run: (store: Store) =>
        store.search({ terms: terms(query), limit: 10, cursor: null }, { deadline: 60_000 }),
      statements: [newest(`WHERE ${where}`)],
    })),
    ...found.map(([query, where]) => ({
      name: `count ${query}`,
      run: (store: Store) => store.count(terms(query), COUNT_CAP, { deadline: 60_000 }),
      statements: [`SELECT count() FROM (SELECT 1 FROM entries WHERE ${where} LIMIT ${COUNT_CAP + 1})`],
    })),
    {
      name: 'survey of all',
      run: (store) => store.survey([], { deadline: 60_000 }),
      statements: [survey('')],
    },
    {
      name: 'survey of a day',
      run: (store) =>
        store.survey([{ field: 'time', not: false, any: [{ from: last.time - 24 * HOUR, to: last.time }] }]),
      statements: [survey(`WHERE ${day}`)],
    },
    {
      name: 'survey of status:404',
      run: (store) => store.survey(terms('status:404'), { deadline: 60_000 }),
      statements: [survey('WHERE status = 404')],
    },
  ];
}

/** The times of a query and of its statement in each round, in ms, and the rows that each reads. */
interface Compared {
  readonly name: string;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  readonly read: number;
  readonly bareRead: number;
}

/** Runs the queries of the page, or the first of them, and their hand-written statements alternately. */
export async function timeByHand(size: number, rounds: number, most = Infinity): Promise<Compared[]> {
  const book = await openTracedBook(await builtBook(size));
  const compared: Compared[] = [];
  for (const { name, run, statements } of (await comparisons(book)).slice(0, most)) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const a = await timed(() => run(book.store));
      const b = await timed(async () => {
        for (const sql of statements) await book.runStatement({ sql });
      });
      if (round >= 0) ours.push(a) && bare.push(b);
    }
    const read = await book.rowsRead(await book.statementsOf(() => run(book.store)));
    const bareRead = await book.rowsRead(statements.map((sql) => ({ sql })));
    compared.push({ name, ours, bare, read, bareRead });
  }
  await book.close();
  return compared;
}

export async function compareByHand(size: number, rounds: number): Promise<Figure[]> {
  const compared = await timeByHand(size, rounds);
  console.log(
    `\n${'store and hand-written SQL'.padEnd(44)}       ms       ms      x        rows        rows`,
  );
  const times: number[] = [];
  for (const { name, ours, bare, read, bareRead } of compared) {
    const ratio = quantile(ours, 0.5) / quantile(bare, 0.5);
    times.push(ratio);
    console.log(
      `  ${name.slice(0, 42).padEnd(42)} ${[quantile(ours, 0.5), quantile(bare, 0.5)].map((ms) => ms.toFixed(1).padStart(8)).join(' ')} ${ratio.toFixed(2).padStart(6)} ${read.toLocaleString('en').padStart(11)} ${bareRead.toLocaleString('en').padStart(11)}`,
    );
  }
  const rows = compared.map(({ read, bareRead }) => read / Math.max(1, bareRead));
  return [
    { name: 'store/hand-written SQL, median query', value: quantile(times, 0.5), unit: 'x', max: 1.2 },
    { name: 'store/hand-written SQL, slowest query', value: Math.max(...times), unit: 'x', max: 1.2 },
    { name: 'rows read, store/hand-written SQL, max', value: Math.max(...rows), unit: 'x', max: 1.2 },
  ];
}
