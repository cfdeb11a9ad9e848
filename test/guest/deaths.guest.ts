import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Entry } from '../../src/profile/entry.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { termsOf } from '../../src/store/conformance/case.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { figure } from '../support/figure.ts';
import { sendRequest } from '../support/request.ts';

const APP = join(import.meta.dirname, 'apps/deaths/app.js');
const FRAMEWORKS = ['node:http', 'express', 'fastify', 'koa', 'hono', 'nest'];

interface Death {
  readonly code: number | null;
  readonly signal?: NodeJS.Signals;
  readonly event: 'exit' | 'stop' | 'vanished';
  /** The class of the error. */
  readonly error: string;
  /** Whether the error is that of the request that had succeeded. */
  readonly isLinked?: true;
  /** How the request in progress ended. */
  readonly slow: string;
}

const EXITED = { event: 'exit', slow: 'ProcessExited' } as const;
const VANISHED = {
  event: 'vanished',
  error: 'ProcessVanished',
  slow: 'ProcessVanished',
  code: null,
} as const;
const DEATHS: Readonly<Record<string, Death>> = {
  'throw after the answer': { ...EXITED, code: 1, error: 'TypeError', isLinked: true },
  'reject after the answer': { ...EXITED, code: 1, error: 'TypeError', isLinked: true },
  'throw in a timer': { ...EXITED, code: 1, error: 'TypeError' },
  'reject in the background': { ...EXITED, code: 1, error: 'RangeError' },
  'log an error and exit': { ...EXITED, code: 7, error: 'TypeError', isLinked: true },
  'exit 3': { ...EXITED, code: 3, error: 'ProcessExited' },
  'exit 0': { ...EXITED, code: 0, error: '' },
  'exit code': { ...EXITED, code: 4, error: 'ProcessExited' },
  'close the book': { event: 'stop', code: 0, error: '', slow: '' },
  SIGTERM: { ...EXITED, code: null, signal: 'SIGTERM', error: '' },
  SIGINT: { ...EXITED, code: null, signal: 'SIGINT', error: '' },
  SIGKILL: { ...VANISHED, signal: 'SIGKILL' },
  abort: { ...VANISHED, signal: 'SIGABRT' },
  'out of memory': { ...VANISHED, signal: 'SIGABRT' },
};
/** In CI, other frameworks die of these. */
const FEW = ['throw after the answer', 'SIGTERM', 'SIGKILL'];

const folder = mkdtempSync(join(tmpdir(), 'gatebook-deaths-'));
afterAll(() => rmSync(folder, { recursive: true }));
let found = 0;
afterAll(() => figure('deaths', `${found} found in the book, with the requests in progress`));

test.each(FRAMEWORKS)(
  'however an app of %s ends, the book says it',
  { timeout: 180_000 },
  async (framework) => {
    const isFull = process.env.GUEST === 'full' || framework === 'node:http';
    const ways = Object.entries(DEATHS).filter(([way]) => isFull || FEW.includes(way));
    const storage = `sqlite:${join(folder, framework.replace(':', '-'))}`;
    for (const [way, death] of ways) {
      const end = await die(framework, storage, way);
      expect(end, way).toEqual({ code: death.code, signal: death.signal ?? null });
      // The next process notes how the one before ended, if it could not say so itself.
      if (death.event === 'vanished') await die(framework, storage, 'SIGTERM');
    }
    const store = await openStore(storage, { create: false });
    const events = await find(store, 'kind:process operation:exit,stop,vanished');
    // Those that noted it ended as they were asked to.
    const ends = events.filter((_, n) => events[n - 1]?.operation !== 'vanished');
    expect(ends.map(({ operation }) => operation)).toEqual(ways.map(([, { event }]) => event));
    for (const [n, [way, death]] of ways.entries()) {
      const event = ends[n] as Entry;
      const { error, status, parent } = event;
      expect({ error, status }, way).toEqual({ error: death.error, status: death.error === '' ? 200 : 500 });
      const request = parent === null ? null : await store.get(store.tokens.tokenOf(parent));
      const linked = request && 'entry' in request ? request.entry : null;
      expect(linked && [new URL(linked.url).pathname, linked.status], way).toEqual(
        death.isLinked ? ['/end', 200] : null,
      );
      const [slow] = await find(store, `url:/slow instance:${event.instance}`);
      expect(slow?.error ?? '', way).toBe(death.slow);
      found++;
    }
    expect(await find(store, 'url:process')).toEqual([]);
    await store.close();
  },
);

/** Oldest first. */
async function find(store: Store, query: string): Promise<readonly Entry[]> {
  const { entries } = await store.search({ ...EVERYTHING, terms: termsOf(query), limit: 1000 });
  return entries.toReversed();
}

/** Whether another process could say that the request is in progress. */
function isNoted(storage: string): boolean {
  const reports = join(storage.slice('sqlite:'.length), 'processes');
  const files = existsSync(reports) ? readdirSync(reports).filter((name) => name.endsWith('.json')) : [];
  return files.length === 1 && readFileSync(join(reports, files[0] ?? ''), 'utf8').includes('/slow"');
}

/** Starts the app, keeps a request in progress, and lets the app end in this way. */
async function die(framework: string, storage: string, way: string) {
  const app = spawn(process.execPath, ['--max-old-space-size=64', APP, framework, storage], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exited = once(app, 'exit');
  const lines = createInterface({ input: app.stdout });
  const [line] = await once(lines, 'line');
  const port = Number(/ready (\d+)/.exec(String(line))?.[1]);
  const slow = sendRequest(port, '/slow').catch(() => null);
  // It is noted after a quarter of a second, and when the writer thread runs.
  for (let n = 0; n < 500 && !isNoted(storage); n++) await sleep(20);
  await sendRequest(port, `/end?by=${encodeURIComponent(way)}`);
  const [code, signal] = await exited;
  await slow;
  return { code, signal };
}
