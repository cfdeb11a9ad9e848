import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryOr } from '../../errors.ts';
import type { TokenKey } from '../../profile/token.ts';
import { makePrivateFolder } from '../../store/private-folder.ts';
import type { LeaseAnswer } from '../../store/remote/protocol.ts';

/** A collector, and the key that writes to it. */
export interface Sender {
  readonly origin: string;
  readonly key: string;
}

/** The part of a spool that belongs to one book and one service. */
export interface BookFolder {
  readonly path: string;
  readonly tokenKey: TokenKey;
}

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes the folder for what a service writes to a book, and notes the key there: a process that starts without the collector can't ask it
 * for the service.
 */
export function makeBookFolder(
  spool: string,
  sender: Sender,
  { tokenKey, writer }: Pick<LeaseAnswer, 'tokenKey' | 'writer'>,
): BookFolder {
  makePrivateFolder(spool);
  const path = join(spool, hashOf([...tokenKey, writer].join()).slice(0, 16));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  checkOwner(path);
  const note = noteOf(sender);
  const others = readdirSync(spool).filter((name) => join(spool, name) !== path);
  // The collector has replaced that book, or the key is of another service now.
  for (const name of others) tryOr(null, () => rmSync(join(spool, name, note)));
  const unfinished = join(path, `${note}.${randomUUID()}`);
  writeFileSync(unfinished, JSON.stringify(tokenKey), { mode: 0o600 });
  renameSync(unfinished, join(path, note));
  return { path, tokenKey };
}

/** What this key wrote to before; `null` if this spool has never been used with it. */
export function findBookFolder(spool: string, sender: Sender): BookFolder | null {
  for (const name of tryOr([], () => readdirSync(spool))) {
    const path = join(spool, name);
    const tokenKey = tryOr(null, () => {
      checkOwner(path);
      return parseKey(readFileSync(join(path, noteOf(sender)), 'utf8'));
    });
    if (tokenKey) return { path, tokenKey };
  }
  return null;
}

/** What is in a folder of someone else, or where others can put files, would be sent with our key. */
function checkOwner(folder: string): void {
  const status = lstatSync(folder);
  const isOurs = status.uid === (process.getuid?.() ?? status.uid);
  if (status.isDirectory() && isOurs && (status.mode & WRITABLE_BY_OTHERS) === 0) return;
  throw new Error(`${folder} is not a folder that only this user writes to`);
}

function parseKey(text: string): TokenKey | null {
  const [a, b, c, d, ...rest] = JSON.parse(text) as readonly unknown[];
  const key = [a, b, c, d].map(Number);
  const isKey =
    rest.length === 0 && key.every((part) => Number.isInteger(part) && part >= 0 && part < 2 ** 32);
  const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = key;
  return isKey ? [k0, k1, k2, k3] : null;
}

function noteOf({ origin, key }: Sender): string {
  return `key-${hashOf(`${origin} ${key}`).slice(0, 32)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
