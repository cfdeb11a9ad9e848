import { chmodSync, statSync } from 'node:fs';

const ANY_USER = 0o007;
export const OWNER_ONLY = 0o600;

/**
 * Makes a book and its log accessible to their owner only, if any user could access them. Permissions for a group stay,
 * because only the owner can have given them. Returns the files that stayed open to all users.
 */
export function tightenModes(path: string, chmod = chmodSync): string[] {
  // Windows has other permissions, and shows all files as writable.
  if (process.platform === 'win32') return [];
  return [path, `${path}-wal`, `${path}-shm`].filter((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & ANY_USER) === 0) return false;
    try {
      chmod(file, OWNER_ONLY);
      return false;
    } catch {
      return true;
    }
  });
}
