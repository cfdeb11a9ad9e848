import { parentPort, workerData } from 'node:worker_threads';
import { createCrawlerVerifier } from '../../clients/crawler-verifier.ts';
import { GatebookError, messageOf } from '../../errors.ts';
import { RequestCounter } from '../../profile/request-counts.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { openStore } from '../../store/open-store.ts';
import type { RepliesSent } from '../../worker/rpc-client.ts';
import { serveCalls } from '../../worker/rpc-server.ts';
import { queueOf } from '../spool/batch-files.ts';
import type { SpoolSettings } from '../spool/spool.ts';
import { openSpooledStore, type SpooledStore } from '../spool/spooled-store.ts';
import { createLazyStore } from './lazy-store.ts';
import { processMethods } from './process-notes.ts';
import { createSourceMaps } from './source-maps/source-maps.ts';
import { createWriter, type EncodedBatch } from './writer.ts';
import { storeMethods, type Written } from './writer-store.ts';
import type { WriterOptions } from './writer-thread.ts';

const { storage, redaction, keep, process, keys, spool, crawlers, mainFile, repliesSent } =
  workerData as Omit<WriterOptions, 'spool'> & {
    readonly spool?: SpoolSettings;
    readonly mainFile: string;
    readonly repliesSent: RepliesSent;
  };
if (parentPort) {
  let spooled: SpooledStore | null = null;
  const { store, close } = createLazyStore(async () => {
    if (!spool) return openStore(storage, { inThisThread: true, keep, keys });
    spooled = await openSpooledStore(storage, keys ?? {}, spool);
    return spooled;
  });
  const direct = async () => {
    const book = await store();
    return spooled?.direct ?? book;
  };
  const verifier = crawlers && createCrawlerVerifier(crawlers);
  serveCalls({
    port: parentPort,
    repliesSent,
    open() {
      const redact = createRedaction(redaction);
      const counter = new RequestCounter();
      const maps = createSourceMaps({ mainFile });
      const writer = createWriter(store, redact, { process, crawlers: verifier, counter, maps });
      return {
        ...writer,
        write: async (batch: EncodedBatch): Promise<Written> => ({
          stored: await writer.write(batch),
          routes: counter.take(),
          spool: spooled?.report(queueOf(batch.id)) ?? null,
        }),
        async spool(queue: string, settle: boolean) {
          if (settle) await spooled?.settle();
          return spooled?.report(queue) ?? null;
        },
        ...storeMethods(direct),
        ...processMethods({ storage, store, redaction: redact, process, maps }),
        close,
      };
    },
    toFailure: (error) =>
      error instanceof GatebookError
        ? { code: error.code, message: error.message }
        : {
            code: 'store-failed',
            message: `Can't use the book at ${displayStorage(storage)}: ${messageOf(error)}.`,
          },
  });
}
