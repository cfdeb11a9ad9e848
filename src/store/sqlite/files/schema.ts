/** "Gate" in ASCII. Distinguishes a book from other SQLite files. */
export const APPLICATION_ID = 0x47617465;

/** Incremented with a change that an earlier version can't read. Not with a new column: unknown ones are skipped, missing ones are empty. */
export const FORMAT = 11;
/** The first format that is read by all later versions. test/books has a book of each. */
export const FIRST_FORMAT = 11;

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

  -- What a search needs to skip a closed segment without opening it.
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

  -- The combinations of values that many entries share, as JSON.
  CREATE TABLE dimensions (
    id INTEGER PRIMARY KEY,
    data TEXT NOT NULL
  ) STRICT;

  -- The processes that have written entries, as JSON.
  CREATE TABLE processes (
    id INTEGER PRIMARY KEY,
    data TEXT NOT NULL
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
  closed: `
  -- The entries in the order of time, column by column, in compressed chunks.
  CREATE TABLE columns (
    name TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (name, chunk)
  ) STRICT;

  -- Details, many in one compressed block.
  CREATE TABLE details (
    block INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;

  -- The seqs in use, as ranges.
  CREATE TABLE seqs (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
  ) STRICT;
  `,
} as const;

/** The kinds of database files in a book. */
export type FileKind = keyof typeof SCHEMAS;
