import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { ipKey } from '../../src/net/ip.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { builtBook } from './build.ts';
import { type Case, toCase } from './cases.ts';

const COLUMNS = `e.seq, e.time, e.ip, u.text AS url, a.text AS agent, e.duration, e.request_bytes, e.response_bytes,
  e.trace, e.parent, s.status, s.method, s.host, s.route, s.kind, s.error, s.client, s.detail`;
const ROWS = `CROSS JOIN entries e ON e.seq = k.seq CROSS JOIN shapes s ON s.id = e.shape
  CROSS JOIN urls u ON u.id = e.url CROSS JOIN agents a ON a.id = e.agent ORDER BY e.time DESC, e.seq`;
const POSTED = 'FROM spans n CROSS JOIN postings k ON k.span = n.id';

/** The same question in SQL as somebody who knows the tables would write it, prepared once. */
interface ByHand {
  readonly asked: Case;
  readonly keys: string;
  readonly params: readonly SQLInputValue[];
}

/** Ours, thread and all, against SQL by hand on the same file, in turn. */
export async function byHand(size: number, rounds: number): Promise<Figure[]> {
  const path = await builtBook(size);
  const store = await openStore(`sqlite:${path}`);
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec('PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -32768');
  const [some] = (
    await store.search({ terms: toCase('', 'until:2026-10-20 client:browser').terms, limit: 1, cursor: null })
  ).entries;
  const ip = some?.ip ?? '10.0.0.7';
  const key = ipKey(ip) ?? 0;
  const ipValue = typeof key === 'number' ? BigInt(key) : Buffer.from(key, 'hex');
  const newest = 'ORDER BY n.id DESC, k.time DESC, k.seq LIMIT 11';
  const ofShape = (condition: string) =>
    `k.field = 1 AND k.value IN (SELECT id FROM shapes WHERE ${condition})`;
  const questions: ByHand[] = [
    {
      asked: toCase('newest', ''),
      keys: 'SELECT seq FROM entries INDEXED BY entries_listing ORDER BY time DESC, seq LIMIT 11',
      params: [],
    },
    {
      asked: toCase('ip', `ip:${ip}`),
      keys: `SELECT k.seq ${POSTED} AND k.field = 2 AND k.value = ? ${newest}`,
      params: [ipValue],
    },
    {
      asked: toCase('status', 'status:503'),
      keys: `SELECT k.seq ${POSTED} AND ${ofShape('status = 503')} WHERE n.id = (SELECT max(id) FROM spans) ${newest}`,
      params: [],
    },
    {
      asked: toCase('ip and status', `ip:${ip} status:404`),
      keys: `SELECT k.seq ${POSTED} AND k.field = 2 AND k.value = ? AND k.shape IN (SELECT id FROM shapes WHERE status = 404) ${newest}`,
      params: [ipValue],
    },
    {
      asked: toCase('URL', 'eval-stdin.php status.example'),
      keys: `SELECT k.seq FROM url_trigrams t CROSS JOIN postings k ON k.span = t.rowid / 16777216 AND k.field = 3 AND k.value = t.rowid
        WHERE url_trigrams MATCH '"eva" AND "val" AND "l-s" AND "tus"' AND t.rowid > (SELECT max(id) - 2 FROM spans) * 16777216
        ORDER BY k.time DESC, k.seq LIMIT 11`,
      params: [],
    },
  ];
  console.log('\nours and by hand, ms');
  const ratios = [];
  for (const { asked, keys, params } of questions) {
    const statement = db.prepare(`SELECT ${COLUMNS} FROM (${keys}) k ${ROWS}`);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -3; round < rounds; round++) {
      const one = await timed(() => store.search({ terms: asked.terms, limit: 10, cursor: null }));
      const other = await timed(async () => statement.all(...params));
      if (round >= 0) ours.push(one) && theirs.push(other);
    }
    const ratio = quantile(
      ours.map((ms, i) => ms / (theirs[i] ?? ms)),
      0.5,
    );
    ratios.push(ratio);
    console.log(
      `  ${asked.name.padEnd(20)} ${quantile(ours, 0.5).toFixed(2).padStart(8)} ${quantile(theirs, 0.5).toFixed(2).padStart(8)}  ${ratio.toFixed(2)} x`,
    );
  }
  const hops: number[] = [];
  for (let n = 0; n < 200; n++) hops.push(await timed(() => store.get('zzz')));
  const hop = quantile(hops, 0.5);
  db.close();
  await store.close();
  return [
    { name: 'ours/by hand, median question', value: quantile(ratios, 0.5), unit: 'x', most: 1.3 },
    { name: 'ours/by hand, worst question', value: Math.max(...ratios), unit: 'x', most: 1.3 },
    { name: 'a question that needs no reading', value: hop, unit: 'ms' },
  ];
}
