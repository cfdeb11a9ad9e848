import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { ipKey } from '../../src/net/ip.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { builtBook } from './build.ts';
import { type Case, toCase } from './cases.ts';

const COLUMNS = `e.seq, e.time, e.ip, u.text AS url, a.text AS agent, e.duration, e.request_bytes, e.response_bytes,
  e.trace, e.parent, dim.status, dim.method, dim.host, dim.route, dim.kind, dim.error, dim.client, dim.detail`;
const ROWS = `CROSS JOIN entries e ON e.seq = k.seq CROSS JOIN dimensions dim ON dim.id = e.dimension
  CROSS JOIN urls u ON u.id = e.url CROSS JOIN agents a ON a.id = e.agent ORDER BY e.time DESC, e.seq`;
const POSTINGS = 'FROM segments s CROSS JOIN postings k ON k.segment = s.id';

/** A search, and the SQL that someone who knows the tables would write for it. */
interface Comparison {
  readonly search: Case;
  readonly keys: string;
  readonly params: readonly SQLInputValue[];
}

/** Compares searches, including the hop between threads, with prepared SQL on the same file. */
export async function handWrittenSql(size: number, rounds: number): Promise<Figure[]> {
  const path = await builtBook(size);
  const store = await openStore(`sqlite:${path}`);
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec('PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -32768');
  const [sample] = (
    await store.search({ terms: toCase('', 'until:2026-10-20 client:browser').terms, limit: 1, cursor: null })
  ).entries;
  const ip = sample?.ip ?? '10.0.0.7';
  const key = ipKey(ip) ?? 0;
  const ipValue = typeof key === 'number' ? BigInt(key) : Buffer.from(key, 'hex');
  const newest = 'ORDER BY s.id DESC, k.time DESC, k.seq LIMIT 11';
  const comparisons: Comparison[] = [
    {
      search: toCase('newest', ''),
      keys: 'SELECT seq FROM entries INDEXED BY entries_listing ORDER BY time DESC, seq LIMIT 11',
      params: [],
    },
    {
      search: toCase('ip', `ip:${ip}`),
      keys: `SELECT k.seq ${POSTINGS} AND k.field = 2 AND k.value = ? ${newest}`,
      params: [ipValue],
    },
    {
      search: toCase('status', 'status:503'),
      keys: `SELECT k.seq ${POSTINGS} AND k.field = 1 AND k.value IN (SELECT id FROM dimensions WHERE status = 503)
        WHERE s.id = (SELECT max(id) FROM segments) ${newest}`,
      params: [],
    },
    {
      search: toCase('ip and status', `ip:${ip} status:404`),
      keys: `SELECT k.seq ${POSTINGS} AND k.field = 2 AND k.value = ?
        AND k.dimension IN (SELECT id FROM dimensions WHERE status = 404) ${newest}`,
      params: [ipValue],
    },
    {
      search: toCase('URL', 'eval-stdin.php status.example'),
      keys: `SELECT k.seq FROM url_trigrams t
        CROSS JOIN postings k ON k.segment = t.rowid / 16777216 AND k.field = 3 AND k.value = t.rowid
        WHERE url_trigrams MATCH '"eva" AND "val" AND "l-s" AND "tus"'
        AND t.rowid > (SELECT max(id) - 2 FROM segments) * 16777216
        ORDER BY k.time DESC, k.seq LIMIT 11`,
      params: [],
    },
  ];
  console.log('\nsearch and hand-written SQL, ms');
  const ratios = [];
  for (const { search, keys, params } of comparisons) {
    const statement = db.prepare(`SELECT ${COLUMNS} FROM (${keys}) k ${ROWS}`);
    const searchTimes: number[] = [];
    const sqlTimes: number[] = [];
    for (let round = -3; round < rounds; round++) {
      const searchTime = await timed(() => store.search({ terms: search.terms, limit: 10, cursor: null }));
      const sqlTime = await timed(async () => statement.all(...params));
      if (round >= 0) searchTimes.push(searchTime) && sqlTimes.push(sqlTime);
    }
    const ratio = quantile(
      searchTimes.map((ms, i) => ms / (sqlTimes[i] ?? ms)),
      0.5,
    );
    ratios.push(ratio);
    console.log(
      `  ${search.name.padEnd(20)} ${quantile(searchTimes, 0.5).toFixed(2).padStart(8)} ${quantile(sqlTimes, 0.5).toFixed(2).padStart(8)}  ${ratio.toFixed(2)} x`,
    );
  }
  const hops: number[] = [];
  for (let n = 0; n < 200; n++) hops.push(await timed(() => store.get('zzz')));
  const hop = quantile(hops, 0.5);
  db.close();
  await store.close();
  return [
    { name: 'search/hand-written SQL, median', value: quantile(ratios, 0.5), unit: 'x', max: 1.3 },
    { name: 'search/hand-written SQL, worst', value: Math.max(...ratios), unit: 'x', max: 1.3 },
    { name: 'a call that reads nothing', value: hop, unit: 'ms' },
  ];
}
