import type { Engine } from './engine.ts';

/** There the engine alone takes away what is older: a book that was asked to would ask every server to. */
export async function isCluster(engine: Engine): Promise<boolean> {
  const [row] = await engine.read(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'entries'",
  );
  return row?.[0] === 'Distributed';
}
