import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../errors.ts';
import { requireNode } from '../requirements.ts';
import { folderAddress, serverAddress } from './clickhouse/engine/address.ts';
import { loadOptional } from './clickhouse/engine/load-optional.ts';
import { displayStorage } from './display-storage.ts';
import type { Retention, Store } from './store.ts';

export const DEFAULT_STORAGE = 'sqlite:.gatebook';

export interface OpenOptions {
  /**
   * Create the book if it does not exist. When `false`, a missing book is an error.
   * @default true
   */
  readonly create?: boolean;
  /**
   * Write on the calling thread instead of starting a thread for it. Only for a thread that may block.
   * @default false
   */
  readonly inThisThread?: boolean;
  /** The limits of the book, which a SQLite book keeps to with every write. Others keep to them by `retain` only. */
  readonly keep?: Retention | undefined;
  /**
   * Delete the oldest profiles of a SQLite book if its disk is full.
   * @default true
   */
  readonly makesRoom?: boolean;
}

/**
 * Opens the book at a storage URL. The engine is loaded on demand.
 * @example
 * const store = await openStore('sqlite:.gatebook', { create: false });
 */
export async function openStore(
  storage: string = DEFAULT_STORAGE,
  { create = true, inThisThread = false, keep = {}, makesRoom = true }: OpenOptions = {},
): Promise<Store> {
  switch (storageKind(storage)) {
    case 'memory': {
      const { openMemoryStore } = await import('./memory/memory-store.ts');
      return openMemoryStore();
    }
    case 'sqlite': {
      requireNode();
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
      return openSqliteStore(sqlitePath(storage), { create, inThisThread, keep, makesRoom });
    }
    case 'chdb':
    case 'clickhouse': {
      const { openClickHouse } = await import('./clickhouse/open-clickhouse.ts');
      return openClickHouse(storage, create);
    }
  }
}

/**
 * Loads the library of an engine that another thread is about to open, if it must stay loaded when that thread ends:
 * the process crashes if chdb is unloaded.
 */
export function keepEngineLoaded(storage: string): void {
  // After the thread has started. If chdb is not installed, that thread reports it.
  if (storageKind(storage) === 'chdb')
    void Promise.resolve('chdb')
      .then(loadOptional)
      .catch(() => {});
}

/** Throws if a storage URL is malformed. Opens nothing. */
export function checkStorage(storage: string): void {
  const kind = storageKind(storage);
  if (kind === 'sqlite') sqlitePath(storage);
  else if (kind === 'chdb') folderAddress(storage);
  else if (kind === 'clickhouse') serverAddress(storage);
}

type StorageKind = 'memory' | 'sqlite' | 'chdb' | 'clickhouse';

export function storageKind(storage: string): StorageKind {
  if (storage === 'memory:') return 'memory';
  const kind = /^(sqlite|chdb|clickhouse):/.exec(storage)?.[1];
  if (kind !== undefined) return kind as StorageKind;
  throw unknownStorage(storage);
}

/** Whether this is ClickHouse, on a server or in the process (chdb). */
export function isClickHouse(storage: string): boolean {
  const kind = storageKind(storage);
  return kind === 'clickhouse' || kind === 'chdb';
}

/** The file of a book that keeps the key of its page; `null` if the book is not on this machine's disk. */
export function keyPath(storage: string): string | null {
  const kind = storageKind(storage);
  if (kind === 'sqlite') return join(sqlitePath(storage), 'key');
  return kind === 'chdb' ? `${folderAddress(storage).path}.key` : null;
}

/** The folder of a SQLite storage. */
export function sqlitePath(storage: string): string {
  const path = /^sqlite:(?!\/\/[^/])(.+)$/s.exec(storage)?.[1];
  if (path !== undefined) return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
  const kind = storageKind(storage);
  if (kind === 'sqlite') throw unknownStorage(storage);
  throw new GatebookError('bad-option', `This works only with SQLite, not with ${kind}. Use sqlite:FOLDER.`);
}

function unknownStorage(storage: string): GatebookError {
  return new GatebookError(
    'bad-storage-url',
    `Unknown storage URL "${displayStorage(storage)}". Use sqlite:FOLDER (such as ${DEFAULT_STORAGE}), clickhouse://HOST/DATABASE, chdb:FOLDER or memory:.`,
  );
}
