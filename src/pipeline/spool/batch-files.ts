import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { codeOf } from '../../errors.ts';
import { BATCH_ID, MAX_BATCH, type PackedBatch } from '../../store/remote/protocol.ts';

/** A batch in the folder of this process. */
export interface BatchFile {
  readonly id: string;
  readonly name: string;
  /** How many of its profiles the counters of a process have. The start and the end of the process are not counted. */
  readonly count: number;
  /** How long it was when it was written: some versions of Node expand the start of a file without an error. */
  readonly length: number;
  /** What it takes on the disk. */
  readonly bytes: number;
  /** The queue that counts it; empty if it is of a process that has ended. */
  queue: string;
}

/** The batches in the folder of this process, oldest first. */
export interface BatchFiles {
  readonly all: ReadonlyMap<string, BatchFile>;
  bytes(): number;
  put(batch: PackedBatch, count: number): Promise<void>;
  /** `null` if another process has it; `torn` if it is not what was written. */
  read(file: BatchFile): Promise<Buffer | 'torn' | null>;
  remove(file: BatchFile): void;
  /** Moves what is in the folder of a process that has ended. Returns the number of profiles. */
  takeOver(from: string): number;
}

/** The time, the profiles to count, the bytes of the batch, and its id. */
const FILE = /^\d{13}-(\d{1,5})-(\d{1,8})-(.+)$/;
const QUEUE = /^([0-9a-f-]{36})-\d/;
/** Disks keep files in blocks of this size. */
const BLOCK = 4096;

const expand = promisify(zstdDecompress);

export function openBatchFiles(folder: string): BatchFiles {
  let files = new Map<string, BatchFile>();
  let bytes = 0;

  function add(file: BatchFile): void {
    files.set(file.id, file);
    bytes += file.bytes;
  }

  for (const file of filesIn(folder)) add({ ...file, queue: queueOf(file.id) });
  return {
    get all() {
      return files;
    },
    bytes: () => bytes,
    async put({ id, body }, count) {
      // A writer thread that has crashed did not say that it is here.
      if (files.has(id)) return;
      const { length } = body;
      const name = `${String(Date.now()).padStart(13, '0')}-${count}-${length}-${id}`;
      const unfinished = join(folder, `new-${id}`);
      try {
        await writeFile(unfinished, body, { mode: 0o600, flush: true });
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw error;
      }
      add({ id, name, count, length, bytes: blocksOf(length), queue: queueOf(id) });
    },
    async read({ name, length }) {
      let body: Buffer;
      try {
        body = await readFile(join(folder, name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
      if (body.length !== length) return 'torn';
      return expand(body, { maxOutputLength: MAX_BATCH.expanded }).then(
        () => body,
        () => 'torn' as const,
      );
    },
    remove(file) {
      if (!files.delete(file.id)) return;
      bytes -= file.bytes;
      rmSync(join(folder, file.name), { force: true });
    },
    takeOver(from) {
      const found = filesIn(from).filter((file) => {
        if (files.has(file.id)) return false;
        try {
          renameSync(join(from, file.name), join(folder, file.name));
          return true;
        } catch {
          // Another process was faster.
          return false;
        }
      });
      if (found.length === 0) return 0;
      const all = [...files.values(), ...found].sort((a, b) => (a.name < b.name ? -1 : 1));
      files = new Map();
      bytes = 0;
      for (const file of all) add(file);
      return found.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

/** What may be batches, oldest first. Anything else, such as a link, is left alone. */
function filesIn(folder: string): BatchFile[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, count, length, id = ''] = FILE.exec(name) ?? [];
      const status = BATCH_ID.test(id) ? lstatSync(join(folder, name), { throwIfNoEntry: false }) : undefined;
      if (!status?.isFile() || status.size > MAX_BATCH.compressed || Number(count) > MAX_BATCH.profiles)
        return [];
      const bytes = blocksOf(status.size);
      return [{ id, name, count: Number(count), length: Number(length), bytes, queue: '' }];
    });
}

/** The queue that has made a batch; empty if none has. */
export function queueOf(id: string): string {
  return QUEUE.exec(id)?.[1] ?? '';
}

/** What a file of this size takes on a disk. */
export function blocksOf(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}
