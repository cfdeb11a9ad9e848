import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GatebookError } from 'gatebook';
import { compareEntries, createTokens, matches, newTokenKey, toPage, withHashedUsers } from 'gatebook/store';

/**
 * Opens a book that is one file, with a line of JSON for every change. All of it is also in memory, so this suits small
 * books. Only one process may have it open.
 * @param {string} folder
 * @returns {Promise<import('gatebook/store').CustomStore>}
 */
export async function openFileStore(folder) {
  const file = join(folder, 'book.jsonl');
  const profiles = new Map(); // by seq; `{ expired }` in place of a profile that was deleted
  const batchIds = new Set();
  let tokenKey;
  let nextSeq = 0;
  let closed = false;
  let lastChange = Promise.resolve();

  // Applying every record of the file, in order, restores the book.
  function apply({ type, ...record }) {
    if (type === 'created') tokenKey = record.tokenKey;
    if (type === 'leased') nextSeq = record.end;
    if (type === 'written') batchIds.add(record.id);
    if (type === 'written') for (const profile of record.profiles) profiles.set(profile.entry.seq, profile);
    if (type === 'deleted') for (const seq of record.seqs) profiles.set(seq, { expired: record.time });
  }

  // Changes run one at a time, so two writes can never both find the same seq free. A record starts with a line break:
  // if the process dies while it writes one, the next record still gets its own line.
  async function change(createRecord) {
    assertOpen();
    const result = lastChange.then(async () => {
      const record = createRecord();
      if (!record) return null;
      await appendFile(file, `\n${JSON.stringify(record)}`, { flush: true });
      apply(record);
      return record;
    });
    lastChange = result.catch(() => {});
    return result;
  }

  function assertOpen() {
    if (closed) throw new GatebookError('store-closed', `The book in ${folder} is closed.`);
  }

  /** All entries, newest first. */
  function listing() {
    return [...profiles.values()].flatMap(({ entry }) => entry ?? []).sort(compareEntries);
  }

  function find(terms) {
    assertOpen();
    const wanted = expand(terms);
    return listing().filter((entry) => matches(entry, wanted, tokens.seqOf));
  }

  /** Deletes the entries that `isOld` selects, and records when: `get` returns that time from then on. */
  async function remove(isOld) {
    const record = await change(() => {
      const seqs = listing()
        .filter(isOld)
        .map(({ seq }) => seq);
      return seqs.length > 0 && { type: 'deleted', seqs, time: Date.now() * 1000 };
    });
    return record?.seqs.length ?? 0;
  }

  await mkdir(folder, { recursive: true });
  for (const line of (await readFile(file, { encoding: 'utf8', flag: 'a+' })).split('\n')) {
    try {
      apply(JSON.parse(line));
    } catch {
      // An empty line, or a record that was cut off. Its write never resolved, so nothing relies on it.
    }
  }
  // A book keeps its tokens for ever, so their key is part of it.
  if (!tokenKey) await change(() => ({ type: 'created', tokenKey: newTokenKey() }));
  const tokens = createTokens(tokenKey);
  // With `redact: { user: 'hash' }` the entries have hashes, but a search has the plain id.
  const expand = (terms) => withHashedUsers(terms, tokenKey);

  return {
    tokens,

    // Writing a batch again is not an error: the caller may not have learned that its first attempt succeeded.
    async write({ id, profiles: batch }) {
      await change(() => {
        if (batchIds.has(id)) return null;
        const seqs = new Set(batch.map(({ entry }) => entry.seq));
        if (seqs.size < batch.length || batch.some(({ entry }) => profiles.has(entry.seq))) {
          throw new GatebookError('seq-taken', `Batch ${id} contains a seq that is already in the book.`);
        }
        return { type: 'written', id, profiles: batch };
      });
    },

    // `toPage` takes the matches in the direction of the cursor, nearest first. A store whose searches can take long also
    // observes the deadline and the signal in the second argument: it stops early and returns `toPartialPage`.
    async search({ terms, limit, cursor }) {
      const found = find(terms);
      if (!cursor) return toPage(found, { limit, cursor });
      const older = found.filter((entry) => compareEntries(entry, cursor) > 0);
      const newer = found.filter((entry) => compareEntries(entry, cursor) < 0).reverse();
      return toPage(cursor.toward === 'older' ? older : newer, { limit, cursor });
    },

    async get(token) {
      assertOpen();
      return profiles.get(tokens.seqOf(token)) ?? null;
    },

    // The file has the lease before the caller does, so no seq is leased twice, not even after a crash.
    async lease(size) {
      const { end } = await change(() => ({ type: 'leased', end: nextSeq + size }));
      return { first: end - size, end };
    },

    prune: (before) => remove(({ time }) => time < before),

    // This store does not measure its size, so it ignores the limit `bytes`.
    retain: ({ age = Infinity, entries = Infinity }) =>
      remove(({ time }, index) => time < (Date.now() - age) * 1000 || index >= entries),

    async close() {
      closed = true;
      await lastChange;
    },
  };
}
