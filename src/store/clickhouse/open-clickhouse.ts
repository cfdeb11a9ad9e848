import type { Store } from '../store.ts';
import { openClickHouseStore } from './clickhouse-store.ts';
import { engineName, folderAddress, serverAddress } from './engine/address.ts';
import { openChdbEngine } from './engine/chdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import { toGatebookError } from './engine/failure.ts';
import { openServerEngine } from './engine/server-engine.ts';

/** Opens the store at a `clickhouse://` or `chdb:` URL. */
export async function openClickHouse(storage: string, create: boolean): Promise<Store> {
  const { engine, writer } = await openEngine(storage, create);
  return openClickHouseStore(engine, { create, writer });
}

export async function openEngine(
  storage: string,
  create: boolean,
): Promise<{ engine: Engine; writer: number }> {
  const address = storage.startsWith('chdb:') ? folderAddress(storage) : serverAddress(storage);
  try {
    const engine = await ('path' in address
      ? openChdbEngine(address, create)
      : openServerEngine(address, create));
    return { engine, writer: address.writer };
  } catch (error) {
    throw toGatebookError(error, engineName(address));
  }
}
