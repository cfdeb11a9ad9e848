import type { Store } from '../store.ts';
import { openClickHouseStore } from './clickhouse-store.ts';
import { folderAddress, serverAddress, serverName } from './engine/address.ts';
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
  if (storage.startsWith('chdb:')) {
    const address = folderAddress(storage);
    const engine = await withErrors(`chdb:${address.path}`, openChdbEngine(address, create));
    return { engine, writer: address.writer };
  }
  const address = serverAddress(storage);
  const engine = await withErrors(serverName(address), openServerEngine(address, create));
  return { engine, writer: address.writer };
}

async function withErrors<T>(name: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw toGatebookError(error, name);
  }
}
