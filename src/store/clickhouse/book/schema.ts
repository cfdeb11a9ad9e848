/** How the tables are laid out: on one server or on a cluster. */
export interface Layout {
  table(name: TableName): string;
  engine(name: TableName): string;
  /** The setting for how many inserts are deduplicated by their token. */
  readonly dedupWindow: string;
  /** The TTL clause, or an empty string. */
  ttl(name: TableName): string;
}

export type TableName = 'book' | 'entries' | 'details' | 'leases' | 'prunings';

export const ONE_SERVER: Layout = {
  table: (name) => name,
  engine: () => 'MergeTree',
  dedupWindow: 'non_replicated_deduplication_window',
  ttl: () => '',
};

type AddedColumn = readonly [column: string, codec: string];

/** The columns of the schemas 2 to 5, each with its codec. */
const LABEL_COLUMNS: readonly AddedColumn[] = [
  ['operation LowCardinality(String)', ''],
  ['user String', ' CODEC(ZSTD(1))'],
  ['tags Array(LowCardinality(String))', ''],
  ['queries UInt32', ' CODEC(T64, ZSTD(1))'],
  ['query_time UInt64', ' CODEC(T64, ZSTD(1))'],
];
const PROCESS_COLUMNS: readonly AddedColumn[] = [
  ['service LowCardinality(String)', ''],
  ['instance LowCardinality(String)', ''],
  ['release LowCardinality(String)', ''],
];
const ERROR_COLUMNS: readonly AddedColumn[] = [['error_group LowCardinality(String)', '']];
const ENVIRONMENT_COLUMNS: readonly AddedColumn[] = [['environment LowCardinality(String)', '']];

function addColumns(columns: readonly AddedColumn[], withCodecs: boolean): string {
  return columns
    .map(([column, codec]) => `ADD COLUMN IF NOT EXISTS ${column}${withCodecs ? codec : ''}`)
    .join(',\n      ');
}

/** All columns that schema 1 does not have. A `Distributed` table has columns without codecs, and no indexes. */
export function addAllColumns(): string {
  return addColumns([...LABEL_COLUMNS, ...PROCESS_COLUMNS, ...ERROR_COLUMNS, ...ENVIRONMENT_COLUMNS], false);
}

/**
 * Migrations, one per schema version, forward only. Two processes may run them at the same time, so every statement
 * can be repeated. Never edit a step that has shipped. docs/scale.md explains the tables.
 */
export const STEPS: readonly ((layout: Layout) => readonly string[])[] = [
  ({ table, engine, dedupWindow, ttl }) => [
    // Token key, schema version, retention rules and copy progress.
    `CREATE TABLE IF NOT EXISTS ${table('book')} (
      name String,
      value String,
      written DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')
    )
    ENGINE = ${engine('book')}
    ORDER BY name
    SETTINGS ${dedupWindow} = 1000`,

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
      -- seq_range works while the seqs of one writer follow the time, by_seq always.
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
    SETTINGS index_granularity = 4096, ${dedupWindow} = 10000`,

    // Read one row at a time, hence the small granules. The day of the entry gives the partition.
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
    SETTINGS index_granularity = 256, ${dedupWindow} = 10000`,

    // Claimed blocks of seqs. Of several claims for the same block, deduplication keeps the first.
    `CREATE TABLE IF NOT EXISTS ${table('leases')} (
      first UInt64,
      end UInt64,
      claim String,
      leased DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')
    )
    ENGINE = ${engine('leases')}
    ORDER BY first
    SETTINGS ${dedupWindow} = 10000`,

    // Up to which seq profiles were deleted, and when.
    `CREATE TABLE IF NOT EXISTS ${table('prunings')} (
      last_seq UInt64,
      pruned DateTime64(6, 'UTC')
    )
    ENGINE = ${engine('prunings')}
    ORDER BY last_seq`,
  ],

  ({ table }) => [
    `ALTER TABLE ${table('entries')}
      ${addColumns(LABEL_COLUMNS, true)},
      ADD INDEX IF NOT EXISTS by_user lower(user) TYPE bloom_filter(0.01) GRANULARITY 1,
      ADD INDEX IF NOT EXISTS by_tag arrayMap(tag -> lower(tag), tags) TYPE bloom_filter(0.01) GRANULARITY 1`,
  ],

  ({ table }) => [
    `ALTER TABLE ${table('entries')}
      ${addColumns(PROCESS_COLUMNS, true)}`,
  ],

  ({ table }) => [
    `ALTER TABLE ${table('entries')}
      ${addColumns(ERROR_COLUMNS, true)}`,
  ],

  ({ table }) => [
    `ALTER TABLE ${table('entries')}
      ${addColumns(ENVIRONMENT_COLUMNS, true)}`,
  ],
];
