import type { DatabaseSync } from 'node:sqlite';
import { decodeDetails, decompress } from './block-codec.ts';
import { brokenPages } from './broken-pages.ts';
import type { Segment } from './catalog.ts';
import { checkRollups } from './check-rollups.ts';
import { COUNTED_TOGETHER, FIELD, type Field, INDEXED_LENGTH, LINES_PER_BLOCK, MINUTE } from './fields.ts';
import { addressTexts, mayHaveText, mayHaveUrlText } from './filters.ts';
import { readSummaryValues } from './summarize.ts';

const SAMPLED_URLS = 64;

/** How many minutes are counted together, by the length of the segment. */
const MINUTES_TOGETHER = `SELECT CASE ${COUNTED_TOGETHER.map(
  ([length, minutes]) => `WHEN max(time) - min(time) >= ${length * MINUTE} THEN ${minutes}`,
).join(' ')} ELSE 1 END FROM entries`;

/** Each problem, with a query that returns 1 if a sealed segment has it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'the numbers of its entries have gaps': 'SELECT min(n) <> 1 OR max(n) <> count(*) FROM entries',
  'its entries are not in order': `SELECT EXISTS (SELECT 1 FROM entries a JOIN entries b ON b.n = a.n + 1
    WHERE a.time > b.time OR (a.time = b.time AND a.seq < b.seq))`,
  'the index of seqs differs from its entries': `SELECT (SELECT count(*) FROM seqs) <> (SELECT count(*) FROM entries)
    OR EXISTS (SELECT 1 FROM seqs s LEFT JOIN entries e ON e.n = s.n WHERE e.seq IS NOT s.seq)`,
  'an entry has no dimensions, process, URL or agent': `SELECT EXISTS (SELECT 1 FROM entries e
    LEFT JOIN dimensions d ON d.id = e.dimension LEFT JOIN processes p ON p.id = e.process LEFT JOIN urls u ON u.id = e.url LEFT JOIN agents a ON a.id = e.agent
    WHERE d.id IS NULL OR p.id IS NULL OR u.id IS NULL OR a.id IS NULL)`,
  'an entry has invalid tags': `SELECT EXISTS (SELECT 1 FROM entries
    WHERE tags IS NOT NULL AND (NOT json_valid(tags) OR json_type(tags) <> 'array'))`,
  'the counts of its dimensions differ from its entries': `SELECT EXISTS (SELECT 1 FROM dimensions d LEFT JOIN
    (SELECT dimension, count(*) AS entries FROM entries GROUP BY dimension) c ON c.dimension = d.id
    WHERE ifnull(c.entries, 0) <> d.entries)`,
  'the counts of its processes differ from its entries': `SELECT EXISTS (
    SELECT process, kind, client, entries FROM process_counts EXCEPT
    SELECT e.process, d.kind, d.client, count(*) FROM entries e JOIN dimensions d ON d.id = e.dimension GROUP BY 1, 2, 3)
    OR (SELECT ifnull(sum(entries), 0) FROM process_counts) <> (SELECT count(*) FROM entries)`,
  'the counts of its minutes differ from its entries': `SELECT EXISTS (
    SELECT minute, class, kind, client, entries FROM minutes EXCEPT
    SELECT floor(e.time / ${MINUTE}.0 / (${MINUTES_TOGETHER})) * (${MINUTES_TOGETHER}), d.status / 100, d.kind, d.client, count(*)
      FROM entries e JOIN dimensions d ON d.id = e.dimension GROUP BY 1, 2, 3, 4)
    OR (SELECT ifnull(sum(entries), 0) FROM minutes) <> (SELECT count(*) FROM entries)`,
};

/** Compares the tables of a sealed segment with each other, with its row in the catalog and with its summary. */
export function checkSealed(
  db: DatabaseSync,
  segment: Segment,
  summary: ReadonlyMap<string, Uint8Array>,
): string[] {
  const broken = brokenPages(db);
  // Queries on a damaged file may fail or return anything.
  if (broken.length > 0) return broken;
  const has = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0] === 1;
  return [
    ...Object.keys(PROBLEMS).filter((problem) => has(PROBLEMS[problem] ?? '')),
    ...(Object.keys(FIELD) as Field[]).filter((field) => has(postingsDiffer(field))).map(postingsProblem),
    ...checkTextIndex(db),
    ...checkDetails(db),
    ...checkRollups(db),
    ...checkRow(db, segment),
    ...checkSummary(db, summary),
  ];
}

const postingsProblem = (field: Field) => `the index by ${field} differs from its entries`;

/** The tags of all entries, as the postings have them. */
const TAGS = `SELECT DISTINCT lower(t.value) AS value, e.n, e.dimension FROM entries e
  JOIN json_each(CASE WHEN json_valid(e.tags) THEN e.tags END) t`;

function postingsDiffer(field: Field): string {
  if (field === 'tag')
    return `SELECT (SELECT count(*) FROM postings WHERE field = ${FIELD.tag}) <> (SELECT count(*) FROM (${TAGS}))
      OR EXISTS (SELECT value, n, dimension FROM postings WHERE field = ${FIELD.tag} EXCEPT ${TAGS})`;
  const value = field === 'user' ? 'lower(e.user)' : `+e.${field}`;
  return `SELECT (SELECT count(*) FROM postings WHERE field = ${FIELD[field]}) <> (SELECT count(${field}) FROM entries)
    OR EXISTS (SELECT 1 FROM entries e WHERE e.${field} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM postings p
      WHERE p.field = ${FIELD[field]} AND p.value = ${value} AND p.n = e.n AND p.dimension = e.dimension))`;
}

/** Looks for some URLs in the index that has no list of what is in it. */
function checkTextIndex(db: DatabaseSync): string[] {
  const last = Number(db.prepare('SELECT max(id) AS id FROM urls').get()?.id ?? 0);
  const sample = db.prepare(
    'SELECT id, substr(text, 1, 3) AS text FROM urls WHERE id >= ? AND length(text) > 2 LIMIT 1',
  );
  const find = db.prepare('SELECT 1 FROM url_trigrams WHERE url_trigrams MATCH ? AND rowid = ?');
  for (let i = 0; i < SAMPLED_URLS; i++) {
    const url = sample.get(Math.floor((last * i) / SAMPLED_URLS) + 1);
    if (url && !find.get(`"${String(url.text).replaceAll('"', '""')}"`, url.id ?? null))
      return ['the text index misses URLs'];
  }
  return [];
}

function checkDetails(db: DatabaseSync): string[] {
  const select = db.prepare('SELECT data FROM details WHERE block = ?');
  const lines = db.prepare(
    `SELECT detail / ${LINES_PER_BLOCK} AS block, detail % ${LINES_PER_BLOCK} AS line FROM entries
     WHERE detail IS NOT NULL ORDER BY detail`,
  );
  let last: unknown = null;
  let texts: readonly string[] = [];
  for (const { block, line } of lines.iterate()) {
    try {
      if (block !== last) texts = decodeDetails(select.get(block ?? null)?.data as Uint8Array);
      last = block;
      JSON.parse(texts[Number(line)] ?? '');
    } catch {
      return [`the details of block ${block} can't be read`];
    }
  }
  return [];
}

/** Compares a sealed segment with its row in the catalog. */
function checkRow(db: DatabaseSync, segment: Segment): string[] {
  const found = db
    .prepare(
      `SELECT count(*) AS entries, count(detail) AS details, min(time) AS earliest, max(time) AS latest,
       min(seq) AS first_seq, max(seq) AS last_seq FROM entries`,
    )
    .get();
  return Object.entries(found ?? {})
    .filter(([name, value]) => segment[name as keyof Segment] !== value)
    .map(
      ([name, value]) => `the catalog has ${segment[name as keyof Segment]} as ${name}, the segment ${value}`,
    );
}

function checkSummary(db: DatabaseSync, summary: ReadonlyMap<string, Uint8Array>): string[] {
  const { dimensions, processes, ips, traces, users, tags, urls } = readSummaryValues(db);
  const [ipFilter, trigrams, longParts] = ['ips', 'trigrams', 'longParts'].map((kind) => summary.get(kind));
  const hasAll = (kind: string, texts: readonly string[]) => {
    const filter = summary.get(kind);
    return texts.length === 0 || (filter !== undefined && texts.every((text) => mayHaveText(filter, text)));
  };
  const isSame =
    readListed(summary.get('dimensions')) === JSON.stringify(dimensions) &&
    readListed(summary.get('processes')) === JSON.stringify(processes) &&
    ipFilter !== undefined &&
    ips.flatMap(addressTexts).every((ip) => mayHaveText(ipFilter, ip)) &&
    hasAll('traces', traces) &&
    hasAll('users', users) &&
    hasAll('tags', tags) &&
    (trigrams === undefined ||
      longParts === undefined ||
      (urls?.every((url) => mayHaveUrlText({ trigrams, longParts }, url.slice(0, INDEXED_LENGTH))) ?? false));
  return isSame ? [] : ['its summary in the catalog differs from its entries'];
}

/** The dimensions or processes of a summary, in the order of their ids. */
function readListed(data: Uint8Array | undefined): string {
  try {
    const rows = JSON.parse(decompress(data ?? new Uint8Array())) as unknown[][];
    return JSON.stringify(rows.sort((a, b) => Number(a[0]) - Number(b[0])));
  } catch {
    return '';
  }
}
