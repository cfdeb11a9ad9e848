import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { GatebookStats } from '../../src/gatebook.ts';

/** An app that records to a collector, in a process of its own. */
export interface SpoolingApp {
  readonly child: ChildProcess;
  /** What it has written to stderr. */
  said(): string;
  /** Sends requests with these numbers, a few at once, and returns the tokens in the headers. */
  request(first: number, count: number): Promise<string[]>;
  /** Checks that nothing is missing from the counters. */
  stats(): Promise<GatebookStats>;
  until(condition: (stats: GatebookStats) => boolean, ms?: number): Promise<GatebookStats>;
}

const AT_ONCE = 10;

export async function startSpoolingApp(env: Readonly<Record<string, string>>): Promise<SpoolingApp> {
  const script = join(import.meta.dirname, '../faults/spooling-app.ts');
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, NODE_ENV: 'development', GATEBOOK_KEY: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${Number(port)}`;

  async function send(n: number): Promise<string> {
    const response = await fetch(`${url}/n/${n}`);
    if ((await response.text()) !== 'ok') throw new Error(`The app answered ${response.status}`);
    return response.headers.get('x-debug-token') ?? '';
  }

  async function stats(): Promise<GatebookStats> {
    const now = (await (await fetch(`${url}/stats`)).json()) as GatebookStats;
    const { recorded, stored, dropped, held, spooled } = now;
    if (recorded !== stored + dropped + held + spooled || Math.min(stored, dropped, held, spooled) < 0)
      throw new Error(`The counters do not add up: ${JSON.stringify(now)}`);
    return now;
  }

  return {
    child,
    said: () => text,
    async request(first, count) {
      const tokens: string[] = [];
      for (let at = first; at < first + count; at += AT_ONCE) {
        const size = Math.min(AT_ONCE, first + count - at);
        tokens.push(...(await Promise.all(Array.from({ length: size }, (_, i) => send(at + i)))));
        await stats();
      }
      return tokens;
    },
    stats,
    async until(condition, ms = 60_000) {
      for (const end = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
        const now = await stats();
        if (condition(now)) return now;
        if (Date.now() > end) throw new Error(`Still ${JSON.stringify(now)}; ${text}`);
      }
    },
  };
}
