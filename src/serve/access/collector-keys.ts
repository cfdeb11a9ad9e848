import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../errors.ts';
import { makePrivateFolder } from '../../store/private-folder.ts';
import { isKey, type Key } from './key.ts';

/** What a key of a collector allows: to write as one service, or everything that can be done with a book. */
export type KeyRight =
  | { readonly to: 'write'; readonly service: string; readonly environment?: string }
  | { readonly to: 'own' };

/** A key as it is kept: only its hash, which is enough because a key is 192 random bits. */
export interface KeptKey {
  /** The first digits of the hash. */
  readonly id: string;
  readonly hash: string;
  readonly right: KeyRight;
  /** ISO times. */
  readonly created: string;
  readonly expires?: string;
}

const PREFIXES = { write: 'gbw_', own: 'gbo_' } as const;
const KEY_BYTES = 24;
const ID_LENGTH = 8;
const OWNER_ONLY = 0o600;
/** How old a list of keys may be: a key that is revoked works for no longer than this. */
const REREAD_MS = 500;
/** To change the file takes a few milliseconds. */
const [LOCK_MS, LOCK_RETRY_MS] = [5000, 10];

/** The keys in a file, oldest first. A missing file has none. */
export function readKeys(path: string): readonly KeptKey[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return (JSON.parse(text) as { readonly keys: readonly KeptKey[] }).keys;
}

/** Makes a key and keeps its hash. This is the only time that the key is seen. */
export function addKey(
  path: string,
  right: KeyRight,
  expires?: Date,
): { readonly key: Key; readonly kept: KeptKey } {
  const key = `${PREFIXES[right.to]}${randomBytes(KEY_BYTES).toString('base64url')}` as Key;
  const hash = hashOf(key);
  const kept: KeptKey = {
    id: hash.slice(0, ID_LENGTH),
    hash,
    right,
    created: new Date().toISOString(),
    ...(expires && { expires: expires.toISOString() }),
  };
  changeKeys(path, (keys) => [...keys, kept]);
  return { key, kept };
}

/** Returns the key that is not valid any more; `null` if there is none with this id. */
export function revokeKey(path: string, id: string): KeptKey | null {
  const found = readKeys(path).find((key) => key.id === id);
  if (found) changeKeys(path, (keys) => keys.filter((key) => key.hash !== found.hash));
  return found ?? null;
}

export function isExpired({ expires }: Pick<KeptKey, 'expires'>, now = Date.now()): boolean {
  return expires !== undefined && Date.parse(expires) <= now;
}

/** Finds what a key allows, as the file says now. */
export function createKeyRing(path: string | null): (key: string) => KeptKey | null {
  let byHash = new Map<string, KeptKey>();
  let version = '';
  let checkedAt = Number.NEGATIVE_INFINITY;

  function refresh(file: string): void {
    if (performance.now() - checkedAt < REREAD_MS) return;
    checkedAt = performance.now();
    const status = statSync(file, { throwIfNoEntry: false });
    const present = status ? `${status.ino} ${status.mtimeMs} ${status.size}` : '';
    if (present === version) return;
    byHash = new Map(readKeys(file).map((key) => [key.hash, key]));
    version = present;
  }

  return (key) => {
    if (path === null || !isKey(key)) return null;
    try {
      refresh(path);
    } catch {
      // A file that can't be read allows nothing.
      byHash = new Map();
      version = 'unreadable';
    }
    // How long the lookup takes says nothing of the key: a client can't choose what it sends by its hash.
    const found = byHash.get(hashOf(key));
    return found && !isExpired(found) ? found : null;
  };
}

/** One process at a time: the second of two would not have the key of the first. */
function changeKeys(path: string, change: (keys: readonly KeptKey[]) => readonly KeptKey[]): void {
  makePrivateFolder(dirname(path));
  const lock = `${path}.lock`;
  takeLock(lock);
  try {
    writeKeys(path, change(readKeys(path)));
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Blocks until the file is ours. One that stays is of a process that was killed. */
function takeLock(file: string): void {
  let seen = { made: 0, since: 0 };
  for (;;) {
    try {
      closeSync(openSync(file, 'wx', OWNER_ONLY));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const now = performance.now();
    const made = statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;
    if (made !== seen.made) seen = { made, since: now };
    else if (now - seen.since > LOCK_MS) rmSync(file, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_RETRY_MS);
  }
}

function writeKeys(path: string, keys: readonly KeptKey[]): void {
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  // Not through a link that the owner of the folder has put there.
  const file = openSync(temporary, 'wx', OWNER_ONLY);
  try {
    writeFileSync(file, `${JSON.stringify({ keys }, null, 2)}\n`);
    // Root adds a key for a collector that runs as another user, who must be able to read it.
    const { uid, gid } = statSync(dirname(path));
    if (process.getuid?.() === 0) fchownSync(file, uid, gid);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
