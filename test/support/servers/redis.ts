import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-ports.ts';
import { stopChild, waitForPort } from './child-server.ts';

export interface CacheServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts an empty Redis server that writes nothing to disk. */
export async function startRedis(more: Readonly<Record<string, string>> = {}): Promise<CacheServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-redis-'));
  const port = await freePort();
  const settings = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'no', ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('/usr/bin/redis-server', args, { stdio: 'ignore' });
  await waitForPort(child, port);
  return {
    host: '127.0.0.1',
    port,
    async stop() {
      await stopChild(child);
      rmSync(folder, { recursive: true });
    },
  };
}
