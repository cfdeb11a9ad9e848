import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../profile/gatebook-error.ts';
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
  options: OpenOptions = {},
): Promise<Store> {
  if (storage === 'memory:') {
    const { openMemoryStore } = await import('./memory/memory-store.ts');
    return openMemoryStore();
  }
  const path = sqlitePath(storage);
  const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
  return openSqliteStore(path, { create: true, ...options });
}

/** Says at once what is wrong with a storage that could never be opened. */
export function checkStorage(storage: string): void {
  if (storage !== 'memory:') sqlitePath(storage);
}

/** The file of a SQLite storage. */
export function sqlitePath(storage: string): string {
  const path = /^sqlite:(?!\/\/[^/])(.+)$/s.exec(storage)?.[1];
  if (path !== undefined) return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
  throw new GatebookError(
    'bad-storage-url',
    `"${storage}" names no storage. Write sqlite:PATH, such as ${DEFAULT_STORAGE}, or memory:.`,
  );
}
