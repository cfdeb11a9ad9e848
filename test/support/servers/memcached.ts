import { spawn } from 'node:child_process';
import { freePort } from '../free-ports.ts';
import { stopChild, waitForPort } from './child-server.ts';
import type { CacheServer } from './redis.ts';

/** Starts an empty memcached server. */
export async function startMemcached(): Promise<CacheServer> {
  const port = await freePort();
  // It refuses to run as root without a user to switch to. Debian's package creates this one.
  const args = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '16', '-u', 'memcache'];
  const child = spawn('memcached', args, { stdio: 'ignore' });
  await waitForPort(child, port);
  return { host: '127.0.0.1', port, stop: () => stopChild(child) };
}
