import { codeOf, messageOf, tryOr } from '../../errors.ts';
import { MAX_LEASE, type PackedBatch } from '../../store/remote/protocol.ts';
import type { RemoteStore } from '../../store/remote/remote-store.ts';
import type { Lease } from '../../store/store.ts';
import { backoff } from '../backoff.ts';
import { type BatchFile, type BatchFiles, blocksOf, openBatchFiles } from './batch-files.ts';
import {
  HEARTBEAT_MS,
  leaveFolder,
  makeProcessFolder,
  otherFolders,
  removeIfEmpty,
  sayAlive,
} from './process-folder.ts';
import { openSeqReserve, type SeqReserve } from './seq-reserve.ts';
import { createSpoolLedger, type SpoolReport } from './spool-ledger.ts';

export interface SpoolOptions {
  /** An absolute path. */
  readonly path: string;
  /** What the batches of all processes may take together. */
  readonly bytes: number;
}

export interface SpoolSettings extends SpoolOptions {
  /** The name of the folder of this process. */
  readonly name: string;
}

/** Batches on the disk, which are sent when the collector takes them. */
export interface Spool {
  /** Whether batches go to the collector at once. */
  isIdle(): boolean;
  /** Whether a batch that failed with this error can be sent later. */
  takes(error: unknown): boolean;
  /** The collector takes nothing now: it is asked again after a while. */
  lost(error: unknown): void;
  found(): void;
  /** Returns `false` if the batch can't be kept. */
  put(batch: PackedBatch, count: number): Promise<boolean>;
  takeSeqs(size: number): Lease | null;
  /** Counts seqs that were leased from the collector. */
  used(seqs: number): void;
  /** Resolves when everything is sent, or the collector is gone. */
  settle(): Promise<void>;
  /** Takes over what processes have left that have ended. */
  look(): Promise<void>;
  report(queue: string): SpoolReport;
  close(): void;
}

/** As many seqs are kept for the time without the collector as for eight times what was recorded with it, within these limits. */
const RESERVE = { times: 8, min: MAX_LEASE, max: 64 * MAX_LEASE } as const;
/** How long a process that ends waits to learn whether the collector is back. */
const LAST_TRY_MS = 1000;
/** Sending these again can't help, or the app has ended. */
const FINAL: readonly string[] = ['profile-refused', 'seq-taken', 'store-closed', 'book-unreadable'];

interface Folder {
  readonly book: string;
  readonly own: string;
  readonly files: BatchFiles;
  readonly seqs: SeqReserve;
}

export function openSpool(
  remote: RemoteStore,
  bookFolder: () => Promise<string>,
  { path, bytes, name }: SpoolSettings,
): Spool {
  const ledger = createSpoolLedger();
  let folder: Folder | null = null;
  let processes = 1;
  let used = 0;
  let sending: Promise<void> | null = null;
  let inFlight: BatchFile | null = null;
  let trouble: unknown = null;
  let problem: string | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | null = null;
  let looking = false;
  let closed = false;
  const heartbeat = setInterval(() => void look(), HEARTBEAT_MS).unref();
  const reserveSize = () => Math.min(Math.max(used * RESERVE.times, RESERVE.min), RESERVE.max);

  function failed(error: unknown): void {
    problem = messageOf(error);
  }

  /** Why nothing can be put into the spool now. */
  function whyNot(): string | null {
    let why = problem;
    if (isFinal(trouble)) why = messageOf(trouble);
    else if (trouble !== null && folder?.seqs.total() === 0)
      why ??= 'no seqs are left that were leased before the collector was lost';
    return why && `Can't use the spool at ${path}: ${why.replace(/\.$/, '')}.`;
  }

  function lost(error: unknown): void {
    trouble = error;
    failures++;
    retry ??= setTimeout(() => void probe(), backoff(failures)).unref();
  }

  /** Also notices if the collector comes back with another book. */
  async function probe(timeout?: number): Promise<void> {
    if (retry) clearTimeout(retry);
    retry = null;
    await remote.lease(0, timeout).then(found, lost);
  }

  function found(): void {
    trouble = null;
    failures = 0;
    void sendAll();
  }

  function sendAll(): Promise<void> {
    sending ??= sendEach()
      .catch(failed)
      .finally(() => {
        sending = null;
        inFlight = null;
      });
    return sending;
  }

  async function sendEach(): Promise<void> {
    while (folder && !trouble && !closed) {
      const { files } = folder;
      const [file] = files.all.values();
      if (!file) return;
      inFlight = file;
      const body = await files.read(file);
      // Without an answer of the collector, nothing counts as stored.
      if (body === null || body === 'torn') drop(files, file, 'dropped');
      else if (!(await send(files, file, body))) return;
    }
  }

  /** Returns `false` if the collector does not take it now. */
  async function send(files: BatchFiles, file: BatchFile, body: Buffer): Promise<boolean> {
    try {
      const answer = await remote.send({ id: file.id, body });
      if (answer) ledger.count(file.queue, 'refused', Math.min(answer.refused, file.count));
      files.remove(file);
    } catch (error) {
      if (codeOf(error) === 'store-closed') return false;
      if (isFinal(error)) drop(files, file, 'refused');
      else lost(error);
    }
    return trouble === null;
  }

  function drop(files: BatchFiles, file: BatchFile, what: 'dropped' | 'refused'): void {
    ledger.count(file.queue, what, file.count);
    files.remove(file);
  }

  function makeRoom(files: BatchFiles, size: number): void {
    const oldest = files.all.values();
    while (files.bytes() + size > bytes / processes) {
      const { value: file, done } = oldest.next();
      if (done) throw new Error(`a batch has ${size} bytes`);
      if (file !== inFlight) drop(files, file, 'dropped');
    }
  }

  async function open(): Promise<Folder> {
    const book = await bookFolder();
    const own = makeProcessFolder(book, name);
    folder = { book, own, files: openBatchFiles(own), seqs: openSeqReserve(own) };
    problem = null;
    return folder;
  }

  function stayAlive({ own, files }: Folder): void {
    try {
      sayAlive(own);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return;
      // It was deleted, or another process has it.
      for (const file of files.all.values()) ledger.count(file.queue, 'dropped', file.count);
      folder = null;
    }
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      if (folder) stayAlive(folder);
      const { book, own, files, seqs } = folder ?? (await open());
      const { ended, running } = otherFolders(book, own);
      processes = 1 + running;
      for (const other of ended) {
        ledger.count('', 'adopted', files.takeOver(other));
        seqs.takeOver(other, reserveSize());
        removeIfEmpty(other);
      }
    } catch (error) {
      failed(error);
    }
    looking = false;
    void sendAll()
      .then(reserveSeqs)
      .catch(() => {});
  }

  async function reserveSeqs(): Promise<void> {
    const seqs = folder?.seqs;
    while (seqs && !trouble && !closed && seqs.total() < reserveSize())
      seqs.add(await remote.lease(MAX_LEASE));
  }

  return {
    isIdle: () => trouble === null && (folder?.files.all.size ?? 0) === 0,
    takes: (error) => !isFinal(error),
    lost,
    found,
    async put(batch, count) {
      if (isFinal(trouble)) throw trouble;
      if (!folder) return false;
      try {
        makeRoom(folder.files, blocksOf(batch.body.length));
        await folder.files.put(batch, count);
        problem = null;
      } catch (error) {
        failed(error);
        return false;
      }
      void sendAll();
      return true;
    },
    takeSeqs: (size) => folder?.seqs.take(size) ?? null,
    used(seqs) {
      used += seqs;
    },
    async settle() {
      if (trouble !== null) await probe(LAST_TRY_MS);
      await sendAll();
    },
    look,
    report: (queue) => ({
      ...ledger.take(queue, folder?.files.all.values() ?? []),
      bytes: folder?.files.bytes() ?? 0,
      trouble: trouble === null ? null : messageOf(trouble),
      problem: whyNot(),
    }),
    close() {
      closed = true;
      clearInterval(heartbeat);
      if (retry) clearTimeout(retry);
      const own = folder?.own;
      if (own !== undefined) tryOr(null, () => leaveFolder(own));
    },
  };
}

function isFinal(error: unknown): boolean {
  return FINAL.includes(String(codeOf(error)));
}
