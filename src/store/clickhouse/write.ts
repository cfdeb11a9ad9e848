import { createHash } from 'node:crypto';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { Batch } from '../store.ts';
import type { Engine, Insert } from './engine.ts';
import type { OwnNumbers } from './own-numbers.ts';
import { DETAIL_COLUMNS, detailLine, ENTRY_COLUMNS, entryLine } from './rows.ts';

/** So many of the batches that were written are remembered. */
const REMEMBERED = 10_000;

/**
 * Details go first: an entry that is there has its detail. Both inserts carry the batch's token, which the engine
 * keeps once however often it comes; and each entry carries its batch, so that the book itself can tell a batch
 * that came again from one that took somebody else's numbers.
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
    const inserts = insertsOf(batch, token, number);
    const isNew = own.areFresh(seqs) && !doubtful.has(batch.id);
    if (isNew || !(await isThere(batch, number))) {
      doubtful.add(batch.id);
      for (const insert of inserts) await engine.insert(insert);
      doubtful.delete(batch.id);
    }
    own.use(seqs);
    remember(batch.id);
  }

  /** Whether the batch was written before. Numbers that another batch holds are refused. */
  async function isThere(batch: Batch, number: string): Promise<boolean> {
    const runs = runsOf(batch.profiles.map(({ entry }) => entry.seq));
    const [[found, others] = []] = await engine.read(
      `SELECT count(), countIf(batch != {batch:UInt64}) FROM entries
       WHERE seq BETWEEN {first:UInt64} AND {last:UInt64}
         AND arrayExists((a, b) -> seq BETWEEN a AND b, {from:Array(UInt64)}, {to:Array(UInt64)})`,
      {
        batch: number,
        first: runs[0]?.from ?? 0,
        last: runs.at(-1)?.to ?? 0,
        from: runs.map(({ from }) => from),
        to: runs.map(({ to }) => to),
      },
    );
    if (Number(others) > 0) throw taken(batch);
    return Number(found) === batch.profiles.length;
  }

  function remember(id: string): void {
    written.add(id);
    const [oldest] = written;
    if (written.size > REMEMBERED && oldest !== undefined) written.delete(oldest);
  }

  return { write };
}

function insertsOf({ profiles }: Batch, token: string, number: string): Insert[] {
  const entries = profiles.map(({ entry }) => entryLine(entry, number));
  const details = profiles.filter(({ detail }) => detail !== null).map(detailLine);
  return [
    ...(details.length > 0 ? [{ table: 'details', columns: DETAIL_COLUMNS, rows: details, token }] : []),
    { table: 'entries', columns: ENTRY_COLUMNS, rows: entries, token },
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

/** Numbers in ascending order, those in a row as one. */
function runsOf(seqs: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.to + 1 === seq) last.to = seq;
    else runs.push({ from: seq, to: seq });
  }
  return runs;
}
