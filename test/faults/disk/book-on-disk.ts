import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliResult, gatebookWith } from '../../support/run-cli-later.ts';
import { type NumberedApp, startNumberedApp } from './numbered-app.ts';
import type { DiskKind, SmallDisk } from './small-disks.ts';

export const STATES = ['running', 'closed', 'killed'] as const;
export type AppState = (typeof STATES)[number];

/** Requests after the disk is full. */
const MORE = 200;
/** How long the newest requests may wait while the book makes room. */
export const PATIENCE_MS = 5000;

export interface Row {
  readonly token: string;
  readonly n: number;
  /** In milliseconds. */
  readonly time: number;
}

/** A book on a disk without room, and its app. */
export interface BookOnDisk {
  readonly kind: DiskKind;
  readonly state: AppState;
  readonly disk: SmallDisk;
  readonly path: string;
  readonly app: NumberedApp;
  /** The requests in the book before something else took the rest of the disk. */
  readonly before: number;
  /** Requests up to this one must be in the book, unless they are among the oldest. */
  floor(): number;
  gatebook(...args: string[]): Promise<CliResult>;
  /** What is in the book, newest first. */
  rows(): Promise<readonly Row[]>;
  /** The starts and ends of its processes in the book, which no list of requests has. */
  events(): Promise<number>;
  /** Stops the load and waits until everything is written. */
  settle(): Promise<void>;
  /** Makes the disk full again after a command has deleted something, with the book as it was, or as large as before. */
  again(): Promise<void>;
  /** Ends the app and unmounts the disk. */
  end(): Promise<void>;
}

let disks = 0;

export async function bookOnFullDisk(root: string, kind: DiskKind, state: AppState): Promise<BookOnDisk> {
  const disk = kind.mount(join(root, `disk-${++disks}`));
  const path = join(disk.folder, 'book');
  mkdirSync(path);
  // The default would fit the disk and leave room.
  const app = await startNumberedApp({ path, env: disk.env, options: { keep: { bytes: '2GB' } } });
  let stopLoad = async () => {};
  let floor = 0;
  const gatebook = (...args: string[]) =>
    gatebookWith(disk.env, root, ...args, '--storage', `sqlite:${path}`);
  const rows = async () => readRows(await gatebook('export'));
  const events = async () => readRows(await gatebook('export', 'kind:process')).length;
  const settle = async () => {
    await stopLoad();
    stopLoad = async () => {};
    await waitUntil(PATIENCE_MS, async () => (await app.counters()).held === 0);
    floor = app.answered();
  };
  const end = async () => {
    await stopLoad();
    await app.kill();
    disk.unmount();
    rmSync(disk.folder, { recursive: true });
    rmSync(`${disk.folder}.saved`, { recursive: true, force: true });
  };

  try {
    await app.send(kind.requests);
    await settle();
    const before = (await rows()).length;
    // The files that it has open take space until it lets go of them.
    await app.openPage();
    const isRunning = state === 'running';
    if (isRunning || !kind.isReadOnly) {
      disk.fill(true);
      await app.send(MORE);
    }
    if (!kind.isReadOnly) await settle();
    stopLoad = app.load();
    if (!isRunning) {
      // The load goes on until the end.
      await sleep(100);
      if (state === 'killed') await app.kill();
      else {
        await stopLoad();
        floor = app.answered();
        await app.stop();
      }
      disk.fill(false);
    }
    const saved = `${disk.folder}.saved`;
    if (!isRunning) cpSync(path, saved, { recursive: true });
    const again = async () => {
      if (kind.isReadOnly) return;
      disk.free();
      if (isRunning) {
        // What the last command deleted was taken by others: a book of one small segment is not what the next one is about.
        await app.send(kind.requests);
        await settle();
        disk.fill(true);
        await app.send(MORE);
        return settle();
      }
      rmSync(path, { recursive: true });
      cpSync(saved, path, { recursive: true });
      disk.fill(false);
    };
    const read = { floor: () => floor, gatebook, rows, events };
    return { kind, state, disk, path, app, before, ...read, settle, again, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function readRows({ status, stdout, stderr }: CliResult): Row[] {
  if (stderr === 'gatebook: No matching requests\n') return [];
  if (status !== 0) throw new Error(`gatebook export exits with ${status}: ${stderr}`);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { token: string; url: string; time: string })
    .map(({ token, url, time }) => ({ token, n: numberIn(url), time: Date.parse(time) }));
}

export function numberIn(url: string): number {
  return Number(/\/n\/(\d+)$/.exec(url)?.[1]);
}

/** Waits until something is true, for this long. Returns whether it is. */
export async function waitUntil(ms: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + ms;
  for (;;) {
    if (await isTrue()) return true;
    if (Date.now() > end) return false;
    await sleep(50);
  }
}
