import { GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { TokenKey } from '../../profile/token.ts';
import type { Engine } from './engine.ts';
import { createLeasedSeqs } from './leased-seqs.ts';
import { openBook } from './open-book.ts';
import { createWriter } from './write.ts';

/** The book to copy, read in seq order. */
export interface Source {
  readonly tokenKey: TokenKey;
  readonly nextSeq: number;
  countAfter(seq: number): number;
  readAfter(seq: number, limit: number): Profile[];
}

export interface CopyProgress {
  readonly copied: number;
  readonly total: number;
}

/** Profiles per batch: large enough for the engine, small enough to repeat after a crash. */
const BATCH_SIZE = 20_000;

/**
 * Copies a book and keeps its seqs and tokens. Progress is stored after each batch, and a batch has the same id each time:
 * a copy that was killed resumes where it stopped and stores nothing twice.
 */
export async function copyBook(
  source: Source,
  engine: Engine,
  onProgress: (progress: CopyProgress) => void,
  batchSize = BATCH_SIZE,
): Promise<number> {
  const key = await openBook(engine, true, source.tokenKey);
  if (key.join() !== source.tokenKey.join()) {
    throw new GatebookError(
      'bad-option',
      `${engine.name} holds another book with other tokens. Copy into an empty database.`,
    );
  }
  await leaseCopiedSeqs(engine, source.nextSeq);
  const writer = createWriter(engine, createLeasedSeqs());
  let last = await lastCopiedSeq(engine);
  let copied = 0;
  const total = source.countAfter(last);
  onProgress({ copied, total });
  for (let profiles = source.readAfter(last, batchSize); profiles.length > 0; ) {
    const first = profiles[0]?.entry.seq ?? 0;
    last = profiles.at(-1)?.entry.seq ?? 0;
    const writing = writer.write({ id: `copy ${key.join()} ${first} ${last}`, profiles });
    // Read the next batch while this one is being written.
    const next = source.readAfter(last, batchSize);
    await writing;
    await saveLastCopied(engine, last);
    copied += profiles.length;
    onProgress({ copied, total });
    profiles = next;
  }
  return copied;
}

/** Marks the seqs that the source has leased, so they are never leased again. */
async function leaseCopiedSeqs(engine: Engine, nextSeq: number): Promise<void> {
  if (nextSeq === 0) return;
  const [[leased] = []] = await engine.read('SELECT max(end) FROM leases WHERE first = 0');
  if (Number(leased) >= nextSeq) return;
  await engine.insert({
    table: 'leases',
    columns: ['first', 'end', 'claim'],
    rows: [JSON.stringify([0, nextSeq, 'copied'])],
    token: `copied-${nextSeq}`,
    sync: true,
  });
}

async function lastCopiedSeq(engine: Engine): Promise<number> {
  const [row] = await engine.read(
    "SELECT toUInt64(value) FROM book WHERE name = 'copied' ORDER BY toUInt64(value) DESC LIMIT 1",
  );
  return row ? Number(row[0]) : -1;
}

function saveLastCopied(engine: Engine, last: number): Promise<void> {
  return engine.insert({
    table: 'book',
    columns: ['name', 'value'],
    rows: [JSON.stringify(['copied', String(last)])],
    token: `copied-${last}`,
    sync: true,
  });
}
