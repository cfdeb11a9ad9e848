import { backoff } from './backoff.ts';
import { type Budget, createBudget, type Level } from './budget.ts';
import { type Draft, entriesIn } from './draft.ts';
import { encodeDrafts } from './draft-codec.ts';
import { createSeqLease, type SeqLease } from './seq-lease.ts';
import type { EncodedBatch, Writer } from './writer.ts';

/** Why a profile was dropped: no room to hold it, no budget for it, refused by the book, or the book is closed. */
export type DropReason = 'memory' | 'budget' | 'refused' | 'closed';

/** What became of all that was recorded. `recorded = stored + dropped + held`, always. */
export interface QueueStats {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  readonly held: number;
  /** What is held takes up so much memory; the budget's is the most. */
  readonly heldBytes: number;
  readonly drops: Readonly<Record<DropReason, number>>;
}

export interface Queue {
  readonly seqs: SeqLease;
  /** What is left out now: because the budget is spent, or because writing lags behind. */
  level(): Level;
  /** Takes a draft in; never waits, never throws. */
  append(draft: Draft): void;
  /** Resolves when everything appended before is stored or dropped, or the store has refused it just now. */
  flush(): Promise<void>;
  /** The process ends: hands over what is held, without waiting for what becomes of it. */
  handOver(): void;
  /** Writes what is held; what can't be written now, and all that is appended later, is dropped. */
  close(): Promise<void>;
  stats(): QueueStats;
}

export interface QueueOptions {
  readonly writer: Pick<Writer, 'write' | 'lease'>;
  readonly budget?: Budget;
  /** Told once when writing starts to fail, and now and then of what is `dropped` for good. */
  readonly onTrouble: (error: unknown, fate: 'held' | 'dropped') => void;
  /** Told when writing works again. */
  readonly onRecovery: () => void;
}

/** Drafts that are packed: what they take up is known. */
interface Packed extends EncodedBatch {
  readonly drafts: string[];
  readonly begunAt: number;
  entries: number;
  bytes: number;
}

/** So many drafts are made text at once, and so many bytes: few, or a request would notice. */
const CHUNK = 10;
const CHUNK_BYTES = 200_000;
/** So many chunks are a batch, or so many bytes: the scribe has all of one before it at once. */
const BATCH = 100;
const BATCH_BYTES = 2e6;
const FLUSH_MS = 200;
/** What waits for longer is more than can be written in time: a killed process loses no more than a second. */
const LATE_MS = [300, 600] as const;
/** What a draft takes up, before the first were packed. */
const DRAFT_BYTES = 2000;
/** Every drop is counted; it is not said more often than this. */
const SAID_AGAIN_MS = 60_000;
/** When the budget is spent, one in so many is recorded. */
const ONE_IN = 10;

/** The bounded batch between recorder and scribe. It costs the request thread an append, and memory only up to a cap. */
export function createQueue({
  writer: scribe,
  budget = createBudget(),
  onTrouble,
  onRecovery,
}: QueueOptions): Queue {
  let waiting: Draft[] = [];
  let filling: Packed | null = null;
  let packed: Packed[] = [];
  let packedBytes = 0;
  let draftBytes = DRAFT_BYTES;
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let phase: 'open' | 'closing' | 'closed' = 'open';
  let lag: Level = 0;
  let failures = 0;
  let failure: unknown;
  let saidDropAt = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  let stored = 0;
  let batches = 0;
  const drops: Record<DropReason, number> = { memory: 0, budget: 0, refused: 0, closed: 0 };
  const name = crypto.randomUUID();

  const dropped = () => drops.memory + drops.budget + drops.refused + drops.closed;
  const held = () => recorded - stored - dropped();
  const heldBytes = () => packedBytes + waiting.length * draftBytes;

  function flushIn(ms: number): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      void flushNow();
    }, ms).unref();
  }

  async function flushNow(): Promise<void> {
    if (phase !== 'closed') {
      flushing ??= drain().finally(() => {
        flushing = null;
        if (failures > 0) flushIn(backoff(failures));
        else if (held() > 0) flushIn(packed.length > 0 ? 0 : FLUSH_MS);
      });
    }
    await flushing;
  }

  async function flush(): Promise<void> {
    await flushing;
    await flushNow();
  }

  function packChunk(): void {
    if (waiting.length === 0) return;
    const text = encodeDrafts(waiting);
    draftBytes = text.length / waiting.length;
    packedBytes += text.length;
    budget.spend(text.length);
    filling ??= { id: `${name}-${batches++}`, drafts: [], begunAt: performance.now(), entries: 0, bytes: 0 };
    filling.drafts.push(text);
    filling.entries += countEntries(waiting);
    filling.bytes += text.length;
    waiting = [];
    lag = lagNow();
  }

  /** Without details it is soon caught up with. While writing fails, what waits says nothing of how fast it is. */
  function lagNow(): Level {
    const [oldest] = packed;
    if (!oldest || failures > 0) return 0;
    const waited = performance.now() - oldest.begunAt;
    return waited > LATE_MS[1] ? 2 : waited > LATE_MS[0] ? 1 : 0;
  }

  function pack(): void {
    packChunk();
    if (filling) packed.push(filling);
    filling = null;
  }

  /** Writes what is held now; what arrives meanwhile is the next flush's. */
  async function drain(): Promise<void> {
    pack();
    for (let left = packed.length; left > 0; left--) {
      const [next] = packed;
      if (!next) return;
      try {
        const { stored: count } = await scribe.write(next);
        stored += count;
        if (count < next.entries)
          drop('refused', next.entries - count, new Error('The book refused a profile.'));
        if (failures > 0) onRecovery();
        failures = 0;
      } catch (error) {
        if (!isClosed(error)) {
          failure = error;
          if (failures++ === 0 && phase === 'open') onTrouble(error, 'held');
          return;
        }
        drop('closed', next.entries, error);
      }
      packed.shift();
      packedBytes -= next.bytes;
    }
  }

  function drop(reason: DropReason, count: number, error: unknown): void {
    drops[reason] += count;
    if (performance.now() - saidDropAt < SAID_AGAIN_MS) return;
    saidDropAt = performance.now();
    onTrouble(error, 'dropped');
  }

  return {
    seqs: createSeqLease((size) => scribe.lease(size)),
    level: () => Math.max(budget.level(), lag) as Level,
    append(draft) {
      const entries = entriesIn(draft);
      recorded += entries;
      if (phase === 'closed') drops.closed += entries;
      else if (heldBytes() > budget.memory) drops.memory += entries;
      else if (budget.level() === 3 && recorded % ONE_IN !== 0) drops.budget += entries;
      else {
        waiting.push(draft);
        if (waiting.length >= CHUNK || waiting.length * draftBytes > CHUNK_BYTES) packChunk();
        if (filling && (filling.drafts.length >= BATCH || filling.bytes >= BATCH_BYTES)) {
          pack();
          if (failures === 0) void flushNow();
        }
        if (!flushing) flushIn(FLUSH_MS);
      }
    },
    flush,
    handOver() {
      pack();
      // Those that are on their way already are known by their ids.
      for (const batch of packed) void scribe.write(batch).catch(() => {});
    },
    async close() {
      phase = 'closing';
      do await flush();
      while (held() > 0 && failures === 0);
      phase = 'closed';
      await flushing;
      if (timer) clearTimeout(timer);
      waiting = [];
      filling = null;
      packed = [];
      packedBytes = 0;
      if (held() > 0) drop('closed', held(), failure);
    },
    stats: () => ({
      recorded,
      stored,
      dropped: dropped(),
      held: held(),
      heldBytes: Math.round(heldBytes()),
      drops: { ...drops },
    }),
  };
}

function countEntries(drafts: readonly Draft[]): number {
  let count = 0;
  for (const draft of drafts) count += entriesIn(draft);
  return count;
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'store-closed';
}
