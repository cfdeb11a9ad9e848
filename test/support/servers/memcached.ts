import { spawn } from 'node:child_process';
import { freePort } from '../free-ports.ts';
import { stopChild, waitForPort } from './child-server.ts';
import type { CacheServer } from './redis.ts';

/** Starts an empty memcached server. As root it needs the user that Debian's package creates. */
export async function startMemcached(): Promise<CacheServer> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['-u', 'memcache'] : [];
  const args = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '16', ...user];
  const child = spawn('/usr/bin/memcached', args, { stdio: 'ignore' });
  await waitForPort(child, port);
  return { host: '127.0.0.1', port, stop: () => stopChild(child) };
}
