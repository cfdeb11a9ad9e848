import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import type { ProcessInfo } from '../profile/entry.ts';
import { sqlitePath, storageKind } from '../store/open-store.ts';
import { makePrivateFolder } from '../store/private-folder.ts';

/** What a process has recorded. Each process of a SQLite book writes it to a file beside the book, for the metrics of all. */
export interface ProcessReport {
  readonly process: ProcessInfo;
  readonly host: string;
  readonly pid: number;
  readonly stats: Stats;
}

type Stats = Readonly<Record<Counter, number>> & { readonly drops: Readonly<Record<string, number>> };
type Counter = (typeof COUNTERS)[number];
const COUNTERS = [
  'recorded',
  'stored',
  'dropped',
  'held',
  'heldBytes',
  'ignored',
  'droppedBodies',
  'faults',
  'restarts',
] as const;

/** A report of another host is valid for this long. On this host, it is valid while its process runs. */
const VALID_MS = 60_000;
const MAX_REPORTS = 1000;
const MAX_LENGTH = 16_384;
const FILE = /^[\w-]{1,64}\.json$/;

/** The folder with the reports; `null` if other processes can't see them. */
export function reportsFolder(storage: unknown): string | null {
  if (typeof storage !== 'string' || storageKind(storage) !== 'sqlite') return null;
  return join(sqlitePath(storage), 'processes');
}

/** The method of the writer thread that writes reports. Its timers do not delay the app, and a slow disk does not keep it alive. */
export function reportMethods(storage: string) {
  const folder = reportsFolder(storage);
  let isReady = false;
  return {
    report(name: string, report: ProcessReport): void {
      if (folder === null) return;
      if (!isReady || !existsSync(folder)) {
        makePrivateFolder(folder);
        removeDead(folder);
      }
      isReady = true;
      const file = join(folder, `${name}.json`);
      replaceFile(file, JSON.stringify(report));
    },
  };
}

/** Removes reports of this process, which no longer records. */
export async function removeReports(storage: string, names: Iterable<string>): Promise<void> {
  const folder = reportsFolder(storage);
  if (folder === null) return;
  for (const name of names) await rm(join(folder, `${name}.json`), { force: true }).catch(() => {});
}

/** Readers find the old content or the new. */
function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.new`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!existsSync(file)) throw error;
    // On a full disk there is no space for another file, but the old one has some.
    const fd = openSync(file, 'r+');
    try {
      ftruncateSync(fd, writeSync(fd, text, 0));
    } finally {
      closeSync(fd);
    }
  }
}

/** Removes the files of processes that were killed. */
function removeDead(folder: string): void {
  for (const name of readdirSync(folder).slice(0, MAX_REPORTS)) {
    const file = join(folder, name);
    try {
      const report = parseReport(readFileSync(file, 'utf8'));
      if (!report || !isValid(report, statSync(file).mtimeMs)) rmSync(file);
    } catch {}
  }
}

/** The reports of all processes that run, except for the one with this name. */
export async function readReports(folder: string, except: string): Promise<ProcessReport[]> {
  const names = await readdir(folder).catch(() => []);
  const reports = names
    .filter((name) => FILE.test(name) && name !== `${except}.json`)
    .slice(0, MAX_REPORTS)
    .map(async (name) => {
      const file = join(folder, name);
      try {
        const [{ mtimeMs }, text] = await Promise.all([stat(file), readFile(file, 'utf8')]);
        const report = parseReport(text);
        return report && isValid(report, mtimeMs) ? report : null;
      } catch {
        return null;
      }
    });
  return (await Promise.all(reports)).filter((report) => report !== null);
}

function isValid({ host, pid }: ProcessReport, written: number): boolean {
  return host === hostname() ? isRunning(pid) : Date.now() - written < VALID_MS;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return codeOf(error) === 'EPERM';
  }
}

function parseReport(text: string): ProcessReport | null {
  if (text.length > MAX_LENGTH) return null;
  const { process: info, host, pid, stats } = JSON.parse(text) as Partial<ProcessReport>;
  const isInfo = [info?.service, info?.instance, info?.release].every((value) => typeof value === 'string');
  if (!info || !isInfo || typeof host !== 'string' || !Number.isSafeInteger(pid) || Number(pid) <= 0)
    return null;
  const isStats = COUNTERS.every((counter) => typeof stats?.[counter] === 'number');
  return stats && isStats ? { process: info, host, pid: Number(pid), stats } : null;
}
