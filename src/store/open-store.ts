import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../errors.ts';
import { folderAddress, serverAddress } from './clickhouse/address.ts';
import type { Store } from './store.ts';

export const DEFAULT_STORAGE = 'sqlite:.gatebook/book.db';

export interface OpenOptions {
  /**
   * Whether a book that is not there is begun.
   * @default true
   */
  readonly create?: boolean;
  /** Whoever opens it is a thread that may block: it does the writing itself. */
  readonly here?: boolean;
}

/** A storage is a URL; its engine is loaded only when it is asked for. */
export async function openStore(
  storage: string = DEFAULT_STORAGE,
  { create = true, here = false }: OpenOptions = {},
): Promise<Store> {
  switch (kindOf(storage)) {
    case 'memory': {
      const { openMemoryStore } = await import('./memory/memory-store.ts');
      return openMemoryStore();
    }
    case 'sqlite': {
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
      return openSqliteStore(sqlitePath(storage), { create, here });
    }
    case 'chdb':
    case 'clickhouse': {
      const { openClickHouse } = await import('./clickhouse/open-clickhouse.ts');
      return openClickHouse(storage, create);
    }
  }
}

/**
 * For whoever starts a thread that opens the storage: chdb's library must not be unloaded when that thread ends, for
 * the process would not survive it. What is loaded here too stays.
 */
export function keepLoaded(storage: string): void {
  // That it is not installed is told by the thread that opens the storage.
  if (kindOf(storage) === 'chdb') import('chdb').catch(() => {});
}

/** Says at once what is wrong with a storage that could never be opened. */
export function checkStorage(storage: string): void {
  const kind = kindOf(storage);
  if (kind === 'sqlite') sqlitePath(storage);
  else if (kind === 'chdb') folderAddress(storage);
  else if (kind === 'clickhouse') serverAddress(storage);
}

export type StorageKind = 'memory' | 'sqlite' | 'chdb' | 'clickhouse';

export function kindOf(storage: string): StorageKind {
  if (storage === 'memory:') return 'memory';
  const kind = /^(sqlite|chdb|clickhouse):/.exec(storage)?.[1];
  if (kind !== undefined) return kind as StorageKind;
  throw noStorage(storage);
}

/** A server, or the same engine in this process. */
export function isClickHouse(storage: string): boolean {
  const kind = kindOf(storage);
  return kind === 'clickhouse' || kind === 'chdb';
}

/** The file of a SQLite storage. */
export function sqlitePath(storage: string): string {
  const path = /^sqlite:(?!\/\/[^/])(.+)$/s.exec(storage)?.[1];
  if (path !== undefined) return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
  const kind = kindOf(storage);
  if (kind === 'sqlite') throw noStorage(storage);
  throw new GatebookError(
    'bad-option',
    `This is for books in SQLite, and not for ${kind}. Name one with sqlite:PATH.`,
  );
}

function noStorage(storage: string): GatebookError {
  return new GatebookError(
    'bad-storage-url',
    `"${storage.replace(/\/\/[^/]*@/, '//')}" names no storage. Write sqlite:PATH, such as ${DEFAULT_STORAGE}, clickhouse://HOST/DATABASE, chdb:FOLDER or memory:.`,
  );
}
