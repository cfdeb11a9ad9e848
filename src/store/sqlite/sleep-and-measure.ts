import { setTimeout as sleep } from 'node:timers/promises';

/** Sleeps. Returns the processors that the process has used in that time. */
export async function sleepAndMeasure(ms: number): Promise<number> {
  const start = performance.now();
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - start);
}
