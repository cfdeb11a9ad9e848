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

/** Starts `npm run example -- NAME` on a free port, with a new book. */
export async function startExample(name: string): Promise<RunningExample> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-e2e-'));
  const port = await freePort();
  const child = spawn('npm', ['run', 'example', '--', name], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), GATEBOOK_STORAGE: `sqlite:${join(folder, 'book.db')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group, so npm, its shell and the app can be stopped together.
    detached: true,
  });
  await waitForOutput(child, 'Profile Search: http://');
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit');
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (output.includes(text)) break;
  }
  if (!output.includes(text)) throw new Error(`The example exited before it was ready:\n${output}`);
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
