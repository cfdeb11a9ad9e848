import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Pins the request thread to the first core and all other threads to the rest. In production the client is another
 * machine. Here it must not interrupt the request thread when CPU time is measured (`apart`), and must not wait for the
 * writer thread when latency is measured (`with-requests`). Does nothing where pinning is not possible.
 */
export function pinRequestThread(load: number, where: 'apart' | 'with-requests'): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) return;
  const others = `1-${availableParallelism() - 1}`;
  const pins = [
    ['-a', '-p', '-c', where === 'apart' ? others : '0', load],
    ['-a', '-p', '-c', others, process.pid],
    ['-p', '-c', '0', process.pid],
  ];
  const pinned = pins.every((args) => spawnSync('taskset', args.map(String)).status === 0);
  if (!pinned)
    console.log(
      '  taskset is missing or not permitted: load, request thread and writer thread share all cores.',
    );
}
