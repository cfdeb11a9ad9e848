import { codeOf } from '../errors.ts';
import type { DropReason } from '../profile/entry.ts';
import { backoff } from './backoff.ts';
import { type Budget, createBudget, type DropLevel } from './budget.ts';
import type { Draft } from './draft/draft.ts';
import { DraftEncoder } from './draft/draft-encoder.ts';
import { createSeqLease, type SeqLease } from './seq-lease.ts';
import { createSpoolAccount, type SpoolSpeaker } from './spool/spool-account.ts';
import type { EncodedBatch } from './writer/writer.ts';
import type { RunningWriter } from './writer/writer-thread.ts';

/** `recorded = stored + dropped + held + spooled`, at any time. */
export interface QueueStats {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  /** Profiles that wait to be written. */
  readonly held: number;
  /** The memory they use, in bytes. Limited by `budget.memory`. */
  readonly heldBytes: number;
  /** Profiles in the spool, which are sent when the collector is back. */
  readonly spooled: number;
  /** What the spool of this process takes on the disk, in bytes. */
  readonly spoolBytes: number;
  readonly drops: Readonly<Record<DropReason, number>>;
}

export interface Queue {
  readonly seqs: SeqLease;
  /** What is dropped now, because the budget is used up or writing falls behind. */
  level(): DropLevel;
  /** Adds a draft. Never waits, never throws. */
  append(draft: Draft): void;
  /** Resolves when all that was appended before is stored or dropped, or when writing has just failed. */
  flush(): Promise<void>;
  /** Sends everything to the writer without waiting for the result. For use when the process exits. */
  handOver(): void;
  /** Writes what it can; drops the rest and everything that is appended later. */
  close(): Promise<void>;
  stats(): QueueStats;
}

export interface QueueOptions {
  readonly writer: Pick<RunningWriter, 'write' | 'lease' | 'spool'>;
  readonly budget?: Budget;
  /**
   * Drafts per batch.
   * @default 1000
   */
  readonly batchDrafts?: number;
  /** Called once for each kind of error until writing works again, and at most once a minute when profiles are dropped. */
  readonly onTrouble: (error: unknown, outcome: 'held' | 'dropped') => void;
  readonly onRecovery: () => void;
  /** Called when the spool of a collector has something to say. */
  readonly say?: SpoolSpeaker;
}

interface Batch extends EncodedBatch {
  readonly createdAt: number;
  readonly entries: number;
  readonly bytes: number;
}

/** Drafts and bytes whose texts are joined at once. Small, because it happens on the request thread. */
const TEXT_DRAFTS = 10;
const TEXT_BYTES = 200_000;
/** Bytes per batch. The writer thread holds a batch in memory, and segments end with a batch: on a full disk, a segment is deleted at once. */
const BATCH_BYTES = 262_144;
const NOTHING = { createdAt: 0, drafts: 0, entries: 0, bytes: 0 };
const FLUSH_INTERVAL_MS = 200;
/** If batches wait longer than this, details are dropped: a killed process must not lose more than a second. */
const LAG_MS = { dropSuccesses: 300, dropAllDetails: 600 } as const;
const ASK_SPOOL_MS = 1000;
const REPORT_DROPS_EVERY_MS = 60_000;
/** When the budget is used up, one request in this many is recorded. */
const KEEP_ONE_IN = 10;

/** The bounded queue between the recorder and the writer. It costs the request thread one append. */
export function createQueue({
  writer,
  budget = createBudget(),
  batchDrafts = 1000,
  onTrouble,
  onRecovery,
  say = { warn: () => {}, info: () => {} },
}: QueueOptions): Queue {
  const encoder = new DraftEncoder();
  /** What the encoder holds. */
  let filling = { ...NOTHING };
  let batches: Batch[] = [];
  let batchedBytes = 0;
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let phase: 'open' | 'closing' | 'closed' = 'open';
  let lag: DropLevel = 0;
  let failures = 0;
  let lastError: unknown;
  /** Codes of the errors that were reported since writing worked. */
  const reported = new Set<unknown>();
  let reportedDropAt = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  /** Stored, or in the spool. */
  let written = 0;
  let batchCount = 0;
  const drops: Record<DropReason, number> = {
    memory: 0,
    budget: 0,
    disk: 0,
    refused: 0,
    closed: 0,
    spool: 0,
  };
  const id = crypto.randomUUID();

  const spool = createSpoolAccount(say);
  const lost = () => Object.values(drops).reduce((sum, count) => sum + count, 0);
  /** On a full disk, details are dropped: the memory that waits for space then holds more requests. */
  const isDiskFull = () => failures > 0 && codeOf(lastError) === 'disk-full';
  const held = () => recorded - written - lost();
  const heldBytes = () => batchedBytes + filling.bytes + encoder.pendingBytes;

  function scheduleFlush(ms: number): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      void flushNow();
    }, ms).unref();
  }

  async function flushNow(): Promise<void> {
    flushing ??= drain().finally(() => {
      flushing = null;
      if (failures > 0) scheduleFlush(backoff(failures));
      else if (held() > 0) scheduleFlush(batches.length > 0 ? 0 : FLUSH_INTERVAL_MS);
    });
    await flushing;
  }

  async function flush(): Promise<void> {
    await flushing;
    await flushNow();
  }

  /** Returns false if the draft can't be encoded. */
  function encode(draft: Draft, entries: number): boolean {
    try {
      encoder.add(draft);
    } catch (error) {
      drop('refused', entries, error);
      return false;
    }
    if (filling.drafts++ === 0) filling.createdAt = performance.now();
    filling.entries += entries;
    if (filling.drafts % TEXT_DRAFTS === 0 || encoder.pendingBytes > TEXT_BYTES) endText();
    return true;
  }

  function endText(): void {
    const bytes = encoder.pendingBytes;
    encoder.endText();
    filling.bytes += bytes;
    budget.spend(bytes);
    lag = currentLag();
  }

  /** While writing fails, the age of the oldest batch does not tell how fast it is. */
  function currentLag(): DropLevel {
    const [oldest] = batches;
    if (!oldest || failures > 0) return 0;
    const age = performance.now() - oldest.createdAt;
    return age > LAG_MS.dropAllDetails ? 3 : age > LAG_MS.dropSuccesses ? 2 : 0;
  }

  function finishBatch(): void {
    if (filling.drafts === 0) return;
    endText();
    const { createdAt, entries, bytes } = filling;
    batches.push({ id: `${id}-${batchCount++}`, drafts: encoder.take(), createdAt, entries, bytes });
    batchedBytes += bytes;
    filling = { ...NOTHING };
  }

  /** Writes the batches that exist now. Later ones belong to the next flush. */
  async function drain(): Promise<void> {
    finishBatch();
    for (let left = batches.length; left > 0; left--) {
      const [batch] = batches;
      if (!batch) return;
      try {
        const count = await writer.write(batch, spool.add);
        written += count;
        if (count < batch.entries)
          drop('refused', batch.entries - count, new Error('The store refused a profile.'));
        if (failures > 0) onRecovery();
        failures = 0;
        reported.clear();
      } catch (error) {
        if (codeOf(error) !== 'store-closed') {
          lastError = error;
          failures++;
          if (phase === 'open' && !reported.has(codeOf(error))) onTrouble(error, 'held');
          reported.add(codeOf(error));
          return;
        }
        drop('closed', batch.entries, error);
      }
      batches.shift();
      batchedBytes -= batch.bytes;
      encoder.release(batch.drafts);
    }
  }

  function drop(reason: DropReason, count: number, error: unknown): void {
    drops[reason] += count;
    if (performance.now() - reportedDropAt < REPORT_DROPS_EVERY_MS) return;
    reportedDropAt = performance.now();
    onTrouble(error, 'dropped');
  }

  /** What is sent from the spool changes the counters, too. */
  async function askSpool(settle: boolean): Promise<void> {
    const report = await writer.spool?.(id, spool.total().bytes > 0, settle).catch(() => null);
    if (report) spool.add(report);
  }
  const asking = writer.spool && setInterval(() => void askSpool(false), ASK_SPOOL_MS).unref();

  return {
    seqs: createSeqLease((size) => writer.lease(size)),
    level: () => Math.max(budget.level(), lag, isDiskFull() ? 3 : 0) as DropLevel,
    append(draft) {
      const entries = 1 + draft.stages.length;
      recorded += entries;
      if (phase === 'closed') drops.closed += entries;
      else if (heldBytes() > budget.memory) drops[isDiskFull() ? 'disk' : 'memory'] += entries;
      else if (budget.level() === 4 && recorded % KEEP_ONE_IN !== 0) drops.budget += entries;
      else if (encode(draft, entries)) {
        if (filling.drafts >= batchDrafts || filling.bytes >= BATCH_BYTES) {
          finishBatch();
          if (failures === 0) void flushNow();
        }
        if (!flushing) scheduleFlush(FLUSH_INTERVAL_MS);
      }
    },
    flush,
    handOver() {
      finishBatch();
      // Batches that were sent before are recognised by their ids.
      for (const batch of batches) void writer.write(batch).catch(() => {});
      void askSpool(true);
    },
    async close() {
      phase = 'closing';
      do await flush();
      while (held() > 0 && failures === 0);
      phase = 'closed';
      if (asking) clearInterval(asking);
      await askSpool(true);
      if (timer) clearTimeout(timer);
      encoder.take();
      filling = { ...NOTHING };
      batches = [];
      batchedBytes = 0;
      if (held() > 0) drop('closed', held(), lastError);
    },
    stats() {
      const { waiting, bytes, adopted, dropped, refused } = spool.total();
      return {
        recorded: recorded + adopted,
        stored: written + adopted - waiting - dropped - refused,
        dropped: lost() + dropped + refused,
        held: held(),
        heldBytes: heldBytes(),
        spooled: waiting,
        spoolBytes: bytes,
        drops: { ...drops, spool: dropped, refused: drops.refused + refused },
      };
    },
  };
}
