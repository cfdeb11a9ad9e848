import { GatebookError } from '../../errors.ts';
import { newTokenKey, type TokenKey } from '../../profile/token.ts';
import type { Engine } from './engine.ts';
import { ONE_SERVER, STEPS } from './schema.ts';

/** Brings a book to this version's tables, beginning it if that may be (with this key), and tells its token key. */
export async function openBook(
  engine: Engine,
  create: boolean,
  tokenKey: TokenKey = newTokenKey(),
): Promise<TokenKey> {
  const version = await versionOf(engine);
  if (version === 0 && !create) {
    throw new GatebookError(
      'book-missing',
      `There is no book at ${engine.name}. Start your app with Gatebook in it, or name another with --storage.`,
    );
  }
  if (version > STEPS.length) {
    throw new GatebookError(
      'book-newer',
      `${engine.name} was written by a newer Gatebook (schema ${version}, this one knows ${STEPS.length}). Update gatebook to open it.`,
    );
  }
  for (const [i, step] of STEPS.entries()) {
    if (i < version) continue;
    for (const statement of step(ONE_SERVER)) await engine.run(statement);
    await setOnce(engine, `schema_${i + 1}`, String(i + 1));
  }
  return readTokenKey(engine, tokenKey);
}

/** Two who begin a book make two keys: the first one kept is the key of both. */
async function readTokenKey(engine: Engine, fresh: TokenKey): Promise<TokenKey> {
  const text = await setOnce(engine, 'token_key', fresh.join(','));
  const [a = 0, b = 0, c = 0, d = 0] = text.split(',').map(Number);
  return [a, b, c, d];
}

async function versionOf(engine: Engine): Promise<number> {
  const [[tables] = []] = await engine.read(
    "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'book'",
  );
  if (Number(tables) === 0) return 0;
  const [[version] = []] = await engine.read(
    "SELECT max(toUInt32(value)) FROM book WHERE name LIKE 'schema%'",
  );
  return Number(version);
}

/** Writes a value unless there is one; says which it is now. */
async function setOnce(engine: Engine, name: string, value: string): Promise<string> {
  const known = await keptValue(engine, name);
  if (known !== null) return known;
  await engine.insert({
    table: 'book',
    columns: ['name', 'value'],
    rows: [JSON.stringify([name, value])],
    token: name,
    sync: true,
  });
  const kept = await keptValue(engine, name);
  if (kept !== null) return kept;
  throw new GatebookError('store-failed', `${engine.name} did not keep "${name}".`);
}

async function keptValue(engine: Engine, name: string): Promise<string | null> {
  const [row] = await engine.read('SELECT value FROM book WHERE name = {name:String} LIMIT 1', { name });
  return row ? String(row[0]) : null;
}
