import {
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { type Entry, isEntry, PROCESS_FIELDS, type ProcessInfo } from '../profile/entry.ts';
import { isRouteCounts, type RouteCounts } from '../profile/request-counts.ts';
import type { Micros } from '../profile/time.ts';
import { sqlitePath, storageKind } from '../store/open-store.ts';
import { makePrivateFolder } from '../store/private-folder.ts';
import { hasEnded, type ProcessIdentity } from './process-identity.ts';

/** What a process has recorded. Each process of a SQLite book writes it to a file beside the book, for the metrics of all. */
export interface ProcessReport {
  readonly process: ProcessInfo;
  readonly host: string;
  readonly pid: number;
  readonly stats: Stats;
  /** The requests that were stored. */
  readonly routes: readonly RouteCounts[];
  readonly started: Micros;
  /** Whether the book says how it ends. In a terminal it does not: Ctrl+C leaves no word. */
  readonly isNoted: boolean;
}

/** The report that is left when a process ends without a word. */
export interface LastReport extends ProcessReport {
  /** Redacted requests and jobs that were in progress for at least a quarter of a second. */
  readonly requests: readonly Entry[];
  /** `null` where the operating system does not give processes an identity. */
  readonly identity: ProcessIdentity | null;
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
/** Of a report with all its requests. */
const MAX_LENGTH = 2_000_000;

const FILE = /^[\w-]{1,64}\.json$/;

/** The folder with the reports; `null` if other processes can't see them. */
export function reportsFolder(storage: unknown): string | null {
  if (typeof storage !== 'string' || storageKind(storage) !== 'sqlite') return null;
  return join(sqlitePath(storage), 'processes');
}

/** Writes the report of this process. A slow disk does not keep the app alive: the writer thread calls it. */
export function writeReport(folder: string, name: string, report: LastReport): void {
  if (!existsSync(folder)) makePrivateFolder(folder);
  replaceFile(join(folder, `${name}.json`), JSON.stringify(report));
}

/** A process that ended without removing its report. */
export interface VanishedProcess {
  readonly name: string;
  readonly report: LastReport;
  /** Its last sign of life. */
  readonly seen: Micros;
}

/** Processes that have certainly ended, without a word, except for one. Removes old reports of others that may have. */
export function vanishedProcesses(folder: string, except: string): VanishedProcess[] {
  return namesIn(folder, except).flatMap((file) => {
    const path = join(folder, file);
    try {
      const { mtimeMs } = statReport(path);
      const report = parseReport(readFileSync(path, 'utf8'));
      if (report && hasEnded(report.identity, report.pid) && report.isNoted)
        return [{ name: file.slice(0, -'.json'.length), report, seen: Math.floor(mtimeMs * 1000) as Micros }];
      // Other files are not ours.
      if (report && !isValid(report, mtimeMs)) rmSync(path, { force: true });
    } catch {}
    return [];
  });
}

/** The names of what may be reports. A link may lead anywhere. */
function namesIn(folder: string, except: string): string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    const names = readdirSync(folder).filter((name) => FILE.test(name) && name !== `${except}.json`);
    return names.slice(0, MAX_REPORTS);
  } catch {
    return [];
  }
}

/** Throws unless it is a file of at most the length of a report: a pipe would block, and a large file fill the memory. */
function statReport(path: string) {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > MAX_LENGTH) throw new Error(`${path} is not a report`);
  return stats;
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

/** The reports of all processes that run, except for the one with this name. */
export async function readReports(folder: string, except: string): Promise<ProcessReport[]> {
  const reports = namesIn(folder, except).map(async (name) => {
    const file = join(folder, name);
    try {
      const { mtimeMs } = statReport(file);
      const report = parseReport(await readFile(file, 'utf8'));
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

function parseReport(text: string): LastReport | null {
  if (text.length > MAX_LENGTH) return null;
  const report = JSON.parse(text) as Partial<LastReport>;
  const {
    process: info,
    host,
    pid,
    stats,
    routes = [],
    started,
    isNoted = false,
    identity = null,
    requests = [],
  } = report;
  const isInfo = PROCESS_FIELDS.every((name) => typeof info?.[name] === 'string');
  if (!info || !isInfo || typeof host !== 'string' || !Number.isSafeInteger(pid) || Number(pid) <= 0)
    return null;
  const isStats = COUNTERS.every((counter) => typeof stats?.[counter] === 'number');
  if (!stats || !isStats || !Number.isSafeInteger(started)) return null;
  return {
    process: info,
    host,
    pid: Number(pid),
    stats,
    routes: routes.filter(isRouteCounts),
    started: started as Micros,
    isNoted,
    identity,
    requests: requests.filter(isEntry),
  };
}
