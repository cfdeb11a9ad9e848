import { parentPort, workerData } from 'node:worker_threads';
import { createCrawlerVerifier } from '../../clients/crawler-verifier.ts';
import { GatebookError, messageOf } from '../../errors.ts';
import { RequestCounter } from '../../profile/request-counts.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { openStore } from '../../store/open-store.ts';
import type { RepliesSent } from '../../worker/rpc-client.ts';
import { serveCalls } from '../../worker/rpc-server.ts';
import { createLazyStore } from './lazy-store.ts';
import { processMethods } from './process-notes.ts';
import { createSourceMaps } from './source-maps/source-maps.ts';
import { createWriter, type EncodedBatch } from './writer.ts';
import { storeMethods, type Written } from './writer-store.ts';
import type { WriterOptions } from './writer-thread.ts';

const { storage, redaction, keep, process, keys, crawlers, mainFile, repliesSent } =
  workerData as WriterOptions & {
    readonly mainFile: string;
    readonly repliesSent: RepliesSent;
  };
if (parentPort) {
  const { store, close } = createLazyStore(() => openStore(storage, { inThisThread: true, keep, keys }));
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
        }),
        ...storeMethods(store),
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
