import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../errors.ts';
import { requireNode } from '../requirements.ts';
import { folderAddress, serverAddress } from './clickhouse/engine/address.ts';
import { loadOptional } from './clickhouse/engine/load-optional.ts';
import { displayStorage } from './display-storage.ts';
import { collectorAddress } from './remote/address.ts';
import type { CollectorKeys } from './remote/remote-store.ts';
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
  /**
   * Sync each write of a SQLite book to the disk, so that not even a power failure loses it.
   * @default false
   */
  readonly durable?: boolean;
  /** Opens a collector. Taken from `GATEBOOK_WRITE_KEY` and `GATEBOOK_KEY` if it is not given. */
  readonly keys?: CollectorKeys | undefined;
}

/**
 * Opens the book at a storage URL. The engine is loaded on demand.
 * @example
 * const store = await openStore('sqlite:.gatebook', { create: false });
 */
export async function openStore(
  storage: string = DEFAULT_STORAGE,
  {
    create = true,
    inThisThread = false,
    keep = {},
    makesRoom = true,
    durable = false,
    keys,
  }: OpenOptions = {},
): Promise<Store> {
  switch (storageKind(storage)) {
    case 'memory': {
      const { openMemoryStore } = await import('./memory/memory-store.ts');
      return openMemoryStore();
    }
    case 'sqlite': {
      requireNode();
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
      return openSqliteStore(sqlitePath(storage), { create, inThisThread, keep, makesRoom, durable });
    }
    case 'chdb':
    case 'clickhouse': {
      const { openClickHouse } = await import('./clickhouse/open-clickhouse.ts');
      return openClickHouse(storage, create);
    }
    case 'collector': {
      const { openRemoteStore } = await import('./remote/remote-store.ts');
      return openRemoteStore(storage, keys ?? keysOfEnvironment());
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
  else if (kind === 'collector') collectorAddress(storage);
}

/** An empty variable counts as not set. */
function keysOfEnvironment(): CollectorKeys {
  const { GATEBOOK_WRITE_KEY: write, GATEBOOK_KEY: read } = process.env;
  return { write: write || undefined, read: read || undefined };
}

type StorageKind = 'memory' | 'sqlite' | 'chdb' | 'clickhouse' | 'collector';

export function storageKind(storage: string): StorageKind {
  if (storage === 'memory:') return 'memory';
  if (/^https?:/.test(storage)) return 'collector';
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

/** The file with the hashes of the keys of a collector; `null` if the book is not on this machine's disk. */
export function keysPath(storage: string): string | null {
  const path = keyPath(storage);
  return path === null ? null : `${path}s`;
}

/** The folder of a SQLite storage. */
export function sqlitePath(storage: string): string {
  const path = /^sqlite:(?!\/\/[^/])(.+)$/s.exec(storage)?.[1];
  if (path !== undefined) return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
  const kind = storageKind(storage);
  if (kind === 'sqlite') throw unknownStorage(storage);
  const name = kind === 'collector' ? 'a collector: run it there' : kind;
  throw new GatebookError('bad-option', `This works only with SQLite, not with ${name}. Use sqlite:FOLDER.`);
}

function unknownStorage(storage: string): GatebookError {
  return new GatebookError(
    'bad-storage-url',
    `Unknown storage URL "${displayStorage(storage)}". Use sqlite:FOLDER (such as ${DEFAULT_STORAGE}), clickhouse://HOST/DATABASE, chdb:FOLDER, https://COLLECTOR or memory:.`,
  );
}
