import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import type { Entry } from '../../../src/profile/entry.ts';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { get, openSocket } from '../../support/raw-http.ts';
import { type RunningServer, type Variant, waitForEntries } from '../../support/running-server.ts';

const WARM_UP = '/ok?warm-up';

export interface Suite {
  /** Starts a server that is closed after the test. */
  start(variant?: Variant): Promise<RunningServer>;
  /** Also sends a first request to adapters that need one to find their server. */
  startAttached(variant?: Variant): Promise<RunningServer>;
}

export function createSuite({ start, attachesOnFirstRequest = false }: Traits): Suite {
  let running: RunningServer | undefined;
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });
  const startAndClose = async (variant?: Variant) => {
    running = await start(variant);
    return running;
  };
  return {
    start: startAndClose,
    async startAttached(variant) {
      const app = await startAndClose(variant);
      if (attachesOnFirstRequest) await get(app, WARM_UP);
      return app;
    },
  };
}

/** Sends a request on a socket of its own, and waits until the server has it. */
export async function sendUnanswered(running: RunningServer, head: string): Promise<Socket> {
  const arrived = Promise.withResolvers<void>();
  const onStart = () => arrived.resolve();
  subscribe('http.server.request.start', onStart);
  const socket = openSocket(running, head);
  await arrived.promise;
  unsubscribe('http.server.request.start', onStart);
  return socket;
}

/** Waits for this many entries, then a little longer to catch extra ones. Oldest first. */
export async function entriesOf(running: RunningServer, count: number): Promise<Entry[]> {
  const withoutWarmUp = (all: readonly Entry[]) => all.filter(({ url }) => !url.endsWith(WARM_UP));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (withoutWarmUp(await waitForEntries(running, 0)).length >= count) break;
    await sleep(20);
  }
  await sleep(30);
  return withoutWarmUp(await waitForEntries(running, 0)).sort((a, b) => a.time - b.time || a.seq - b.seq);
}

/** An entry as one line of text. */
export function summary({ kind, status, method, url, error }: Entry): string {
  return [kind, status, method || '-', pathOf(url), error || '-'].join(' ');
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
