import { GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { TokenKey } from '../../profile/token.ts';
import type { Engine } from './engine.ts';
import { createLeasedSeqs } from './leased-seqs.ts';
import { openBook } from './open-book.ts';
import { createWriter } from './write.ts';

/** What is copied: a whole book, in the order of its numbers. */
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

/** Parts the engine likes, and that are soon done again. */
const AT_ONCE = 20_000;

/**
 * Copies a book, numbers and tokens and all. Each part is a batch under an id of its own, and how far it got is kept
 * beside it: killed at any point, the next copy goes on from there, and what it writes again is kept once.
 */
export async function copyBook(
  source: Source,
  engine: Engine,
  onProgress: (progress: CopyProgress) => void,
  atOnce = AT_ONCE,
): Promise<number> {
  const key = await openBook(engine, true, source.tokenKey);
  if (key.join() !== source.tokenKey.join()) {
    throw new GatebookError(
      'bad-option',
      `${engine.name} holds another book, whose tokens are others. Copy into a database that is empty.`,
    );
  }
  await leaseCopied(engine, source.nextSeq);
  const writer = createWriter(engine, createLeasedSeqs());
  let last = await copiedTo(engine);
  let copied = 0;
  const of = source.countAfter(last);
  onProgress({ copied, total: of });
  for (let profiles = source.readAfter(last, atOnce); profiles.length > 0; ) {
    const first = profiles[0]?.entry.seq ?? 0;
    last = profiles.at(-1)?.entry.seq ?? 0;
    const writing = writer.write({ id: `copy ${key.join()} ${first} ${last}`, profiles });
    // Read while the part before it is written.
    const next = source.readAfter(last, atOnce);
    await writing;
    await rememberCopied(engine, last);
    copied += profiles.length;
    onProgress({ copied, total: of });
    profiles = next;
  }
  return copied;
}

/** Numbers that the copied book has given out are never leased again. */
async function leaseCopied(engine: Engine, nextSeq: number): Promise<void> {
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

async function copiedTo(engine: Engine): Promise<number> {
  const [row] = await engine.read(
    "SELECT toUInt64(value) FROM book WHERE name = 'copied' ORDER BY toUInt64(value) DESC LIMIT 1",
  );
  return row ? Number(row[0]) : -1;
}

function rememberCopied(engine: Engine, last: number): Promise<void> {
  return engine.insert({
    table: 'book',
    columns: ['name', 'value'],
    rows: [JSON.stringify(['copied', String(last)])],
    token: `copied-${last}`,
    sync: true,
  });
}
