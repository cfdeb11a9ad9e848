import { createHash } from 'node:crypto';
import { GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Batch, Lease } from '../store.ts';
import type { Engine } from './engine/engine.ts';
import { DETAIL_COLUMNS, detailLine, ENTRY_COLUMNS, entryLine, refuseInvalidNumbers } from './rows.ts';

/** Batch ids remembered as written. */
const MAX_REMEMBERED = 10_000;
/** Leased seqs remembered as unused. Others are looked up in the book. */
const MAX_UNUSED = 2 ** 18;
/** Inserts of missing rows before the batch fails. */
const MAX_ATTEMPTS = 3;

interface TableRows {
  readonly table: 'details' | 'entries';
  readonly columns: readonly string[];
  readonly profiles: readonly Profile[];
  row(profile: Profile): string;
}

/**
 * Inserts details before entries, so that every stored entry has its detail. Both inserts carry the batch's token, and
 * the engine stores a token once. A batch that may have been written before is also looked up: the engine forgets old
 * tokens, and after a crash it can remember the token of a part that it lost.
 */
export function createWriter(engine: Engine) {
  const written = new Set<string>();
  /** Seqs that this store has leased and not tried to write. They cannot be in the book, so the writer need not check. */
  const unused = new Set<number>();

  async function write(batch: Batch): Promise<void> {
    if (batch.profiles.length === 0 || written.has(batch.id)) return;
    const seqs = batch.profiles.map(({ entry }) => entry.seq);
    if (new Set(seqs).size < seqs.length) throw seqTaken(batch);
    const { token, number } = identify(batch.id);
    // Check all entries before the first insert.
    for (const { entry } of batch.profiles) refuseInvalidNumbers(entry);
    const tables = splitByTable(batch, number);
    const isNew = seqs.every((seq) => unused.has(seq));
    if (!isNew && (await isTaken(seqs, number))) throw seqTaken(batch);
    for (const seq of seqs) unused.delete(seq);
    if (isNew) await insertAll(tables, token);
    else for (const tableRows of tables) await insertMissing(tableRows, token);
    remember(batch.id);
  }

  function addLease({ first, end }: Lease): void {
    for (let seq: number = first; seq < end; seq++) unused.add(seq);
    for (const oldest of unused) {
      if (unused.size <= MAX_UNUSED) break;
      unused.delete(oldest);
    }
  }

  /** Inserts one table after the other, and serializes the next while one is being inserted. */
  async function insertAll(tables: readonly TableRows[], token: string): Promise<void> {
    let inserting: Promise<void> = Promise.resolve();
    for (const { table, columns, profiles, row } of tables) {
      const rows = profiles.map(row);
      await inserting;
      inserting = engine.insert({ table, columns, rows, token });
    }
    await inserting;
  }

  /** Inserts missing rows until none is missing. */
  async function insertMissing(tableRows: TableRows, token: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const missing = await findMissing(tableRows);
      if (missing.length === 0) return;
      const isWhole = attempt === 0 && missing.length === tableRows.profiles.length;
      const again = identify(`${token} ${attempt} ${missing.map(({ entry }) => entry.seq).join()}`).token;
      await insertAll([{ ...tableRows, profiles: missing }], isWhole ? token : again);
    }
    const { length } = await findMissing(tableRows);
    if (length > 0) {
      throw new GatebookError('store-failed', `${engine.name} did not store ${length} rows of a batch.`);
    }
  }

  async function findMissing({ table, profiles }: TableRows): Promise<Profile[]> {
    const { sql, params } = seqCondition(profiles.map(({ entry }) => entry.seq));
    const rows = await engine.read(`SELECT seq FROM ${table} WHERE ${sql}`, params);
    const stored = new Set(rows.map(([seq]) => Number(seq)));
    return profiles.filter(({ entry }) => !stored.has(entry.seq));
  }

  /** Whether another batch has stored one of the seqs. */
  async function isTaken(seqs: readonly number[], number: string): Promise<boolean> {
    const { sql, params } = seqCondition(seqs);
    const [[others] = []] = await engine.read(
      `SELECT count() FROM entries WHERE ${sql} AND batch != {batch:UInt64}`,
      { ...params, batch: number },
    );
    return Number(others) > 0;
  }

  function remember(id: string): void {
    written.add(id);
    const [oldest] = written;
    if (written.size > MAX_REMEMBERED && oldest !== undefined) written.delete(oldest);
  }

  return { write, addLease };
}

function splitByTable({ profiles }: Batch, number: string): TableRows[] {
  const detailed = profiles.filter(({ detail }) => detail !== null);
  const details: TableRows = {
    table: 'details',
    columns: DETAIL_COLUMNS,
    profiles: detailed,
    row: detailLine,
  };
  const entries: TableRows = {
    table: 'entries',
    columns: ENTRY_COLUMNS,
    profiles,
    row: ({ entry }) => entryLine(entry, number),
  };
  return detailed.length > 0 ? [details, entries] : [entries];
}

function seqTaken({ id }: Batch): GatebookError {
  return new GatebookError(
    'seq-taken',
    `Batch ${id} has a seq that is already in the book. Use each leased seq once.`,
  );
}

/** Derives the deduplication token of a batch, and the number stored with its entries. */
function identify(id: string): { token: string; number: string } {
  const digest = createHash('sha256').update(id).digest();
  return { token: digest.toString('hex'), number: digest.readBigUInt64BE().toString() };
}

/** Merges consecutive seqs into ranges, which keeps the condition short and lets the index work. */
function seqCondition(seqs: readonly number[]) {
  const from: number[] = [];
  const to: number[] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    if (to.at(-1) === seq - 1) to[to.length - 1] = seq;
    else from.push(seq) && to.push(seq);
  }
  return {
    sql: `seq BETWEEN {first:UInt64} AND {last:UInt64}
      AND arrayExists((a, b) -> seq BETWEEN a AND b, {from:Array(UInt64)}, {to:Array(UInt64)})`,
    params: { first: from[0] ?? 0, last: to.at(-1) ?? 0, from, to },
  };
}
