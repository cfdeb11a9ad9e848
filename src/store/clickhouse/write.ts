import { createHash } from 'node:crypto';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { Batch } from '../store.ts';
import type { Engine } from './engine.ts';
import type { OwnNumbers } from './own-numbers.ts';
import { DETAIL_COLUMNS, detailLine, ENTRY_COLUMNS, entryLine } from './rows.ts';

/** So many of the batches that were written are remembered. */
const REMEMBERED = 10_000;
/** What is still missing after so many inserts is not going to be kept. */
const MOST_TRIES = 3;

/** The rows of a batch that go into one table, by their numbers. */
interface Piece {
  readonly table: 'details' | 'entries';
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<number, string>;
}

/**
 * Details go first: an entry that is there has its detail. Both inserts carry the batch's token, which the engine
 * keeps once however often it comes. A batch that may have come before is looked for besides: the engine forgets old
 * tokens, and when it is killed it may remember the token of a part that it has lost.
 */
export function createWriter(engine: Engine, own: OwnNumbers) {
  const written = new Set<string>();
  /** Batches whose last try failed: they may be there all the same. */
  const doubtful = new Set<string>();

  async function write(batch: Batch): Promise<void> {
    if (batch.profiles.length === 0 || written.has(batch.id)) return;
    const seqs = batch.profiles.map(({ entry }) => entry.seq);
    if (new Set(seqs).size < seqs.length) throw taken(batch);
    const { token, number } = identify(batch.id);
    // Made first: what no book can keep is refused before anything of it is kept.
    const pieces = piecesOf(batch, number);
    const isNew = own.areFresh(seqs) && !doubtful.has(batch.id);
    if (!isNew && (await isTaken(seqs, number))) throw taken(batch);
    doubtful.add(batch.id);
    for (const piece of pieces) {
      if (isNew) await insert(piece, piece.rows, token);
      else await complete(piece, token);
    }
    doubtful.delete(batch.id);
    own.use(seqs);
    remember(batch.id);
  }

  function insert({ table, columns }: Piece, rows: Piece['rows'], token: string): Promise<void> {
    return engine.insert({ table, columns, rows: [...rows.values()], token });
  }

  /** Inserts what is missing, until nothing is. */
  async function complete(piece: Piece, token: string): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const missing = await missingOf(piece);
      if (missing.size === 0) return;
      const isWhole = tries === 0 && missing.size === piece.rows.size;
      const own = identify(`${token} ${tries} ${[...missing.keys()].join()}`).token;
      await insert(piece, missing, isWhole ? token : own);
    }
    const { size } = await missingOf(piece);
    if (size > 0)
      throw new GatebookError('store-failed', `${engine.name} did not keep ${size} rows of a batch.`);
  }

  async function missingOf({ table, rows }: Piece): Promise<Map<number, string>> {
    const { sql, params } = among([...rows.keys()]);
    const there = await engine.read(`SELECT seq FROM ${table} WHERE ${sql}`, params);
    const missing = new Map(rows);
    for (const [seq] of there) missing.delete(Number(seq));
    return missing;
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
  const entries = new Map(profiles.map(({ entry }) => [entry.seq, entryLine(entry, number)]));
  const details = new Map(
    profiles
      .filter(({ detail }) => detail !== null)
      .map((profile) => [profile.entry.seq, detailLine(profile)] as const),
  );
  return [
    ...(details.size > 0
      ? [{ table: 'details' as const, columns: DETAIL_COLUMNS, rows: details as Piece['rows'] }]
      : []),
    { table: 'entries', columns: ENTRY_COLUMNS, rows: entries },
  ];
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
