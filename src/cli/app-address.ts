import { readKeyFile } from '../serve/access/key-file.ts';
import { keyPath } from '../store/open-store.ts';
import { usageError } from './command-error.ts';

/**
 * The address of the app that records into this book, as it has stored it.
 * @param advice how to give it if it is not known
 */
export function appAddress(storage: string, advice: string): string {
  const path = keyPath(storage);
  const url = path === null ? null : (readKeyFile(path)?.url ?? null);
  if (url === null || !URL.canParse(url)) throw usageError(`The address of the app is not known. ${advice}`);
  return new URL(url).origin;
}
