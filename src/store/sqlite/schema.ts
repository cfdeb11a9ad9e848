/** "Gate" in ASCII. Distinguishes a book from other SQLite files. */
export const APPLICATION_ID = 0x47617465;

/** Incremented with every change of a schema. */
export const FORMAT = 10;

const DIMENSIONS = `
    status INTEGER NOT NULL,
    method TEXT NOT NULL,
    host TEXT NOT NULL,
    route TEXT NOT NULL,
    operation TEXT NOT NULL,
    kind INTEGER NOT NULL,
    error TEXT NOT NULL,
    error_group TEXT NOT NULL,
    client INTEGER NOT NULL,
    detail INTEGER NOT NULL`;

const PROCESS = `
    service TEXT NOT NULL,
    instance TEXT NOT NULL,
    release TEXT NOT NULL`;

/** The schema of each kind of file in a book. docs/architecture.md describes the tables. */
export const SCHEMAS = {
  catalog: `
  CREATE TABLE book (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The segments, oldest first. The last one is being written; its row is completed when it is full.
  CREATE TABLE segments (
    id INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    rewrites INTEGER NOT NULL,
    created INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    details INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    early INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL
  ) STRICT;

  -- What a search needs to skip a sealed segment without opening it.
  CREATE TABLE summaries (
    segment INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (segment, kind)
  ) STRICT;

  -- The batches of full segments, so that a batch that is sent again is recognised.
  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    written INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_written ON batches (written);

  -- When the profiles up to a seq were deleted.
  CREATE TABLE prunings (
    last_seq INTEGER PRIMARY KEY,
    pruned INTEGER NOT NULL
  ) STRICT;
  `,
  live: `
  CREATE TABLE state (
    closed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    merges INTEGER NOT NULL,
    text INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    details INTEGER NOT NULL,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL
  ) STRICT;

  -- The combinations of values that many entries share.
  CREATE TABLE dimensions (
    id INTEGER PRIMARY KEY,${DIMENSIONS}
  ) STRICT;

  -- The processes that have written entries.
  CREATE TABLE processes (
    id INTEGER PRIMARY KEY,${PROCESS}
  ) STRICT;

  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    written INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Entries and details as they were written, many in one compressed block.
  CREATE TABLE blocks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entries INTEGER NOT NULL,
    columns BLOB NOT NULL,
    details BLOB
  ) STRICT;

  -- The seqs in use, as ranges.
  CREATE TABLE seqs (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
  ) STRICT;
  `,
  sealed: `
  CREATE TABLE dimensions (
    id INTEGER PRIMARY KEY,${DIMENSIONS},
    entries INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE processes (
    id INTEGER PRIMARY KEY,${PROCESS}
  ) STRICT;
  CREATE TABLE process_counts (
    process INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    client INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (process, kind, client)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  -- URLs that are only indexed in part. A search reads them one by one.
  CREATE INDEX urls_long ON urls (id) WHERE octet_length(text) > 512;
  CREATE VIRTUAL TABLE url_trigrams USING fts5 (
    text, content = '', tokenize = 'trigram', detail = none, columnsize = 0
  );
  CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;

  -- In the reverse order of the listing: the newest entry has the highest number. The detail is a block of details
  -- * 65536 plus a line of it.
  CREATE TABLE entries (
    n INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    time INTEGER NOT NULL,
    dimension INTEGER NOT NULL,
    process INTEGER NOT NULL,
    ip ANY NOT NULL,
    url INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    trace ANY,
    parent INTEGER,
    queries INTEGER NOT NULL,
    query_time INTEGER NOT NULL,
    user TEXT,
    tags TEXT,
    detail INTEGER
  ) STRICT;
  CREATE TABLE seqs (
    seq INTEGER PRIMARY KEY,
    n INTEGER NOT NULL
  ) STRICT;

  -- Posting lists: the entries by field and value, in order.
  CREATE TABLE postings (
    field INTEGER NOT NULL,
    value ANY NOT NULL,
    n INTEGER NOT NULL,
    dimension INTEGER NOT NULL,
    PRIMARY KEY (field, value, n)
  ) STRICT, WITHOUT ROWID;

  -- Entries per minute, status class, kind and class of clients. In a long segment, several minutes are counted as the first.
  CREATE TABLE minutes (
    minute INTEGER NOT NULL,
    class INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    client INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (minute, class, kind, client)
  ) STRICT, WITHOUT ROWID;

  -- The figures of the clients, the routes and the slots of the entries from number first to last: those of the largest groups, of
  -- the smaller ones, and the sum of the smaller ones. A slot is a width of time in µs.
  CREATE TABLE rollups (
    grouped TEXT NOT NULL,
    part TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    names BLOB NOT NULL,
    figures BLOB NOT NULL,
    slots BLOB NOT NULL
  ) STRICT;

  -- Details, many in one compressed block.
  CREATE TABLE details (
    block INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;
  `,
} as const;

/** The kinds of database files in a book. */
export type FileKind = keyof typeof SCHEMAS;
