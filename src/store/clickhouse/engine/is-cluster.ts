import type { Engine } from './engine.ts';

/** On a cluster only the TTL of the tables deletes rows: a store would have to delete them on every server. */
export async function isCluster(engine: Engine): Promise<boolean> {
  const [row] = await engine.read(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'entries'",
  );
  return row?.[0] === 'Distributed';
}
