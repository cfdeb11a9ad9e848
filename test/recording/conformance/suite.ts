import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { Entry } from '../../../src/profile/entry.ts';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { get } from '../../support/raw-http.ts';
import { type RunningServer, type Variant, waitForEntries } from '../../support/running-server.ts';

const WARM_UP = '/ok?warm-up';

export interface Suite {
  /** A server that is closed after the test. */
  start(variant?: Variant): Promise<RunningServer>;
  /** The same, when what counts are not its requests: its server is known by then. */
  startKnown(variant?: Variant): Promise<RunningServer>;
}

export function suiteOf({ start, attachesOnFirstRequest: knownByRequest = false }: Traits): Suite {
  let running: RunningServer | undefined;
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });
  const started = async (variant?: Variant) => {
    running = await start(variant);
    return running;
  };
  return {
    start: started,
    async startKnown(variant) {
      const app = await started(variant);
      if (knownByRequest) await get(app, WARM_UP);
      return app;
    },
  };
}

/** The rows there are once there are so many, oldest first; a moment later, so that none too many is missed. */
export async function rowsOf(running: RunningServer, count: number): Promise<Entry[]> {
  const own = (all: readonly Entry[]) => all.filter(({ url }) => !url.endsWith(WARM_UP));
  for (let tries = 0; tries < 100; tries++) {
    if (own(await waitForEntries(running, 0)).length >= count) break;
    await sleep(20);
  }
  await sleep(30);
  return own(await waitForEntries(running, 0)).sort((a, b) => a.time - b.time || a.seq - b.seq);
}

/** A row in short. */
export function inShort({ kind, status, method, url, error }: Entry): string {
  return [kind, status, method || '-', pathOf(url), error || '-'].join(' ');
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
