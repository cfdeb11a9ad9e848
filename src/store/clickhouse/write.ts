import { createHash } from 'node:crypto';
import { GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Batch } from '../store.ts';
import type { Engine } from './engine.ts';
import type { LeasedSeqs } from './leased-seqs.ts';
import { DETAIL_COLUMNS, detailLine, ENTRY_COLUMNS, entryLine, refuseInvalidNumbers } from './rows.ts';

/** So many of the batches that were written are remembered. */
const REMEMBERED = 10_000;
/** What is still missing after so many inserts is not going to be kept. */
const MOST_TRIES = 3;

/** What of a batch goes into one table. */
interface Piece {
  readonly table: 'details' | 'entries';
  readonly columns: readonly string[];
  readonly profiles: readonly Profile[];
  row(profile: Profile): string;
}

/**
 * Details go first: an entry that is there has its detail. Both inserts carry the batch's token, which the engine
 * keeps once however often it comes. A batch that may have come before is looked for besides: the engine forgets old
 * tokens, and when it is killed it may remember the token of a part that it has lost.
 */
export function createWriter(engine: Engine, own: LeasedSeqs) {
  const written = new Set<string>();
  /** Batches whose last try failed: they may be there all the same. */
  const doubtful = new Set<string>();

  async function write(batch: Batch): Promise<void> {
    if (batch.profiles.length === 0 || written.has(batch.id)) return;
    const seqs = batch.profiles.map(({ entry }) => entry.seq);
    if (new Set(seqs).size < seqs.length) throw taken(batch);
    const { token, number } = identify(batch.id);
    // Before anything of it is kept.
    for (const { entry } of batch.profiles) refuseInvalidNumbers(entry);
    const pieces = piecesOf(batch, number);
    const isNew = own.areUnused(seqs) && !doubtful.has(batch.id);
    if (!isNew && (await isTaken(seqs, number))) throw taken(batch);
    doubtful.add(batch.id);
    if (isNew) await insertAll(pieces, token);
    else for (const piece of pieces) await complete(piece, token);
    doubtful.delete(batch.id);
    own.markUsed(seqs);
    remember(batch.id);
  }

  /** One after the other; the rows of the next are made while one is inserted. */
  async function insertAll(pieces: readonly Piece[], token: string): Promise<void> {
    let inserting: Promise<void> = Promise.resolve();
    for (const { table, columns, profiles, row } of pieces) {
      const rows = profiles.map(row);
      await inserting;
      inserting = engine.insert({ table, columns, rows, token });
    }
    await inserting;
  }

  /** Inserts what is missing, until nothing is. */
  async function complete(piece: Piece, token: string): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const missing = await missingOf(piece);
      if (missing.length === 0) return;
      const isWhole = tries === 0 && missing.length === piece.profiles.length;
      const again = identify(`${token} ${tries} ${missing.map(({ entry }) => entry.seq).join()}`).token;
      await insertAll([{ ...piece, profiles: missing }], isWhole ? token : again);
    }
    const { length } = await missingOf(piece);
    if (length > 0)
      throw new GatebookError('store-failed', `${engine.name} did not keep ${length} rows of a batch.`);
  }

  async function missingOf({ table, profiles }: Piece): Promise<Profile[]> {
    const { sql, params } = among(profiles.map(({ entry }) => entry.seq));
    const rows = await engine.read(`SELECT seq FROM ${table} WHERE ${sql}`, params);
    const there = new Set(rows.map(([seq]) => Number(seq)));
    return profiles.filter(({ entry }) => !there.has(entry.seq));
  }

  /** Whether another batch holds one of the numbers. */
  async function isTaken(seqs: readonly number[], number: string): Promise<boolean> {
    const { sql, params } = among(seqs);
    const [[others] = []] = await engine.read(
      `SELECT count() FROM entries WHERE ${sql} AND batch != {batch:UInt64}`,
      { ...params, batch: number },
    );
    return Number(others) > 0;
  }

  function remember(id: string): void {
    written.add(id);
    const [oldest] = written;
    if (written.size > REMEMBERED && oldest !== undefined) written.delete(oldest);
  }

  return { write };
}

function piecesOf({ profiles }: Batch, number: string): Piece[] {
  const detailed = profiles.filter(({ detail }) => detail !== null);
  const details: Piece = { table: 'details', columns: DETAIL_COLUMNS, profiles: detailed, row: detailLine };
  const entries: Piece = {
    table: 'entries',
    columns: ENTRY_COLUMNS,
    profiles,
    row: ({ entry }) => entryLine(entry, number),
  };
  return detailed.length > 0 ? [details, entries] : [entries];
}

function taken({ id }: Batch): GatebookError {
  return new GatebookError(
    'seq-taken',
    `Batch ${id} holds a seq that the book already has. Lease each seq once.`,
  );
}

/** A batch's id as the engine's token, and as a number its entries carry. */
function identify(id: string): { token: string; number: string } {
  const digest = createHash('sha256').update(id).digest();
  return { token: digest.toString('hex'), number: digest.readBigUInt64BE().toString() };
}

/** Numbers in ascending order, those in a row as one: few to name, and a range the index knows. */
function among(seqs: readonly number[]) {
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
