import type { DatabaseSync } from 'node:sqlite';

/** Reads the chunks of columns and the blocks of details of a sealed segment; `null` for those that it has not. */
export function sealedColumns(db: DatabaseSync) {
  const column = db.prepare('SELECT data FROM columns WHERE name = ? AND chunk = ?');
  const detail = db.prepare('SELECT data FROM details WHERE block = ?');
  return {
    chunk: (name: string, chunk: number) => (column.get(name, chunk)?.data ?? null) as Uint8Array | null,
    detailBlock: (id: number) => (detail.get(id)?.data ?? null) as Uint8Array | null,
  };
}
