import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface RunningExample {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm run example -- NAME`, as a new user starts it, on a port and a book of its own. */
export async function startExample(name: string): Promise<RunningExample> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-e2e-'));
  const port = await freePort();
  const child = spawn('npm', ['run', 'example', '--', name], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), GATEBOOK_STORAGE: `sqlite:${join(folder, 'book.db')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own group, so that npm, its shell and the app end together.
    detached: true,
  });
  await untilSaid(child, 'Profile Search: http://');
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilSaid(child: ChildProcess, text: string): Promise<void> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (said.includes(text)) break;
  }
  if (!said.includes(text)) throw new Error(`the example ended before it was ready:\n${said}`);
  child.stdout?.resume();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
