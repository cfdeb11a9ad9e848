/** Where tables are made: on one server, or on every one of a cluster. */
export interface Layout {
  /** The name of a table that rows are kept in. */
  table(name: TableName): string;
  engine(name: TableName): string;
  /** The setting that says how many inserts are remembered by their token. */
  readonly dedupWindow: string;
  /** How long the engine itself keeps rows, as a clause of its own. */
  ttl(name: TableName): string;
}

export type TableName = 'book' | 'entries' | 'details' | 'leases' | 'prunings';

export const ONE_SERVER: Layout = {
  table: (name) => name,
  engine: () => 'MergeTree',
  dedupWindow: 'non_replicated_deduplication_window',
  ttl: () => '',
};

/**
 * Each version's step from the one before it, forward only, each statement harmless when it is run again: two
 * may open a new book at once. A step that has shipped is never edited. docs/scale.md tells what the tables are for.
 */
export const STEPS: readonly ((place: Layout) => readonly string[])[] = [
  ({ table, engine, dedupWindow: remembered, ttl }) => [
    // What a book is: its token key, and the version of its tables.
    `CREATE TABLE IF NOT EXISTS ${table('book')} (
      name String,
      value String,
      written DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')
    )
    ENGINE = ${engine('book')}
    ORDER BY name
    SETTINGS ${remembered} = 1000`,

    `CREATE TABLE IF NOT EXISTS ${table('entries')} (
      seq UInt64 CODEC(Delta, ZSTD(1)),
      time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
      status UInt16 CODEC(ZSTD(1)),
      ip IPv6 CODEC(ZSTD(1)),
      ip_other LowCardinality(String),
      method LowCardinality(String),
      url String CODEC(ZSTD(1)),
      host LowCardinality(String),
      route LowCardinality(String),
      duration UInt64 CODEC(T64, ZSTD(1)),
      request_bytes UInt64 CODEC(T64, ZSTD(1)),
      response_bytes UInt64 CODEC(T64, ZSTD(1)),
      user_agent LowCardinality(String) CODEC(ZSTD(1)),
      trace String CODEC(ZSTD(1)),
      kind LowCardinality(String),
      parent Int64 CODEC(Delta, ZSTD(1)),
      error LowCardinality(String),
      client LowCardinality(String),
      detail LowCardinality(String),
      batch UInt64 CODEC(ZSTD(1)),
      -- The first serves while one writer's numbers follow the time, the second always.
      INDEX seq_range seq TYPE minmax GRANULARITY 1,
      INDEX by_seq seq TYPE bloom_filter(0.01) GRANULARITY 1,
      INDEX by_ip ip TYPE bloom_filter(0.01) GRANULARITY 1,
      INDEX by_trace trace TYPE bloom_filter(0.01) GRANULARITY 1,
      INDEX by_parent parent TYPE bloom_filter(0.01) GRANULARITY 1,
      INDEX by_status status TYPE set(64) GRANULARITY 1,
      INDEX by_url lower(url) TYPE text(tokenizer = ngrams(3))
    )
    ENGINE = ${engine('entries')}
    PARTITION BY toYYYYMMDD(time)
    ORDER BY (time, seq)
    ${ttl('entries')}
    SETTINGS index_granularity = 4096, ${remembered} = 10000`,

    // Read one at a time: small granules, and the day of the entry tells the partition.
    `CREATE TABLE IF NOT EXISTS ${table('details')} (
      seq UInt64 CODEC(Delta, ZSTD(1)),
      time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
      host LowCardinality(String),
      json String CODEC(ZSTD(1))
    )
    ENGINE = ${engine('details')}
    PARTITION BY toYYYYMMDD(time)
    ORDER BY seq
    ${ttl('details')}
    SETTINGS index_granularity = 256, ${remembered} = 10000`,

    // Who was given which numbers. Only the first claim of a number is kept: the engine keeps one token once.
    `CREATE TABLE IF NOT EXISTS ${table('leases')} (
      first UInt64,
      end UInt64,
      claim String,
      leased DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')
    )
    ENGINE = ${engine('leases')}
    ORDER BY first
    SETTINGS ${remembered} = 10000`,

    // Up to which number profiles were taken away, and when.
    `CREATE TABLE IF NOT EXISTS ${table('prunings')} (
      last_seq UInt64,
      pruned DateTime64(6, 'UTC')
    )
    ENGINE = ${engine('prunings')}
    ORDER BY last_seq`,
  ],
];
