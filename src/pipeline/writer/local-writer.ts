import type { ProcessInfo } from '../../profile/entry.ts';
import { RequestCounter } from '../../profile/request-counts.ts';
import type { RedactionOptions } from '../../redact/redaction.ts';
import type { Store } from '../../store/store.ts';
import type { RunningWriter, WriterOptions } from './writer-thread.ts';

/** A writer in this thread, for a store that lives here. Loads its modules with the first call, to keep imports light. */
export function createLocalWriter(
  store: () => Promise<Store>,
  redaction: RedactionOptions | undefined,
  info: ProcessInfo,
  crawlers?: WriterOptions['crawlers'],
): RunningWriter {
  const verifier =
    crawlers &&
    import('../../clients/crawler-verifier.ts').then(({ createCrawlerVerifier }) =>
      createCrawlerVerifier(crawlers),
    );
  const counter = new RequestCounter();
  const writer = (async () => {
    // One after the other: Jest 29 can't link modules at once that import the same one.
    await verifier;
    const { createWriter } = await import('./writer.ts');
    const { createSourceMaps, IN_APP } = await import('./source-maps/source-maps.ts');
    const { createRedaction } = await import('../../redact/redaction.ts');
    return createWriter(store, createRedaction(redaction), {
      copyStrings: true,
      process: info,
      crawlers: await verifier,
      counter,
      maps: createSourceMaps({ mainFile: process.argv[1] ?? '', ...IN_APP }),
    });
  })();
  return {
    write: async (batch) => (await writer).write(batch),
    lease: async (size) => (await store()).lease(size),
    tokenKey: async () => (await store()).tokens.key,
    retain: async (keep) => (await writer).retain(keep),
    openStore: store,
    close: async () => (await verifier)?.close(),
    waitUntilIdle: () => {},
    restarts: () => 0,
    note: async () => {},
    report: () => {},
    routes: () => counter.counts(),
  };
}
