import { GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ExportedBook, ExportPosition } from '../sqlite/maintain/export-book.ts';
import { openBook } from './book/open-book.ts';
import { type Engine, insertOnce } from './engine/engine.ts';
import { createWriter } from './write.ts';

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
  source: ExportedBook,
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
  const writer = createWriter(engine);
  const start = await readProgress(engine);
  const total = Math.max(0, source.entries - (start?.copied ?? 0));
  let copied = 0;
  onProgress({ copied, total });
  for (const segment of source.segmentsAfter(start)) {
    let writing: Promise<void> = Promise.resolve();
    // The next batch is read while one is being written.
    for (const profiles of segment.batches(start, batchSize)) {
      await writing;
      writing = write(segment.id, profiles);
      // A failure is reported when it is awaited.
      writing.catch(() => {});
    }
    await writing;
  }
  return copied;

  async function write(segment: number, profiles: readonly Profile[]): Promise<void> {
    const [first, last] = [profiles[0]?.entry, profiles.at(-1)?.entry];
    if (!first || !last) return;
    const id = `copy ${key.join()} ${segment} ${first.time} ${first.seq} ${last.time} ${last.seq}`;
    await writer.write({ id, profiles });
    copied += profiles.length;
    const { time, seq } = last;
    await saveProgress(engine, { segment, time, seq, copied: (start?.copied ?? 0) + copied });
    onProgress({ copied, total });
  }
}

/** Marks the seqs that the source has leased, so they are never leased again. */
async function leaseCopiedSeqs(engine: Engine, nextSeq: number): Promise<void> {
  if (nextSeq === 0) return;
  const [[leased] = []] = await engine.read('SELECT max(end) FROM leases WHERE first = 0');
  if (Number(leased) >= nextSeq) return;
  await insertOnce(engine, 'leases', { first: 0, end: nextSeq, claim: 'copied' }, `copied-${nextSeq}`);
}

/** The last profile that was copied. */
interface Progress extends ExportPosition {
  /** Profiles copied in all. */
  readonly copied: number;
}

async function readProgress(engine: Engine): Promise<Progress | null> {
  const [row] = await engine.read(
    "SELECT value FROM book WHERE name = 'copied' ORDER BY toUInt64(splitByChar(' ', value)[1]) DESC LIMIT 1",
  );
  if (!row) return null;
  const [copied = 0, segment = 0, time = 0, seq = 0] = String(row[0]).split(' ').map(Number);
  return { copied, segment, time, seq };
}

function saveProgress(engine: Engine, { copied, segment, time, seq }: Progress): Promise<void> {
  const value = `${copied} ${segment} ${time} ${seq}`;
  return insertOnce(engine, 'book', { name: 'copied', value }, `copied-${copied}`);
}
