import { ipKey } from '../../src/net/ip.ts';
import { COUNT_CAP } from '../../src/search/criteria.ts';
import { cursorAt } from '../../src/search/cursor.ts';
import { READ_ENTRY, toIpText } from '../../src/store/clickhouse/rows.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { toCase } from '../store/cases.ts';
import { builtBook } from './build.ts';
import { openWatched, type Watched } from './watched.ts';

/** A question of the page, and the same in the words of somebody who knows the tables. */
interface ByHand {
  readonly name: string;
  ask(store: Store): Promise<unknown>;
  readonly statements: readonly string[];
}

const HOUR = 3600e6;
const newest = (where: string) =>
  `SELECT ${READ_ENTRY} FROM entries ${where} ORDER BY time DESC, seq LIMIT 11`;
const terms = (query: string) => toCase('', query).terms;
const at = (micros: number) => `fromUnixTimestamp64Micro(${micros}, 'UTC')`;

/** The searches of the page: as the page asks them, and what must hold of an entry. */
async function searches({ store }: Watched): Promise<readonly (readonly [query: string, where: string])[]> {
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

async function questions(watched: Watched): Promise<ByHand[]> {
  const [last] = (await watched.store.search({ terms: [], limit: 1, cursor: null })).entries;
  const middle = (await watched.store.search({ terms: terms('until:2026-10-28'), limit: 1, cursor: null }))
    .entries[0];
  if (!last || !middle) throw new Error('the book is empty');
  const token = watched.store.tokens.tokenOf(middle.seq);
  const day = `time >= ${at(last.time - 24 * HOUR)}`;
  const found = await searches(watched);
  const survey = (where: string) => `
    SELECT grouping(status) AS a, grouping(method) AS b, grouping(host) AS c, grouping(route) AS d,
      toStartOfInterval(time, INTERVAL 12 HOUR) AS bin, status, method, host, route, client, count()
    FROM entries ${where} GROUP BY GROUPING SETS ((bin, status), (method), (host), (route), (client))`;
  return [
    {
      name: 'newest',
      ask: (store) => store.search({ terms: [], limit: 10, cursor: null }),
      statements: [newest(`WHERE time >= ${at(last.time - HOUR)}`)],
    },
    {
      name: 'next page',
      ask: (store) => store.search({ terms: [], limit: 10, cursor: cursorAt(middle, 'older') }),
      statements: [
        newest(
          `WHERE time >= ${at(middle.time - HOUR)} AND time <= ${at(middle.time)} AND (time < ${at(middle.time)} OR seq > ${middle.seq})`,
        ),
      ],
    },
    {
      name: 'token',
      ask: (store) => store.get(token),
      statements: [
        `SELECT ${READ_ENTRY} FROM entries WHERE seq = ${middle.seq} LIMIT 1`,
        `SELECT json FROM details WHERE seq = ${middle.seq} LIMIT 1`,
      ],
    },
    ...found.map(([query, where]) => ({
      name: query,
      ask: (store: Store) =>
        store.search({ terms: terms(query), limit: 10, cursor: null }, { deadline: 60_000 }),
      statements: [newest(`WHERE ${where}`)],
    })),
    ...found.map(([query, where]) => ({
      name: `count ${query}`,
      ask: (store: Store) => store.count(terms(query), COUNT_CAP, { deadline: 60_000 }),
      statements: [`SELECT count() FROM (SELECT 1 FROM entries WHERE ${where} LIMIT ${COUNT_CAP + 1})`],
    })),
    {
      name: 'survey of all',
      ask: (store) => store.survey([], { deadline: 60_000 }),
      statements: [survey('')],
    },
    {
      name: 'survey of a day',
      ask: (store) =>
        store.survey([{ field: 'time', not: false, any: [{ from: last.time - 24 * HOUR, to: last.time }] }]),
      statements: [survey(`WHERE ${day}`)],
    },
    {
      name: 'survey of status:404',
      ask: (store) => store.survey(terms('status:404'), { deadline: 60_000 }),
      statements: [survey('WHERE status = 404')],
    },
  ];
}

/** Every question of the page and the bare statement of the same meaning, in turn. */
export async function byHand(size: number, rounds: number): Promise<Figure[]> {
  const watched = await openWatched(await builtBook(size));
  console.log(`\n${'ours and by hand'.padEnd(44)}       ms       ms      x        rows        rows`);
  const times: number[] = [];
  const rows: number[] = [];
  for (const { name, ask, statements } of await questions(watched)) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const a = await timed(() => ask(watched.store));
      const b = await timed(async () => {
        for (const sql of statements) await watched.byHand({ sql });
      });
      if (round >= 0) ours.push(a) && bare.push(b);
    }
    const read = await watched.rowsRead(await watched.asked(() => ask(watched.store)));
    const bareRead = await watched.rowsRead(statements.map((sql) => ({ sql })));
    const ratio = quantile(ours, 0.5) / quantile(bare, 0.5);
    times.push(ratio);
    rows.push(read / Math.max(1, bareRead));
    console.log(
      `  ${name.slice(0, 42).padEnd(42)} ${[quantile(ours, 0.5), quantile(bare, 0.5)].map((ms) => ms.toFixed(1).padStart(8)).join(' ')} ${ratio.toFixed(2).padStart(6)} ${read.toLocaleString('en').padStart(11)} ${bareRead.toLocaleString('en').padStart(11)}`,
    );
  }
  await watched.close();
  return [
    { name: 'ours/by hand, median question', value: quantile(times, 0.5), unit: 'x', most: 1.2 },
    { name: 'ours/by hand, slowest question', value: Math.max(...times), unit: 'x', most: 1.2 },
    { name: 'rows read, ours/by hand, most', value: Math.max(...rows), unit: 'x', most: 1.2 },
  ];
}
