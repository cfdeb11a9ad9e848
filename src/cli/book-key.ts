import { messageOf } from '../errors.ts';
import { isKey, type Key, MIN_KEY_LENGTH, newKey } from '../serve/access/key.ts';
import { type KeyFile, readKeyFile, readOrCreateKey } from '../serve/access/key-file.ts';
import { displayStorage } from '../store/display-storage.ts';
import { keyPath, storageKind } from '../store/open-store.ts';
import { CommandError, usageError } from './command-error.ts';

/** The key that opens the page of a book, and the address of the page if the app has stored it. Creates nothing. */
export function findKey(storage: string): KeyFile {
  const path = keyPath(storage);
  const file = keyFileOf(storage);
  const key = keyOfEnvironment() ?? file?.key;
  if (key !== undefined) return { key, url: file?.url ?? null };
  throw new CommandError(
    path === null
      ? `The key of ${displayStorage(storage)} is not kept on this machine. Set GATEBOOK_KEY to the key of the app.`
      : `No key found at ${path}. Start your app with Gatebook in it, run this command in its folder, or pass --storage. ` +
          'If the app sets the option key, set GATEBOOK_KEY to the same key.',
  );
}

/** The key that opens the page of a book. It is created if the book has none. */
export function findOrCreateKey(storage: string): Key {
  const fromEnvironment = keyOfEnvironment();
  if (fromEnvironment !== undefined) return fromEnvironment;
  const path = keyPath(storage);
  if (path === null) {
    if (storageKind(storage) === 'memory') return newKey();
    throw usageError(
      'A book that is not on this machine needs GATEBOOK_KEY to open the page: at least 16 characters.',
    );
  }
  try {
    return readOrCreateKey(path).key;
  } catch (error) {
    throw new CommandError(
      `The key of the page can't be stored: ${messageOf(error)}. Set GATEBOOK_KEY instead.`,
    );
  }
}

function keyOfEnvironment(): Key | undefined {
  const { GATEBOOK_KEY: key } = process.env;
  if (key === undefined || isKey(key)) return key;
  // The value is not shown: it may be a secret that is only too short.
  throw usageError(
    `Invalid environment variable GATEBOOK_KEY: expected at least ${MIN_KEY_LENGTH} letters, digits or any of . _ ~ + / = -`,
  );
}

/**
 * The address of the app that records into this book, as it has stored it.
 * @param advice what to do if it is not known
 */
export function appAddress(storage: string, advice: string): string {
  const url = findPageUrl(storage);
  if (url === null) throw usageError(`The address of the app is not known. ${advice}`);
  return new URL(url).origin;
}

/** The address of the page; `null` if no app has stored a valid one. */
export function findPageUrl(storage: string): string | null {
  const url = keyFileOf(storage)?.url;
  return url && URL.canParse(url) ? url : null;
}

/** Whether the app itself decides who sees the page. */
export function isAppsChoice(storage: string): boolean {
  return keyFileOf(storage)?.isAppsChoice ?? false;
}

function keyFileOf(storage: string): KeyFile | null {
  const path = keyPath(storage);
  return path === null ? null : readKeyFile(path);
}
