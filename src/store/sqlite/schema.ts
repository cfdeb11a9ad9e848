/** "Gate" in ASCII: tells a book from any other SQLite file. */
export const APPLICATION_ID = 0x47617465;

/**
 * Each version's step from the one before it, forward only. A step that has shipped is never edited.
 * docs/book.md tells what the tables are for.
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

  -- Stretches of the book's time, one after the other; the last is being written.
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

  -- What many entries have in common.
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

  -- Texts of a span, each once. An id is its span times 2^24 and a number.
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

  -- The entries of a span by what they are searched by, in the order of their time.
  CREATE TABLE postings (
    span INTEGER NOT NULL,
    field INTEGER NOT NULL,
    value ANY NOT NULL,
    time INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    PRIMARY KEY (span, field, value, time, seq)
  ) STRICT, WITHOUT ROWID;

  -- The last entries written: posted together, later, because a posting each would touch a page each.
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

  -- How many entries arrived in a minute, by the hundreds of their status.
  CREATE TABLE minutes (
    minute INTEGER NOT NULL,
    class INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (minute, class)
  ) STRICT, WITHOUT ROWID;

  -- What retention has taken away: everything up to this seq that is not here any more.
  CREATE TABLE prunings (
    last_seq INTEGER PRIMARY KEY,
    pruned INTEGER NOT NULL
  ) STRICT;

  -- Merging is done in steps of our own.
  INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('automerge', 0);
  INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('crisismerge', 64);

  INSERT INTO book (name, value) VALUES ('epoch', 0);
  `,
];
