import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Pins the request thread and the load generator to the first core and all other threads to the rest: a client on another
 * machine would not wait for the writer thread. Does nothing where pinning is not possible.
 */
export function pinWithRequests(load: number): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) return;
  const pins = [
    ['-a', '-p', '-c', '0', load],
    ['-a', '-p', '-c', `1-${availableParallelism() - 1}`, process.pid],
    ['-p', '-c', '0', process.pid],
  ];
  const pinned = pins.every((args) => spawnSync('taskset', args.map(String)).status === 0);
  if (!pinned)
    console.log(
      '  taskset is missing or not permitted: load, request thread and writer thread share all cores.',
    );
}
