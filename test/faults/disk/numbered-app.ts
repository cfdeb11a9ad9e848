import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_KEY } from '../../support/key.ts';
import { randomText } from '../../support/random-text.ts';
import { sendRequest } from '../../support/request.ts';
import { startApp } from '../../support/running-app.ts';

/** The length of the headers that make each profile about 3 KB large. */
const FILLER = 4000;
/** Requests that are sent at once. */
export const AT_ONCE = 8;

/** What an app says of its recording. */
export interface Counters {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  readonly held: number;
}

/** An app in a process of its own. Its requests have the paths /n/1, /n/2 ... */
export interface NumberedApp {
  /** Sends this many requests, and waits for the answers. */
  send(count: number): Promise<void>;
  /** Sends requests until the function that it returns is called. */
  load(): () => Promise<void>;
  /** All requests up to this number are answered. */
  answered(): number;
  /** Requests with no answer, or a wrong one. */
  failures(): readonly string[];
  counters(): Promise<Counters>;
  /** Opens the page, so that a thread of the app reads the book, too. */
  openPage(): Promise<void>;
  /** What the app has printed. */
  output(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface NumberedAppOptions {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** The number of the first request. */
  readonly first?: number;
  readonly options?: object;
}

export async function startNumberedApp(app: NumberedAppOptions): Promise<NumberedApp> {
  const { path, env, first = 1, options = {} } = app;
  const { port, output, stop, kill, ended } = await startApp({
    storage: `sqlite:${path}`,
    env: { GATEBOOK_KEY: TEST_KEY, ...env },
    options,
  });
  const failures: string[] = [];
  let next = first;
  let isKilled = false;

  function request(n: number, agent: Agent): Promise<void> {
    return new Promise((resolve) => {
      const fail = (reason: string) => {
        if (!isKilled) failures.push(`/n/${n}: ${reason}, the app ended: ${ended()}`);
        resolve();
      };
      const headers = { accept: randomWords(n), 'accept-language': randomWords(-n) };
      get({ port, host: '127.0.0.1', agent, path: `/n/${n}`, headers }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          response.statusCode === 404 && body === 'the app' ? resolve() : fail(`${response.statusCode}`),
        );
      }).on('error', (error) => fail(error.message));
    });
  }

  async function send(count: number): Promise<void> {
    // Not for longer: the app closes connections that were idle.
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    for (let left = count; left > 0 && !isKilled; left -= AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => request(next++, agent)));
    agent.destroy();
  }

  function end(how: () => Promise<void>): Promise<void> {
    isKilled = true;
    return how();
  }

  return {
    send,
    load() {
      let isStopped = false;
      const sending = (async () => {
        while (!isStopped && !isKilled) {
          await send(10 * AT_ONCE);
          // Leaves some of the processor to the commands.
          await sleep(100);
        }
      })();
      return () => {
        isStopped = true;
        return sending;
      };
    },
    answered: () => next - 1,
    failures: () => failures,
    counters: async () => countersIn((await sendRequest(port, '/_profiler/metrics')).body),
    async openPage() {
      const { status } = await sendRequest(port, '/_profiler');
      if (status !== 200) failures.push(`the page: ${status}`);
    },
    output,
    stop: () => end(stop),
    kill: () => end(kill),
  };
}

function countersIn(metrics: string): Counters {
  const sum = (name: string) =>
    [...metrics.matchAll(new RegExp(`^gatebook_${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    recorded: sum('recorded_total'),
    stored: sum('stored_total'),
    dropped: sum('dropped_total'),
    held: sum('held'),
  };
}

/** Text that compresses badly. One long word would be taken for a secret. */
function randomWords(seed: number): string {
  return randomText(seed, FILLER)
    .toLowerCase()
    .replace(/[^a-z]/g, 'e')
    .replace(/.{7}/g, '$& ')
    .trim();
}
