import { join } from 'node:path';
import type { Gatebook } from '../../src/gatebook.ts';
import type { GatebookOptions } from '../../src/options.ts';
import { type Equipment, FRAMEWORKS, type FrameworkName, type Running } from './frameworks.ts';
import { morganTo, pinoTo } from './loggers.ts';
import type { Mode, ModeName, Modes } from './mode.ts';
import { installOpenTelemetry } from './open-telemetry.ts';
import { watchSubscriptions } from './subscriptions.ts';

const RESTING: Pick<Mode, 'on' | 'off' | 'settle' | 'tend'> = {
  on: () => {},
  off: () => {},
  settle: async () => {},
  tend: async () => {},
};

/** The wanted modes of a framework in this process; every one of them is off. */
export async function startModes(
  framework: FrameworkName,
  folder: string,
  wanted: readonly ModeName[],
): Promise<Modes> {
  const modes: Mode[] = [];
  const running: Running[] = [];
  async function add(name: ModeName, equipment: Equipment, doing: Partial<Mode> = {}): Promise<void> {
    if (!wanted.includes(name)) return;
    const server = await FRAMEWORKS[framework](equipment);
    running.push(server);
    const { port, book } = server;
    modes.push({ ...RESTING, ...(book && writingOf(book)), ...doing, name, port, book });
  }

  await add('bare', {});
  const subscriptions = watchSubscriptions();
  await add('entry', { book: bookOptions(folder, 'none') }, subscriptions);
  await add('detail', { book: bookOptions(folder, 'all') }, subscriptions);
  subscriptions.off();
  const pino = pinoTo(join(folder, 'pino.log'));
  await add('pino-http', pino, { settle: pino.settle });
  const morgan = morganTo(join(folder, 'morgan.log'));
  await add('morgan', morgan, { settle: morgan.settle });
  if (wanted.includes('OpenTelemetry')) await add('OpenTelemetry', {}, installOpenTelemetry());

  return {
    modes,
    async close() {
      for (const server of running) await server.close();
    },
  };
}

function bookOptions(folder: string, details: 'all' | 'none'): GatebookOptions {
  return { storage: `sqlite:${join(folder, `${details}.db`)}`, details } as GatebookOptions;
}

function writingOf(book: Gatebook): Pick<Mode, 'settle' | 'tend'> {
  return {
    settle: () => book.flush(),
    async tend() {
      const store = await book.store();
      if ('tend' in store) await (store.tend as () => Promise<void>)();
    },
  };
}
