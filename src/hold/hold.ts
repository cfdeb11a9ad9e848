import type { Seq } from '../profile/token.ts';
import type { Store } from '../store/store.ts';
import { type Draft, toProfile } from './draft.ts';
import { createNumbers, type Numbers } from './numbers.ts';

/** What became of all that was recorded. `recorded = stored + dropped + held`, always. */
export interface HoldStats {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  readonly held: number;
}

export interface Hold {
  readonly numbers: Numbers;
  /** Takes drafts in; never waits, never throws. A main request comes before its sub-requests. */
  append(drafts: readonly Draft[]): void;
  /** Resolves when everything appended before is stored or dropped, or the store has refused it just now. */
  flush(): Promise<void>;
  stats(): HoldStats;
}

export interface HoldOptions {
  /** The book, opened when it is first needed, and again when that failed. */
  readonly store: () => Promise<Store>;
  /** Told once when writing starts to fail, and once when it works again. */
  readonly onTrouble: (error: unknown) => void;
  readonly onRecovery: () => void;
}

const BATCH = 500;
const FLUSH_MS = 200;
const MAX_HELD = 10_000;
const RETRY_MS = [250, 500, 1000, 2000, 5000];

/** The bounded batch between recorder and store. It costs the request thread an append, and memory only up to a cap. */
export function createHold({ store, onTrouble, onRecovery }: HoldOptions): Hold {
  const waiting: Draft[] = [];
  /** The batch being written: it keeps its id and its numbers over every retry. */
  let sending: { id: string; drafts: Draft[] } | null = null;
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let recorded = 0;
  let stored = 0;
  let dropped = 0;

  function flushIn(ms: number): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, ms).unref();
  }

  function flush(): Promise<void> {
    flushing ??= drain().finally(() => {
      flushing = null;
      if (sending) flushIn(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? FLUSH_MS);
      else if (waiting.length > 0) flushIn(FLUSH_MS);
    });
    return flushing;
  }

  const held = () => waiting.length + (sending?.drafts.length ?? 0);

  /** Writes what is held now; what arrives meanwhile is the next flush's. */
  async function drain(): Promise<void> {
    for (let left = held(); left > 0; ) {
      sending ??= { id: crypto.randomUUID(), drafts: waiting.splice(0, BATCH) };
      const { length } = sending.drafts;
      try {
        await write(await store(), sending);
        stored += length;
        if (failures > 0) onRecovery();
        failures = 0;
      } catch (error) {
        if (failures++ === 0) onTrouble(error);
        if (!isFinal(error)) return;
        dropped += length;
      }
      sending = null;
      left -= length;
    }
  }

  return {
    numbers: createNumbers(async (size) => (await store()).lease(size)),
    append(drafts) {
      recorded += drafts.length;
      if (held() + drafts.length > MAX_HELD) {
        dropped += drafts.length;
        return;
      }
      for (const draft of drafts) waiting.push(draft);
      if (waiting.length >= BATCH && failures === 0) void flush();
      else flushIn(FLUSH_MS);
    },
    async flush() {
      await flushing;
      await flush();
    },
    stats: () => ({ recorded, stored, dropped, held: held() }),
  };
}

async function write(store: Store, { id, drafts }: { id: string; drafts: Draft[] }): Promise<void> {
  const unnumbered = drafts.filter(({ seq }) => seq === null);
  if (unnumbered.length > 0) {
    let { first: next }: { first: number } = await store.lease(unnumbered.length);
    for (const draft of unnumbered) draft.seq = next++ as Seq;
  }
  // Loaded with the first batch, so that importing an adapter stays light.
  const { clientClass } = await import('../profile/client-class.ts');
  const profiles = drafts
    .filter((draft): draft is Draft & { seq: Seq } => draft.seq !== null)
    .map((draft) => toProfile(draft, clientClass(draft.entry.userAgent, draft.entry.url)));
  await store.write({ id, profiles });
}

/** Trying again can't help: the batch is refused for what it is, or the book was closed. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'seq-taken' || code === 'store-closed';
}
