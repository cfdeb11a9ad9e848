import type { DatabaseSync } from 'node:sqlite';
import { compress } from './block-codec.ts';
import type { Summary } from './build-sealed.ts';
import { FIELD, INDEXED_LENGTH } from './fields.ts';
import { addressTexts, addText, addUrl, createTextFilter, createUrlFilters } from './filters.ts';
import { DIMENSION_COLUMNS, fromIpValue, fromTraceValue, PROCESS_COLUMNS } from './rows.ts';

/** The values of a sealed segment that its summary is made of. */
export interface SummaryValues {
  /** As in the summary: id, values and number of entries. */
  readonly dimensions: readonly (readonly unknown[])[];
  /** As in the summary: id and values. */
  readonly processes: readonly (readonly unknown[])[];
  readonly ips: readonly string[];
  readonly traces: readonly string[];
  /** Lowercase, as the postings. */
  readonly users: readonly string[];
  readonly tags: readonly string[];
  /** The URLs, `null` if some are too long to be indexed whole. */
  readonly urls: readonly string[] | null;
}

export function readSummaryValues(db: DatabaseSync): SummaryValues {
  const hasLong = db.prepare(`SELECT 1 FROM urls WHERE octet_length(text) > ${INDEXED_LENGTH} LIMIT 1`).get();
  return {
    dimensions: db
      .prepare(`SELECT id, ${DIMENSION_COLUMNS}, entries FROM dimensions ORDER BY id`)
      .all()
      .map((row) => Object.values(row)),
    processes: db
      .prepare(`SELECT id, ${PROCESS_COLUMNS} FROM processes ORDER BY id`)
      .all()
      .map((row) => Object.values(row)),
    ips: db
      .prepare('SELECT DISTINCT ip FROM entries')
      .all()
      .map(({ ip = '' }) => fromIpValue(ip)),
    traces: db
      .prepare('SELECT DISTINCT trace FROM entries WHERE trace IS NOT NULL')
      .all()
      .map(({ trace = null }) => fromTraceValue(trace)),
    users: valuesOf(db, 'user'),
    tags: valuesOf(db, 'tag'),
    urls: hasLong
      ? null
      : db
          .prepare('SELECT text FROM urls')
          .all()
          .map(({ text }) => String(text)),
  };
}

function valuesOf(db: DatabaseSync, field: 'user' | 'tag'): string[] {
  return db
    .prepare(`SELECT DISTINCT value FROM postings WHERE field = ${FIELD[field]}`)
    .all()
    .map(({ value }) => String(value));
}

/** The summary of a sealed segment, from its file. */
export function summarize(db: DatabaseSync): Summary {
  const { dimensions, processes, ips, traces, users, tags, urls } = readSummaryValues(db);
  const filters = urls && createUrlFilters(urls.reduce((sum, { length }) => sum + length, 0));
  if (filters) for (const url of urls) addUrl(filters, url.slice(0, INDEXED_LENGTH));
  return {
    dimensions: compress(JSON.stringify(dimensions)),
    processes: compress(JSON.stringify(processes)),
    ips: textFilter(new Set(ips.flatMap(addressTexts))),
    traces: traces.length > 0 ? textFilter(new Set(traces)) : null,
    users: users.length > 0 ? textFilter(new Set(users)) : null,
    tags: tags.length > 0 ? textFilter(new Set(tags)) : null,
    trigrams: filters?.trigrams ?? null,
    longParts: filters?.longParts ?? null,
  };
}

function textFilter(texts: ReadonlySet<string>): Uint8Array {
  const filter = createTextFilter(texts.size);
  for (const text of texts) addText(filter, text);
  return filter;
}
