import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { type BigBook, PROFILES } from './big-book.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const MOST = 3;

/** Milliseconds, medians: the engine's for the entries, the page's until the rows are sent, and until all is. */
export interface ServerTimes {
  readonly query: string;
  readonly engine: number;
  readonly rows: number;
  readonly whole: number;
}

/** What the page adds to the engine's own time for the same entries. On a small book only that it can be told. */
export function servesFast(book: BigBook): void {
  test('the server takes at most 3 times the engine’s time until the rows are sent', {
    timeout: 400_000,
  }, async () => {
    const script = join(import.meta.dirname, 'time-server.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, book.path, String(ROUNDS)]);
    const times = JSON.parse(stdout) as ServerTimes[];
    for (const { query, engine, rows, whole } of times) {
      const told = `rows ${rows.toFixed(2)} ms = ${(rows / engine).toFixed(2)} x the engine's ${engine.toFixed(2)} ms`;
      figure(
        `server time of "${query}"`,
        `${told} (at most 3), all ${whole.toFixed(1)} ms (medians of ${ROUNDS})`,
      );
    }
    if (PROFILES >= 1_000_000)
      for (const { query, engine, rows } of times) expect(rows / engine, query).toBeLessThanOrEqual(MOST);
  });
}
