import {
  closeSync,
  existsSync,
  fchmodSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../store/private-folder.ts';
import { isKey, type Key, newKey } from './key.ts';

/** Kept beside the book, readable only by its owner. */
export interface KeyFile {
  readonly key: Key;
  /** The address of the page, as the app that listened last has set it. */
  readonly url: string | null;
  /** The app decides who sees the page: the key does not open it. */
  readonly isAppsChoice?: boolean;
}

const OWNER_ONLY = 0o600;

/** Reads the key of a book, or creates it. Several processes may do so at once: all get the same key. */
export function readOrCreateKey(path: string): KeyFile {
  const existing = readKeyFile(path);
  if (existing) return existing;
  makePrivateFolder(dirname(path));
  return createKeyFile(path, { key: newKey(), url: null });
}

/** Stores the key of a running app again, if its file was deleted with the book. */
export function restoreKey(path: string, file: KeyFile): void {
  if (!existsSync(path)) createKeyFile(path, file);
}

/** Returns what is in the file, which another process may have created. */
function createKeyFile(path: string, created: KeyFile): KeyFile {
  const temporary = `${path}.${process.pid}-${newKey()}`;
  writeFileSync(temporary, format(created), { mode: OWNER_ONLY });
  try {
    // A link exists with all of its content or not at all.
    linkSync(temporary, path);
    return created;
  } catch (error) {
    const other = readKeyFile(path);
    if (other) return other;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without hard links.
    renameSync(temporary, path);
    return readKeyFile(path) ?? created;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** `null` if the file does not exist or does not contain a key. */
export function readKeyFile(path: string): KeyFile | null {
  try {
    const { key, url, isAppsChoice } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    if (!isKey(key)) return null;
    tighten(path);
    return { key, url: typeof url === 'string' ? url : null, ...(isAppsChoice === true && { isAppsChoice }) };
  } catch {
    return null;
  }
}

/** Stores the address of the page, so that `gatebook open` finds it. */
export function writeUrl(path: string, url: string, isAppsChoice: boolean): void {
  const current = readKeyFile(path);
  if (!current || (current.url === url && (current.isAppsChoice ?? false) === isAppsChoice)) return;
  const temporary = `${path}.${process.pid}`;
  const written = { key: current.key, url, ...(isAppsChoice && { isAppsChoice }) };
  writeFileSync(temporary, format(written), { mode: OWNER_ONLY });
  renameSync(temporary, path);
}

/** A backup tool or an editor may have widened the mode. Windows has other permissions, and shows all files as open to all. */
function tighten(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return;
  const file = openSync(path, 'r');
  try {
    fchmodSync(file, OWNER_ONLY);
  } finally {
    closeSync(file);
  }
}

function format(file: KeyFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
