import { readKeyFile } from '../serve/access/key-file.ts';
import { keyPath } from '../store/open-store.ts';

/** The address of the app that records into this book, as it has stored it; `null` if it is not known. */
export function appAddress(storage: string): string | null {
  const path = keyPath(storage);
  const url = path === null ? null : (readKeyFile(path)?.url ?? null);
  return url === null || !URL.canParse(url) ? null : new URL(url).origin;
}
