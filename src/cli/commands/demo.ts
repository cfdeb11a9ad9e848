import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { countText } from '../../format/count-text.ts';
import { createCredentials } from '../../serve/access/credentials.ts';
import { newKey } from '../../serve/access/key.ts';
import { openStore, sqlitePath } from '../../store/open-store.ts';
import { usageError } from '../command-error.ts';
import { examples } from '../help.ts';
import { PAGE_PATH, startPageServer } from '../page-server.ts';
import { readCount, readPort } from '../shared-options.ts';
import { startBrowser } from '../start-browser.ts';

interface DemoOptions {
  readonly storage?: string;
  readonly seed: number;
  readonly port: number;
  readonly browser: boolean;
  readonly page: boolean;
}

export function demoCommand(): Command {
  return (
    new Command('demo')
      .summary('try Gatebook with a filled book, without an app')
      .description(
        'Fill a book with a day of requests to a shop (a release with a bug, N+1 queries, slow calls, scanners) and serve its page. ' +
          'The book is deleted at the end, unless you choose where it is.',
      )
      // GATEBOOK_STORAGE is the book of an app, so the demo ignores it.
      .option('--storage <url>', 'keep the book: sqlite:FOLDER, a folder that does not exist yet')
      .option('--seed <number>', 'another day', (text) => readCount('--seed', text), 1)
      .option('--port <number>', 'port to listen on; 0 picks a free one', readPort, 0)
      .option('--no-browser', 'only print the link')
      .option('--no-page', 'only write the book, with --storage')
      .addHelpText(
        'after',
        examples(
          'gatebook demo',
          'gatebook demo --storage sqlite:demo --no-page && gatebook search --storage sqlite:demo status:5xx',
        ),
      )
      .action(demo)
  );
}

async function demo({ storage: chosen, seed, port, browser, page }: DemoOptions): Promise<void> {
  if (!page && chosen === undefined)
    throw usageError('--no-page needs --storage, or the book would be deleted at once.');
  if (chosen !== undefined && existsSync(sqlitePath(chosen)))
    throw usageError(`${sqlitePath(chosen)} exists already. Choose a folder that does not exist yet.`);
  const temporary = chosen === undefined ? mkdtempSync(join(tmpdir(), 'gatebook-demo-')) : null;
  const storage = chosen ?? `sqlite:${join(temporary ?? '', 'book')}`;
  const deleteBook = () => temporary !== null && rmSync(temporary, { recursive: true, force: true });
  const { writeDemo } = await import('../demo/demo-profiles.ts');
  const store = await openStore(storage);
  try {
    const count = await writeDemo(store, seed, Date.now() * 1000);
    process.stdout.write(`${countText(count)} profiles of a day in ${storage}\n`);
    if (!page) {
      await store.close();
      return;
    }
    // A new key, because it is printed, perhaps into a log.
    const key = newKey();
    const server = await startPageServer({ store, key, port, host: '127.0.0.1', tls: null });
    const address = `http://127.0.0.1:${server.port}${PAGE_PATH}`;
    process.stdout.write(
      `Profile Search: ${address}#key=${key}\nPress Ctrl+C to stop.${temporary === null ? '' : ' The book is deleted then.'}\n`,
    );
    // The arguments of the browser are visible to other users of the machine, so it gets a link that works once.
    if (browser && process.stdout.isTTY)
      startBrowser(`${address}/login/${createCredentials(key).loginCode()}`);
    const stop = () => server.stop(() => void store.close().then(deleteBook));
    process.once('SIGINT', stop).once('SIGTERM', stop);
  } catch (error) {
    await store.close();
    deleteBook();
    throw error;
  }
}
