import type { Term } from '../../src/search/criteria.ts';
import type { GroupBy } from '../../src/store/groups.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { FROM, TO } from '../store/build.ts';
import { builtBook } from './build.ts';
import { openTracedBook } from './traced-book.ts';

/** What pages group all requests by. */
type Measured = Exclude<GroupBy, 'error'>;

const DAY = 864e8;
const LISTED = 100;
const PERIODS = [
  { name: 'a day', from: TO - DAY },
  { name: '30 days', from: FROM },
] as const;
/** What the pages group by: Clients, Routes, and the percentiles over time of the Overview. */
const NAMES: Readonly<Record<Measured, string>> = {
  client:
    "if(startsWith(toString(ip), '::ffff:'), toString(ip), toString(tupleElement(IPv6CIDRToRange(ip, 64), 1)))",
  user: 'user',
  route: "concat(method, ' ', if(route = '', replaceRegexpAll(path(url), '[0-9]+', '*'), route))",
  time: 'bin',
};

/** The figures of a page in one statement, as someone who knows the tables would ask for them, with ClickHouse's own percentiles. */
function statement(by: Measured, from: number): string {
  const bin = `intDiv(toUnixTimestamp64Micro(time) - ${from}, ${Math.ceil((TO - from) / 30)})`;
  return `SELECT ${NAMES[by].replace('bin', `toString(${bin})`)} AS name, count() AS requests, countIf(status BETWEEN 400 AND 499),
    countIf(status >= 500), min(time), max(time), sum(duration), quantilesTDigest(0.5, 0.9, 0.95, 0.99)(duration), sum(queries), sum(query_time),
    sumMap([${bin}], [1]), sumMap([client], [1]), countIf(client = 'scanner' AND status BETWEEN 200 AND 299)
  FROM entries WHERE kind = 'main' AND time >= fromUnixTimestamp64Micro(${from}, 'UTC') AND time <= fromUnixTimestamp64Micro(${TO}, 'UTC')
  GROUP BY name ORDER BY requests DESC LIMIT ${LISTED}`;
}

/** Runs the groups of the pages and their hand-written statement alternately. */
export async function compareGroups(size: number, rounds: number, limits: boolean): Promise<Figure[]> {
  const book = await openTracedBook(await builtBook(size));
  console.log(`\n${'groups and hand-written SQL'.padEnd(44)}       ms       ms      x  from    to`);
  const ratios: number[] = [];
  for (const { name, from } of PERIODS) {
    const terms: readonly Term[] = [{ field: 'time', not: false, any: [{ from, to: TO }] }];
    for (const by of Object.keys(NAMES) as Measured[]) {
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = -2; round < rounds; round++) {
        const a = await timed(() => book.store.groups(terms, by, LISTED, { deadline: 60_000 }));
        const b = await timed(() => book.runStatement({ sql: statement(by, from) }));
        if (round >= 0) ours.push(a) && bare.push(b);
      }
      const ratio = quantile(ours, 0.5) / quantile(bare, 0.5);
      const each = ours.map((ms, n) => ms / (bare[n] ?? ms));
      ratios.push(ratio);
      console.log(
        `  ${`by ${by}, ${name}`.padEnd(42)} ${[quantile(ours, 0.5), quantile(bare, 0.5)].map((ms) => ms.toFixed(1).padStart(8)).join(' ')} ${[ratio, quantile(each, 0.1), quantile(each, 0.9)].map((x) => x.toFixed(2).padStart(6)).join('')}`,
      );
    }
  }
  await book.close();
  return [
    { name: 'groups/hand-written SQL, median', value: quantile(ratios, 0.5), unit: 'x' },
    {
      name: 'groups/hand-written SQL, slowest',
      value: Math.max(...ratios),
      unit: 'x',
      // A small book takes as long as its statements take to parse.
      ...(limits && { max: 1.5 }),
    },
  ];
}
