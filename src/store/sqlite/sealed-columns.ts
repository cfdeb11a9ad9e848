import type { DatabaseSync } from 'node:sqlite';

/** Reads the chunks of columns and the blocks of details of a sealed segment; `null` for a column or block that it has not. */
export function sealedColumns(db: DatabaseSync) {
  const column = db.prepare('SELECT data FROM columns WHERE name = ? AND chunk = ?');
  const any = db.prepare('SELECT 1 FROM columns WHERE name = ?');
  const detail = db.prepare('SELECT data FROM details WHERE block = ?');
  return {
    chunk(name: string, chunk: number) {
      const row = column.get(name, chunk);
      if (!row && any.get(name)) throw new Error(`the chunk ${chunk} of its column ${name} is missing`);
      return (row?.data ?? null) as Uint8Array | null;
    },
    detailBlock: (id: number) => (detail.get(id)?.data ?? null) as Uint8Array | null,
  };
}
