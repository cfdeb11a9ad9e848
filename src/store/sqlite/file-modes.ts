import { chmodSync, statSync } from 'node:fs';
import { databaseFiles } from './folder.ts';
import { ignoreFailure } from './transaction.ts';

const ANY_USER = 0o007;
export const OWNER_ONLY = 0o600;

/**
 * Makes a database and its log accessible to their owner only, if any user could access them. Permissions for a group stay,
 * because only the owner can have given them.
 */
export function tightenModes(path: string): void {
  // Windows has other permissions, and shows all files as writable.
  if (process.platform === 'win32') return;
  for (const file of databaseFiles(path)) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & ANY_USER) !== 0) ignoreFailure(() => chmodSync(file, OWNER_ONLY));
  }
}
