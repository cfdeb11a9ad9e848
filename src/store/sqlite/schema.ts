/** "Gate" in ASCII. Distinguishes a book from other SQLite files. */
export const APPLICATION_ID = 0x47617465;

/**
 * The step to each schema version from the one before it. A released step is never edited.
 * docs/book.md describes the tables.
 */
export const STEPS: readonly string[] = [
  `
  CREATE TABLE book (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    status INTEGER NOT NULL,
    ip ANY NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    route TEXT NOT NULL,
    duration INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    user_agent TEXT NOT NULL,
    trace TEXT NOT NULL,
    kind INTEGER NOT NULL,
    parent INTEGER,
    error TEXT NOT NULL,
    client INTEGER NOT NULL,
    detail INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX entries_listing ON entries (time DESC, seq);
  CREATE INDEX entries_parent ON entries (parent) WHERE parent IS NOT NULL;

  CREATE TABLE details (
    seq INTEGER PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    written INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_written ON batches (written);
  `,
  `
  ALTER TABLE entries RENAME TO entries_1;
  DROP INDEX entries_listing;
  DROP INDEX entries_parent;

  -- Consecutive ranges of time. Entries are written to the last one.
  CREATE TABLE spans (
    id INTEGER PRIMARY KEY,
    start INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    unposted INTEGER NOT NULL,
    urls INTEGER NOT NULL,
    urls_indexed INTEGER NOT NULL,
    agents INTEGER NOT NULL
  ) STRICT;

  -- Values that many entries share.
  CREATE TABLE shapes (
    id INTEGER PRIMARY KEY,
    status INTEGER NOT NULL,
    method TEXT NOT NULL,
    host TEXT NOT NULL,
    route TEXT NOT NULL,
    kind INTEGER NOT NULL,
    error TEXT NOT NULL,
    client INTEGER NOT NULL,
    detail INTEGER NOT NULL,
    UNIQUE (status, method, host, route, kind, error, client, detail)
  ) STRICT;

  CREATE TABLE shape_counts (
    span INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (span, shape)
  ) STRICT, WITHOUT ROWID;

  -- The distinct texts of a segment. An id is the segment's id * 2^24 plus a counter.
  CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE url_trigrams USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram', detail = none
  );

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    ip ANY NOT NULL,
    url INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    trace ANY,
    parent INTEGER
  ) STRICT;
  CREATE INDEX entries_listing ON entries (time, shape);

  -- Posting lists: the entries of a segment by field and value, in order of time.
  CREATE TABLE postings (
    span INTEGER NOT NULL,
    field INTEGER NOT NULL,
    value ANY NOT NULL,
    time INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    PRIMARY KEY (span, field, value, time, seq)
  ) STRICT, WITHOUT ROWID;

  -- The latest entries. Their postings are written in large batches, because each posting touches a different page.
  CREATE TABLE unposted (
    seq INTEGER PRIMARY KEY,
    span INTEGER NOT NULL,
    time INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    ip ANY NOT NULL,
    url INTEGER NOT NULL,
    trace ANY,
    parent INTEGER
  ) STRICT;

  -- Entries per minute and status class.
  CREATE TABLE minutes (
    minute INTEGER NOT NULL,
    class INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (minute, class)
  ) STRICT, WITHOUT ROWID;

  -- When retention deleted the entries up to a seq.
  CREATE TABLE prunings (
    last_seq INTEGER PRIMARY KEY,
    pruned INTEGER NOT NULL
  ) STRICT;

  -- The URL indexer merges in small steps instead.
  INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('automerge', 0);
  INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('crisismerge', 64);

  INSERT INTO book (name, value) VALUES ('epoch', 0);
  `,
  `
  ALTER TABLE spans RENAME TO segments;
  ALTER TABLE segments RENAME COLUMN unposted TO pending;
  ALTER TABLE shapes RENAME TO dimensions;
  ALTER TABLE shape_counts RENAME TO dimension_counts;
  ALTER TABLE dimension_counts RENAME COLUMN span TO segment;
  ALTER TABLE dimension_counts RENAME COLUMN shape TO dimension;
  ALTER TABLE entries RENAME COLUMN shape TO dimension;
  ALTER TABLE postings RENAME COLUMN span TO segment;
  ALTER TABLE postings RENAME COLUMN shape TO dimension;
  ALTER TABLE unposted RENAME TO pending;
  ALTER TABLE pending RENAME COLUMN span TO segment;
  ALTER TABLE pending RENAME COLUMN shape TO dimension;
  `,
  `
  -- URLs that are only indexed in part. A search reads them one by one.
  CREATE INDEX urls_long ON urls (id) WHERE octet_length(text) > 512;

  -- The latest arrival that used an agent. Those stored before have the largest value: unknown, but never too early.
  ALTER TABLE agents ADD COLUMN latest INTEGER NOT NULL DEFAULT 9007199254740991;

  -- Incremented when texts of the newest segments were deleted.
  INSERT INTO book (name, value) VALUES ('text_epoch', 0);
  `,
];
