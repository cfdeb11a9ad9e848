import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const GATEBOOK = join(import.meta.dirname, '../../../dist/cli/gatebook.js');

export interface Serving {
  /** The address of the page: `http://127.0.0.1:PORT/_profiler`. */
  readonly base: string;
  stop(): Promise<void>;
}

/** `gatebook serve`, as a user starts it: the built package in a process of its own. */
export async function serveBook(path: string, cwd: string): Promise<Serving> {
  const child = spawn(process.execPath, [GATEBOOK, 'serve', '--storage', `sqlite:${path}`, '--port', '0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await addressOf(child);
  return {
    base,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const address = /http:\/\/\S+/.exec(said)?.[0];
    if (address) return address;
  }
  throw new Error(`gatebook serve ended before it was ready: ${said}`);
}
