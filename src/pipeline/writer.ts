import { createClientClassifier } from '../profile/client-class.ts';
import type { Profile } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Lease, Retention, Store } from '../store/store.ts';
import { buildProfiles } from './build-profiles.ts';
import { type Draft, entriesIn } from './draft.ts';
import { decodeDrafts } from './draft-codec.ts';

/** Drafts on their way to the scribe, some to a text. They keep their id over every retry. */
export interface EncodedBatch {
  readonly id: string;
  readonly drafts: readonly string[];
}

/** What became of them. */
export interface Written {
  readonly stored: number;
  readonly refused: number;
}

/** Makes profiles of drafts and writes them into the book, away from the request thread wherever it can be. */
export interface Writer {
  write(batch: EncodedBatch): Promise<Written>;
  lease(size: number): Promise<Lease>;
  /** One at a time: whoever asks meanwhile waits for the one under way. */
  retain(keep: Retention): Promise<number>;
  close(): Promise<void>;
}

export function createWriter(store: () => Promise<Store>, redaction: Redaction): Writer {
  const classifyClient = createClientClassifier();
  let retaining: Promise<number> | null = null;
  return {
    async write({ id, drafts: texts }) {
      const drafts = texts.flatMap(decodeDrafts);
      const book = await store();
      const next = await numberer(book, drafts);
      const profiles: Profile[][] = [];
      let refused = 0;
      for (const draft of drafts) {
        try {
          profiles.push(buildProfiles(draft, redaction, classifyClient, next));
        } catch {
          // What can't be read for certain is not kept.
          refused += entriesIn(draft);
        }
      }
      const written = await writeAll(book, id, profiles);
      return { stored: written.stored, refused: refused + written.refused };
    },
    lease: async (size) => (await store()).lease(size),
    retain(keep) {
      retaining ??= store()
        .then((book) => book.retain(keep))
        .finally(() => {
          retaining = null;
        });
      return retaining;
    },
    close: async () => (await store()).close(),
  };
}

/** Numbers for all that came without: leased at once, in the order they are asked for. */
async function numberer(store: Store, drafts: readonly Draft[]): Promise<() => Seq> {
  let missing = 0;
  for (const { seq, stages } of drafts) {
    if (seq === null) missing += 1 + stages.length;
    else for (const stage of stages) if (stage.seq === null || stage.seq < seq) missing++;
  }
  let next = missing > 0 ? (await store.lease(missing)).first : 0;
  return () => next++ as Seq;
}

/** A batch with profiles that can't be stored is written request by request: only those go that can't be. */
async function writeAll(store: Store, id: string, profiles: readonly Profile[][]): Promise<Written> {
  const all = profiles.flat();
  try {
    if (all.length > 0) await store.write({ id, profiles: all });
    return { stored: all.length, refused: 0 };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (profiles.length <= 1) return { stored: 0, refused: all.length };
  }
  let stored = 0;
  for (const [n, own] of profiles.entries()) stored += (await writeAll(store, `${id}:${n}`, [own])).stored;
  return { stored, refused: all.length - stored };
}

/** Trying again can't help: the batch is refused for what it is. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'profile-refused' || code === 'seq-taken';
}
