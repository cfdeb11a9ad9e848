import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../src/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { freePort } from '../support/free-ports.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface RunningExample {
  readonly port: number;
  readonly url: string;
  readonly storage: string;
  stop(): Promise<void>;
}

/** Starts an example as `npm run example` does, but without a build: other tests use dist/ at the same time. */
export async function startExample(
  name: string,
  env: NodeJS.ProcessEnv = {},
  readyText?: string,
): Promise<RunningExample> {
  return startApp(['examples/run.js', name], env, readyText);
}

/** Starts an app with a book of its own. It prints `readyText` when it is ready. */
export async function startApp(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  readyText = 'Listening on http://',
): Promise<RunningExample> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-e2e-'));
  const storage = `sqlite:${join(folder, 'book.db')}`;
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), GATEBOOK_STORAGE: storage, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForOutput(child, readyText);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    storage,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  let output = '';
  // The app may print more later: its output stays open.
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk);
    if (output.includes(text)) break;
  }
  if (!output.includes(text)) throw new Error(`The example exited before it was ready:\n${output}`);
  child.stdout?.resume();
}

/** Opens the book of an app. Its writer creates it, which may start after the first requests. */
export async function openBook({ storage }: RunningExample): Promise<Store> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openStore(storage, { create: false });
    } catch (error) {
      if (codeOf(error) !== 'book-missing' || attempt === 500) throw error;
      await sleep(20);
    }
  }
}
