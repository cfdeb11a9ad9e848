import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../errors.ts';
import { collectorAddress } from '../../store/remote/address.ts';
import { packBatch } from '../../store/remote/protocol.ts';
import { type CollectorKeys, openRemoteStore, type RemoteStore } from '../../store/remote/remote-store.ts';
import type { Batch, Lease, Refused, Store } from '../../store/store.ts';
import { type BookFolder, findBookFolder, makeBookFolder } from './book-folder.ts';
import { openSpool, type SpoolSettings } from './spool.ts';
import type { SpoolReport } from './spool-ledger.ts';

/** A book behind a collector, with a folder for what is recorded while it is gone. */
export interface SpooledStore extends Store {
  /** The same book without the spool. */
  readonly direct: Store;
  /** Sends what is in the spool, as far as the collector takes it within a few seconds. */
  settle(): Promise<void>;
  report(queue: string): SpoolReport;
}

/** How long a batch may be in memory only. */
const HOLD_MS = 1000;
/** How long the end of a process may wait for the spool to be sent. */
const SETTLE_MS = 4000;

/** Opens without the collector if the spool knows its book. */
export async function openSpooledStore(
  storage: string,
  keys: CollectorKeys,
  settings: SpoolSettings,
): Promise<SpooledStore> {
  const sender = { origin: collectorAddress(storage).origin, key: keys.write ?? keys.read ?? '' };
  let remote: RemoteStore;
  let known: BookFolder | null = null;
  let reason: unknown = null;
  try {
    remote = await openRemoteStore(storage, keys);
  } catch (error) {
    known = codeOf(error) === 'collector-unavailable' ? findBookFolder(settings.path, sender) : null;
    if (!known) throw error;
    remote = await openRemoteStore(storage, keys, known.tokenKey);
    reason = error;
  }
  async function bookFolder(): Promise<string> {
    known ??= makeBookFolder(settings.path, sender, await remote.lease(0));
    return known.path;
  }
  const spool = openSpool(remote, bookFolder, settings);
  if (reason) spool.lost(reason);
  await spool.look();
  const writing = new Set<Promise<unknown>>();

  function noteFailure(error: unknown, start: number): void {
    if (!spool.takes(error)) throw error;
    // A collector that is only slow gets more time from the spool. Timers may be early.
    if (performance.now() - start < HOLD_MS - 50) spool.lost(error);
  }

  async function writeBatch(batch: Batch): Promise<Refused | undefined> {
    const packed = await packBatch(batch);
    const start = performance.now();
    if (spool.isIdle()) {
      try {
        return await remote.send(packed, HOLD_MS);
      } catch (error) {
        noteFailure(error, start);
      }
    }
    const count = batch.profiles.filter(({ entry }) => entry.kind !== 'process').length;
    if (await spool.put(packed, count)) return undefined;
    const answer = await remote.send(packed);
    spool.found();
    return answer;
  }

  async function lease(size: number): Promise<Lease> {
    const start = performance.now();
    const reserved = spool.isIdle() ? null : spool.takeSeqs(size);
    if (reserved) return reserved;
    try {
      const answer = await remote.lease(size, HOLD_MS);
      spool.used(size);
      return answer;
    } catch (error) {
      noteFailure(error, start);
      const { first, end } = spool.takeSeqs(size) ?? (await remote.lease(size));
      return { first, end };
    }
  }

  async function settle(): Promise<void> {
    await Promise.all(writing);
    await Promise.race([spool.settle(), sleep(SETTLE_MS, undefined, { ref: false })]);
  }

  return {
    ...remote,
    direct: remote,
    write(batch) {
      const written = writeBatch(batch);
      const settled = written.then(
        () => {},
        () => {},
      );
      writing.add(settled);
      void settled.then(() => writing.delete(settled));
      return written;
    },
    lease,
    settle,
    report: spool.report,
    async close() {
      await settle();
      spool.close();
      await remote.close();
    },
  };
}
