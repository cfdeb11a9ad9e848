import { type ClientClassifier, createClientClassifier } from '../../clients/classifier.ts';
import type { CrawlerVerifier } from '../../clients/crawler-verifier.ts';
import { codeOf } from '../../errors.ts';
import { type ProcessInfo, UNKNOWN_PROCESS } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import { RequestCounter } from '../../profile/request-counts.ts';
import type { Seq, TokenKey } from '../../profile/token.ts';
import type { Redaction } from '../../redact/redaction.ts';
import type { Lease, Retention, Store } from '../../store/store.ts';
import type { EncodedDrafts } from '../draft/draft.ts';
import { decodeDrafts } from '../draft/draft-decoder.ts';
import type { SpoolReport } from '../spool/spool-ledger.ts';
import { createProfileBuilder } from './build-profiles.ts';
import type { SourceMaps } from './source-maps/source-maps.ts';

/** A batch on its way to the writer thread. Its id stays the same over all retries, and begins with that of the queue. */
export interface EncodedBatch {
  readonly id: string;
  readonly drafts: EncodedDrafts;
}

/** Turns drafts into redacted profiles and writes them to the store. Runs in the writer thread where there is one. */
export interface Writer {
  /**
   * Returns how many profiles were stored, or put into the spool; the others were refused.
   * @param onSpool gets what the spool has of the queue of this batch, if there is a spool
   */
  write(batch: EncodedBatch, onSpool?: (report: SpoolReport) => void): Promise<number>;
  lease(size: number): Promise<Lease>;
  tokenKey(): Promise<TokenKey>;
  /** Runs once at a time: a second call waits for the first. */
  retain(keep: Retention): Promise<number>;
  close(): Promise<void>;
}

export interface WriterSettings {
  /** Set if the store keeps strings in memory: a string that is not copied keeps the texts of several drafts there. */
  readonly copyStrings?: boolean;
  /** What is recorded of the process. */
  readonly process?: ProcessInfo | undefined;
  readonly crawlers?: CrawlerVerifier | undefined;
  readonly counter?: RequestCounter;
  /** Without them, errors and calls name the code that runs, not its sources. */
  readonly maps?: SourceMaps | undefined;
}

export function createWriter(
  store: () => Promise<Store>,
  redaction: Redaction,
  {
    copyStrings = false,
    process = UNKNOWN_PROCESS,
    crawlers,
    counter = new RequestCounter(),
    maps,
  }: WriterSettings = {},
): Omit<Writer, 'close'> {
  const clients = createClientClassifier(undefined, crawlers);
  const buildProfiles = createProfileBuilder(redaction, process, clients, maps);
  let retaining: Promise<number> | null = null;
  /** Batches that are being written. One that is sent again on exit must not get other seqs for the same drafts. */
  const writing = new Map<string, Promise<number>>();

  async function writeBatch({ id, drafts: encoded }: EncodedBatch): Promise<number> {
    const book = await store();
    const nextSeq = await leaseSeqs(book, encoded.missingSeqs);
    let profiles: Profile[][] = [];
    const scanners = clients.scannersFound;
    for (const draft of decodeDrafts(encoded, copyStrings)) {
      try {
        profiles.push(buildProfiles(draft, nextSeq, book.tokens.key));
      } catch {
        // If redaction fails, nothing of the draft is kept.
      }
    }
    if (clients.scannersFound !== scanners) profiles = reviseClients(profiles, clients);
    return writeAll(book, { id, profiles, counter });
  }

  return {
    write(batch) {
      const existing = writing.get(batch.id);
      if (existing) return existing;
      const write = writeBatch(batch).finally(() => writing.delete(batch.id));
      writing.set(batch.id, write);
      return write;
    },
    lease: async (size) => (await store()).lease(size),
    tokenKey: async () => (await store()).tokens.key,
    retain(keep) {
      retaining ??= store()
        .then((book) => book.retain(keep))
        .finally(() => {
          retaining = null;
        });
      return retaining;
    },
  };
}

async function leaseSeqs(store: Store, count: number): Promise<() => Seq> {
  let next = count > 0 ? (await store.lease(count)).first : 0;
  return () => next++ as Seq;
}

interface BuiltBatch {
  readonly id: string;
  readonly profiles: readonly Profile[][];
  readonly counter: RequestCounter;
}

/** If the store refuses a batch, its requests are written one by one, so that only the refused ones are lost. */
async function writeAll(store: Store, batch: BuiltBatch): Promise<number> {
  const { id, profiles, counter } = batch;
  const all = profiles.flat();
  try {
    const result = all.length > 0 ? await store.write({ id, profiles: all }) : undefined;
    for (const { entry } of all) counter.add(entry);
    return all.length - (result ? result.refused : 0);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (profiles.length <= 1) return 0;
  }
  let stored = 0;
  for (const [n, ofRequest] of profiles.entries())
    stored += await writeAll(store, { id: `${id}.${n}`, profiles: [ofRequest], counter });
  return stored;
}

/** Whether the store refused the profiles themselves, so that a retry can't help. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'profile-refused' || code === 'seq-taken';
}

/** Corrects the class of requests of the batch that came before their client showed what it is. */
function reviseClients(requests: readonly Profile[][], clients: ClientClassifier): Profile[][] {
  return requests.map((profiles) => {
    const main = profiles[0]?.entry;
    if (main?.kind !== 'main') return profiles;
    const client = clients.revise(main, main.client);
    if (client === main.client) return profiles;
    return profiles.map(({ entry, detail }) => ({ entry: { ...entry, client }, detail }));
  });
}
