import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const GATEBOOK = join(import.meta.dirname, '../../../dist/cli.js');

export interface ServedBook {
  /** The address of the page: `http://127.0.0.1:PORT/_profiler`. */
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts `gatebook serve` from the built package. */
export async function serveBook(path: string, cwd: string): Promise<ServedBook> {
  const child = spawn(process.execPath, [GATEBOOK, 'serve', '--storage', `sqlite:${path}`, '--port', '0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await addressOf(child);
  return {
    base,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const address = /http:\/\/\S+/.exec(output)?.[0];
    if (address) return address;
  }
  throw new Error(`gatebook serve exited before it was ready: ${output}`);
}
