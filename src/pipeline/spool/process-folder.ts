import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tryOr } from '../../errors.ts';
import { hasEnded, ownIdentity, type ProcessIdentity } from '../../process/process-identity.ts';

const OWNER = 'owner';
/** No process has this number: the folder may be taken. */
const NO_PROCESS = 0;
/** A process says this often that it lives, and is believed for this long. In another container or on another host there is no other sign. */
export const HEARTBEAT_MS = 10_000;
const BELIEVED_MS = 60_000;
const NAME = /^\d{1,10}-[0-9a-f]{8}$/;

interface Owner {
  readonly pid: number;
  readonly identity: ProcessIdentity | null;
}

/** Makes the folder of this process in that of a book, or takes it again after a thread has ended. */
export function makeProcessFolder(book: string, name: string): string {
  const folder = join(book, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeOwner(folder, { pid: process.pid, identity: ownIdentity() });
  return folder;
}

/** Throws if another process has taken the folder, because this one was stopped for so long. */
export function sayAlive(folder: string): void {
  const now = new Date();
  utimesSync(join(folder, OWNER), now, now);
}

/** Leaves the folder to other processes, unless it is empty. */
export function leaveFolder(folder: string): void {
  writeOwner(folder, { pid: NO_PROCESS, identity: null });
  removeIfEmpty(folder);
}

/** The folders of the other processes of a book: those that have ended, and how many run. */
export function otherFolders(
  book: string,
  own: string,
): { readonly ended: string[]; readonly running: number } {
  const others = readdirSync(book)
    .filter((name) => NAME.test(name))
    .map((name) => join(book, name))
    .filter((folder) => folder !== own && lstatSync(folder, { throwIfNoEntry: false })?.isDirectory());
  const ended = others.filter(isLeft);
  return { ended, running: others.length - ended.length };
}

/** Removes a folder without batches and seqs. */
export function removeIfEmpty(folder: string): void {
  const rest = tryOr([], () => readdirSync(folder));
  // A file that is being written belongs to a process that was stopped for long, and will notice.
  if (rest.some((name) => name !== OWNER && !name.startsWith('new-'))) return;
  for (const name of rest) rmSync(join(folder, name), { force: true });
  tryOr(null, () => rmdirSync(folder));
}

function isLeft(folder: string): boolean {
  const file = join(folder, OWNER);
  const owner = tryOr(null, (): Owner => JSON.parse(readFileSync(file, 'utf8')));
  // Without an owner, it is being made or taken.
  if (owner === null) return isOld(folder);
  return owner.pid === NO_PROCESS || hasEnded(owner.identity, owner.pid) || isOld(file);
}

/** In both directions: the clock may have been set. */
function isOld(path: string): boolean {
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) > BELIEVED_MS;
}

function writeOwner(folder: string, owner: Owner): void {
  writeFileSync(join(folder, OWNER), JSON.stringify(owner), { mode: 0o600 });
}
