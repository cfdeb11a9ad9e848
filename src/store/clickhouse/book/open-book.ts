import { GatebookError } from '../../../errors.ts';
import { newTokenKey, type TokenKey } from '../../../profile/token.ts';
import { type Engine, insertOnce, isCluster } from '../engine/engine.ts';
import { ONE_SERVER, STEPS } from './schema.ts';

/** Creates or migrates the tables of a book and returns its token key. A new book gets `tokenKey`. */
export async function openBook(
  engine: Engine,
  create: boolean,
  tokenKey: TokenKey = newTokenKey(),
): Promise<TokenKey> {
  const version = await readVersion(engine);
  if (version === 0 && !create) {
    throw new GatebookError(
      'book-missing',
      `No book found at ${engine.name}. Start an app that records to it, or pass another with --storage.`,
    );
  }
  if (version > STEPS.length) {
    throw new GatebookError(
      'book-newer',
      `${engine.name} was written by a newer Gatebook (schema ${version}, this version supports ${STEPS.length}). Update gatebook to open it.`,
    );
  }
  const onCluster = version < STEPS.length && (await isCluster(engine));
  for (const [i, step] of STEPS.entries()) {
    if (i < version) continue;
    // On a cluster, the administrator has run the statements of `gatebook ddl`.
    if (!onCluster) for (const statement of step(ONE_SERVER)) await engine.run(statement);
    await setOnce(engine, `schema_${i + 1}`, String(i + 1));
  }
  return readTokenKey(engine, tokenKey);
}

/** Processes that create a book at the same time each generate a key; all use the first one stored. */
async function readTokenKey(engine: Engine, fresh: TokenKey): Promise<TokenKey> {
  const text = await setOnce(engine, 'token_key', fresh.join(','));
  const [a = 0, b = 0, c = 0, d = 0] = text.split(',').map(Number);
  return [a, b, c, d];
}

async function readVersion(engine: Engine): Promise<number> {
  const [[tables] = []] = await engine.read(
    "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'book'",
  );
  if (Number(tables) === 0) return 0;
  const [[version] = []] = await engine.read(
    "SELECT max(toUInt32(value)) FROM book WHERE name LIKE 'schema%'",
  );
  return Number(version);
}

/** Stores a value unless the name already has one. Returns the stored value. */
async function setOnce(engine: Engine, name: string, value: string): Promise<string> {
  const existing = await readValue(engine, name);
  if (existing !== null) return existing;
  await insertOnce(engine, 'book', { name, value }, name);
  const stored = await readValue(engine, name);
  if (stored !== null) return stored;
  throw new GatebookError('store-failed', `${engine.name} did not store "${name}".`);
}

async function readValue(engine: Engine, name: string): Promise<string | null> {
  const [row] = await engine.read('SELECT value FROM book WHERE name = {name:String} LIMIT 1', { name });
  return row ? String(row[0]) : null;
}

/** Takes a name, as a block of seqs is leased: of several claims, deduplication keeps the first. */
export async function claimOnce(engine: Engine, name: string): Promise<boolean> {
  const id = crypto.randomUUID();
  return (await setOnce(engine, `claim:${name}`, id)) === id;
}
