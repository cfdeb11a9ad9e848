import { join } from 'node:path';
import type { Gatebook, GatebookOptions } from '../../src/book.ts';
import { type Equipment, FRAMEWORKS, type FrameworkName, type Running } from './frameworks.ts';
import { morganTo, pinoTo } from './loggers.ts';
import { MODES, type Mode, type ModeName, type Modes } from './mode.ts';
import { installOpenTelemetry } from './open-telemetry.ts';
import { collectSubscriptions } from './subscriptions.ts';

const nothing = () => {};
const noWork = async () => {};

/** All modes of a framework in this process; every one of them is off. */
export async function startModes(
  framework: FrameworkName,
  folder: string,
  wanted: readonly ModeName[] = MODES,
): Promise<Modes> {
  const modes: Mode[] = [];
  const running: Running[] = [];
  async function add(name: ModeName, equipment: Equipment, doing: Partial<Mode> = {}): Promise<void> {
    if (!wanted.includes(name)) return;
    const server = await FRAMEWORKS[framework](equipment);
    running.push(server);
    const { port, book } = server;
    modes.push({ name, port, book, on: nothing, off: nothing, settle: noWork, tend: noWork, ...doing });
  }

  const subscriptions = await collectSubscriptions(async () => {
    await add('entry', { book: bookOptions(folder, 'none') });
    await add('detail', { book: bookOptions(folder, 'all') });
  });
  subscriptions.off();
  const recorded = modes.map((mode) => ({ ...mode, ...subscriptions, ...writingOf(mode.book) }));
  modes.length = 0;

  await add('bare', {});
  const pino = pinoTo(join(folder, 'pino.log'));
  await add('pino-http', pino, { settle: pino.settle });
  const morgan = morganTo(join(folder, 'morgan.log'));
  await add('morgan', morgan, { settle: morgan.settle });
  if (wanted.includes('OpenTelemetry')) await add('OpenTelemetry', {}, installOpenTelemetry());

  return {
    modes: [...modes, ...recorded],
    async close() {
      for (const server of running) await server.close();
    },
  };
}

function bookOptions(folder: string, details: 'all' | 'none'): GatebookOptions {
  return { storage: `sqlite:${join(folder, `${details}.db`)}`, details } as GatebookOptions;
}

function writingOf(book: Gatebook | null): Pick<Mode, 'settle' | 'tend'> {
  return {
    settle: async () => book?.flush(),
    async tend() {
      const store = await book?.store();
      if (store && 'tend' in store) await (store.tend as () => Promise<void>)();
    },
  };
}
