import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatebookStats } from '../../src/gatebook.ts';
import { openStore } from '../../src/store/open-store.ts';
import { folderBytes } from '../../src/store/sqlite/files/folder.ts';
import type { Figure } from '../figures.ts';
import { startLoad } from '../record/start-load.ts';

const LOOK_EVERY_MS = 50;
const WARM_UP_MS = 2000;

/**
 * Lets apps record into one book, as fast as they can or at a rate in all, and looks at the size of its folder all the time.
 */
export async function limit(
  bytes: number,
  processes: number,
  seconds: number,
  rateInAll?: number,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-limit-'));
  const path = join(folder, 'book');
  const app = new URL('./limit-app.ts', import.meta.url);
  const children = Array.from({ length: processes }, () =>
    fork(app, [path, String(bytes)], { execArgv: [] }),
  );
  const loads = children.map(() => startLoad());
  try {
    const ports: number[] = [];
    for (const child of children) ports.push((await once(child, 'message'))[0].port as number);
    let largest = 0;
    const look = () => {
      try {
        largest = Math.max(largest, folderBytes(path));
      } catch {
        // A file was deleted between two looks.
      }
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    const paced = rateInAll === undefined ? {} : { rate: rateInAll / processes };
    const run = (ms: number) => Promise.all(ports.map((port, i) => loads[i]?.run({ port, ms, ...paced })));
    // The slowest response would be one while an app starts.
    if (rateInAll !== undefined) await run(WARM_UP_MS);
    const start = performance.now();
    const bursts = await run(seconds * 1000);
    const elapsed = (performance.now() - start) / 1000;
    clearInterval(timer);
    look();
    const requests = bursts.reduce((sum, burst) => sum + (burst?.responses ?? 0), 0);
    const stats: GatebookStats[] = [];
    for (const child of children) {
      const answer = once(child, 'message');
      child.send('end');
      const [message] = await answer;
      stats.push(message.stats);
      console.log(`  rss ${(message.rss / 1e6).toFixed(0)} MB, ${JSON.stringify(message.stats)}`);
      await once(child, 'exit');
    }
    const store = await openStore(`sqlite:${path}`, { create: false });
    const { matches } = await store.count([], 1e9);
    await store.close();
    const rate = requests / elapsed;
    const drops = stats.reduce((sum, { dropped }) => sum + dropped, 0);
    const pace = rateInAll === undefined ? '' : `, at ${rateInAll}/s in all`;
    const name = `${bytes / 1e6} MB, ${processes} ${processes === 1 ? 'process' : 'processes'}${pace}`;
    const slowest = Math.max(...bursts.map((burst) => burst?.slowest ?? 0));
    console.log(
      `  ${name}: ${rate.toFixed(0)} requests/s for ${elapsed.toFixed(0)} s, largest ${(largest / 1e6).toFixed(1)} MB, ${matches} kept, ${drops} dropped`,
    );
    return [
      { name: `${name}: largest/limit`, value: largest / bytes, unit: 'x', max: 1.15 },
      { name: `${name}: requests/s`, value: rate, unit: '' },
      { name: `${name}: dropped`, value: drops, unit: '', ...(rateInAll !== undefined && { max: 0 }) },
      ...(rateInAll === undefined
        ? []
        : [{ name: `${name}: slowest response`, value: slowest, unit: 'ms', max: 100 }]),
    ];
  } finally {
    for (const child of children) child.kill();
    for (const load of loads) process.kill(load.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
