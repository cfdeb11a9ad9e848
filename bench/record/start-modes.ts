import { join } from 'node:path';
import type { GatebookOptions } from '../../src/options/options.ts';
import { PRODUCTION_DETAILS } from '../../src/pipeline/detail-policy.ts';
import { bookWork } from './book-work.ts';
import { type Additions, FRAMEWORKS, type FrameworkName, type RunningServer } from './frameworks.ts';
import type { Mode, ModeName, Modes } from './mode.ts';
import { toggleSubscriptions } from './toggle-subscriptions.ts';

const IDLE: Pick<Mode, 'on' | 'off' | 'settle' | 'maintain'> = {
  on: () => {},
  off: () => {},
  settle: async () => {},
  maintain: async () => {},
};

/** Starts these modes of a framework in this process, all switched off. */
export async function startModes(
  framework: FrameworkName,
  folder: string,
  names: readonly ModeName[],
): Promise<Modes> {
  const modes: Mode[] = [];
  const running: RunningServer[] = [];
  async function add(name: ModeName, additions: Additions, hooks: Partial<Mode> = {}): Promise<void> {
    if (!names.includes(name)) return;
    const server = await FRAMEWORKS[framework](additions);
    running.push(server);
    const { port, book } = server;
    modes.push({ ...IDLE, ...(book && bookWork(book)), ...hooks, name, port, book });
  }

  await add('bare', {});
  const subscriptions = toggleSubscriptions();
  await add('entry', { book: bookOptions(folder, 'none') }, subscriptions);
  await add('production', { book: bookOptions(folder, PRODUCTION_DETAILS) }, subscriptions);
  await add('detail', { book: bookOptions(folder, 'all') }, subscriptions);
  subscriptions.off();
  for (const name of ['pino-http', 'morgan'] as const) {
    if (!names.includes(name)) continue;
    const { logger, settle } = (await import('./loggers.ts')).LOGGERS[name](join(folder, `${name}.log`));
    await add(name, { logger }, { settle });
  }
  if (names.includes('OpenTelemetry'))
    await add('OpenTelemetry', {}, (await import('./open-telemetry.ts')).installOpenTelemetry());

  return {
    modes,
    async close() {
      for (const server of running) await server.close();
    },
  };
}

function bookOptions(folder: string, details: NonNullable<GatebookOptions['details']>): GatebookOptions {
  const name = typeof details === 'string' ? details : 'some';
  return { storage: `sqlite:${join(folder, name)}`, details };
}
