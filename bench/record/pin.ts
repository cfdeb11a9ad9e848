import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Gives the request thread the first core and all other threads the rest. A client is on another machine in real
 * life: here it must not interrupt the thread whose CPU is measured (`apart`), nor wait for the scribe when it is
 * measured how long an answer takes (`beside` the request thread). Where it can't be done, it isn't.
 */
export function pinRequestThread(load: number, where: 'apart' | 'beside'): void {
  if (process.platform !== 'linux' || availableParallelism() < 2) return;
  const others = `1-${availableParallelism() - 1}`;
  const pins = [
    ['-a', '-p', '-c', where === 'apart' ? others : '0', load],
    ['-a', '-p', '-c', others, process.pid],
    ['-p', '-c', '0', process.pid],
  ];
  const pinned = pins.every((args) => spawnSync('taskset', args.map(String)).status === 0);
  if (!pinned)
    console.log('  taskset is missing or refused: load, request thread and scribe share all cores.');
}
