import type { Seq } from '../profile/token.ts';
import type { Store } from '../store/store.ts';
import { backoff } from './backoff.ts';
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
  /** Writes what is held; what can't be written now, and all that is appended later, is dropped. */
  close(): Promise<void>;
  stats(): HoldStats;
}

export interface HoldOptions {
  readonly store: () => Promise<Store>;
  /** Told once when writing starts to fail, and now and then of what is `dropped` for good. */
  readonly onTrouble: (error: unknown, fate: 'held' | 'dropped') => void;
  /** Told when writing works again. */
  readonly onRecovery: () => void;
}

/** Drafts on their way: they keep their id and their numbers over every retry. */
interface Sending {
  readonly id: string;
  readonly drafts: readonly Draft[];
}

const BATCH = 500;
const FLUSH_MS = 200;
const MAX_HELD = 10_000;
/** Every drop is counted; it is not said more often than this. */
const SAID_AGAIN_MS = 60_000;

/** The bounded batch between recorder and store. It costs the request thread an append, and memory only up to a cap. */
export function createHold({ store, onTrouble, onRecovery }: HoldOptions): Hold {
  let waiting: Draft[] = [];
  let sending: Sending[] = [];
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let phase: 'open' | 'closing' | 'closed' = 'open';
  let failures = 0;
  let failure: unknown;
  let saidDropAt = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  let stored = 0;
  let dropped = 0;

  const held = () => recorded - stored - dropped;

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
        if (held() > 0) flushIn(failures > 0 ? backoff(failures) : FLUSH_MS);
      });
    }
    await flushing;
  }

  async function flush(): Promise<void> {
    await flushing;
    await flushNow();
  }

  /** Writes what is held now; what arrives meanwhile is the next flush's. */
  async function drain(): Promise<void> {
    for (let left = held(); left > 0; ) {
      const next = sending.shift() ?? batchOf(waiting.splice(0, BATCH));
      const { length } = next.drafts;
      try {
        await write(await store(), next);
        stored += length;
        if (failures > 0) onRecovery();
        failures = 0;
      } catch (error) {
        const code = codeOf(error);
        if (code === 'profile-refused' && length > 1) {
          // Nothing of it was kept. One by one, only those go that can't be stored.
          sending = [...next.drafts.map((draft) => batchOf([draft])), ...sending];
          continue;
        }
        if (!FINAL.has(code)) {
          sending.unshift(next);
          failure = error;
          if (failures++ === 0 && phase === 'open') onTrouble(error, 'held');
          return;
        }
        drop(error, length);
      }
      left -= length;
    }
  }

  function drop(error: unknown, count: number): void {
    dropped += count;
    if (performance.now() - saidDropAt < SAID_AGAIN_MS) return;
    saidDropAt = performance.now();
    onTrouble(error, 'dropped');
  }

  return {
    numbers: createNumbers(async (size) => (await store()).lease(size)),
    append(drafts) {
      recorded += drafts.length;
      if (phase === 'closed' || held() > MAX_HELD) {
        dropped += drafts.length;
        return;
      }
      for (const draft of drafts) waiting.push(draft);
      if (waiting.length >= BATCH && failures === 0) void flushNow();
      else if (!flushing) flushIn(FLUSH_MS);
    },
    flush,
    async close() {
      phase = 'closing';
      do await flush();
      while (held() > 0 && failures === 0);
      phase = 'closed';
      await flushing;
      if (timer) clearTimeout(timer);
      waiting = [];
      sending = [];
      if (held() > 0) drop(failure, held());
    },
    stats: () => ({ recorded, stored, dropped, held: held() }),
  };
}

function batchOf(drafts: readonly Draft[]): Sending {
  return { id: crypto.randomUUID(), drafts };
}

async function write(store: Store, { id, drafts }: Sending): Promise<void> {
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
const FINAL = new Set<unknown>(['profile-refused', 'seq-taken', 'store-closed']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : '';
}
