import { GatebookError } from '../../../errors.ts';
import { type Engine, insertOnce } from '../engine/engine.ts';

/** Stores a value unless the name already has one. Returns the stored value. */
export async function setOnce(engine: Engine, name: string, value: string): Promise<string> {
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
