import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { ipKey } from '../../src/net/ip.ts';
import type { Term } from '../../src/search/criteria.ts';
import { openStore } from '../../src/store/open-store.ts';
import { readSegments } from '../../src/store/sqlite/catalog.ts';
import { openCatalogForReading, openSealed } from '../../src/store/sqlite/connection.ts';
import { bookFolder } from '../../src/store/sqlite/folder.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { builtBook } from './build.ts';
import { type Case, toCase } from './cases.ts';

const COLUMNS = `e.seq, e.time, e.ip, u.text AS url, a.text AS agent, e.duration, e.request_bytes, e.response_bytes,
  e.trace, e.parent, dim.status, dim.method, dim.host, dim.route, dim.kind, dim.error, dim.client, dim.detail`;
const ROWS = `CROSS JOIN entries e ON e.n = k.n CROSS JOIN dimensions dim ON dim.id = e.dimension
  CROSS JOIN urls u ON u.id = e.url CROSS JOIN agents a ON a.id = e.agent ORDER BY e.n DESC`;
const LIMIT = 11;

/** A search, and the SQL that someone who knows the tables would write for it. */
interface Comparison {
  readonly search: Case;
  readonly keys: string;
  readonly params: readonly SQLInputValue[];
}

/** The times of a search and of its SQL in each round, in ms. */
interface Compared {
  readonly name: string;
  readonly search: readonly number[];
  readonly sql: readonly number[];
}

/** Compares searches of sealed segments, including the hop between threads, with prepared SQL on the same files. */
export async function compareWithSql(
  size: number,
  rounds: number,
): Promise<{ readonly compared: readonly Compared[]; readonly hops: readonly number[] }> {
  const path = await builtBook(size);
  const store = await openStore(`sqlite:${path}`);
  const folder = bookFolder(path);
  const catalog = openCatalogForReading(folder);
  const sealed = readSegments(catalog).filter(({ state }) => state === 'sealed');
  catalog.close();
  const files = sealed.map(({ id, rewrites }) => openSealed(folder.sealed(id, rewrites))).reverse();
  const until: Term = {
    field: 'time',
    not: false,
    any: [{ from: 0, to: Math.max(...sealed.map(({ latest }) => latest)) }],
  };
  const [sample] = (
    await store.search({ terms: toCase('', 'until:2026-10-20 client:browser').terms, limit: 1, cursor: null })
  ).entries;
  const ip = sample?.ip ?? '10.0.0.7';
  const key = ipKey(ip) ?? 0;
  const ipValue = typeof key === 'number' ? BigInt(key) : Buffer.from(key, 'hex');
  const newest = `ORDER BY k.n DESC LIMIT ${LIMIT}`;
  const comparisons: Comparison[] = [
    { search: toCase('newest', ''), keys: `SELECT n FROM entries k ${newest}`, params: [] },
    {
      search: toCase('ip', `ip:${ip}`),
      keys: `SELECT k.n FROM postings k WHERE k.field = 2 AND k.value = ? ${newest}`,
      params: [ipValue],
    },
    {
      search: toCase('status', 'status:503'),
      keys: `SELECT k.n FROM postings k WHERE k.field = 1 AND k.value IN (SELECT id FROM dimensions WHERE status = 503) ${newest}`,
      params: [],
    },
    {
      search: toCase('ip and status', `ip:${ip} status:404`),
      keys: `SELECT k.n FROM postings k WHERE k.field = 2 AND k.value = ?
        AND k.dimension IN (SELECT id FROM dimensions WHERE status = 404) ${newest}`,
      params: [ipValue],
    },
    {
      search: toCase('URL', 'eval-stdin.php status.example'),
      keys: `SELECT k.n FROM url_trigrams t CROSS JOIN postings k ON k.field = 3 AND k.value = t.rowid
        WHERE url_trigrams MATCH '"eva" AND "val" AND "l-s" AND "tus"' ${newest}`,
      params: [],
    },
  ];
  const compared: Compared[] = [];
  for (const { search, keys, params } of comparisons) {
    const statements = files.map((db) => db.prepare(`SELECT ${COLUMNS} FROM (${keys}) k ${ROWS}`));
    const searchTimes: number[] = [];
    const sqlTimes: number[] = [];
    for (let round = -3; round < rounds; round++) {
      const terms = [...search.terms, until];
      const searchTime = await timed(() => store.search({ terms, limit: LIMIT - 1, cursor: null }));
      const sqlTime = await timed(async () => readNewest(statements, params));
      if (round >= 0) searchTimes.push(searchTime) && sqlTimes.push(sqlTime);
    }
    compared.push({ name: search.name, search: searchTimes, sql: sqlTimes });
  }
  const hops: number[] = [];
  for (let n = 0; n < 200; n++) hops.push(await timed(() => store.get('zzz')));
  for (const db of files) db.close();
  await store.close();
  return { compared, hops };
}

export async function handWrittenSql(size: number, rounds: number): Promise<Figure[]> {
  const { compared, hops } = await compareWithSql(size, rounds);
  console.log('\nsearch and hand-written SQL, ms');
  const ratios = compared.map(({ name, search, sql }) => {
    const ratio = quantile(
      search.map((ms, i) => ms / (sql[i] ?? ms)),
      0.5,
    );
    console.log(
      `  ${name.padEnd(20)} ${quantile(search, 0.5).toFixed(2).padStart(8)} ${quantile(sql, 0.5).toFixed(2).padStart(8)}  ${ratio.toFixed(2)} x`,
    );
    return ratio;
  });
  return [
    { name: 'search/hand-written SQL, median', value: quantile(ratios, 0.5), unit: 'x', max: 1.3 },
    { name: 'search/hand-written SQL, worst', value: Math.max(...ratios), unit: 'x' },
    { name: 'a call that reads nothing', value: quantile(hops, 0.5), unit: 'ms' },
  ];
}

/** Reads segment after segment, newest first, until the page is full. */
function readNewest(statements: readonly StatementSync[], params: readonly SQLInputValue[]): unknown[] {
  const rows: unknown[] = [];
  for (const statement of statements) {
    rows.push(...statement.all(...params));
    if (rows.length >= LIMIT) break;
  }
  return rows;
}
