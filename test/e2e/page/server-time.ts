import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { type BigBook, PROFILES } from './big-book.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const MAX_RATIO = 3;

/** Medians in milliseconds: the store's search, the page until its rows are sent, and until its end. */
export interface ServerTimes {
  readonly query: string;
  readonly engine: number;
  readonly rows: number;
  readonly whole: number;
}

/** Compares the page with the store's own search. The limit is checked only on a big book. */
export function testServerTime(book: BigBook): void {
  test('the server sends the rows within 3 times the search time of the store', {
    timeout: 400_000,
  }, async () => {
    const script = join(import.meta.dirname, 'server-time-process.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, book.path, String(ROUNDS)]);
    const times = JSON.parse(stdout) as ServerTimes[];
    for (const { query, engine, rows, whole } of times) {
      const text = `rows ${rows.toFixed(2)} ms = ${(rows / engine).toFixed(2)} x the store's ${engine.toFixed(2)} ms`;
      figure(
        `server time of "${query}"`,
        `${text} (at most 3), all ${whole.toFixed(1)} ms (medians of ${ROUNDS})`,
      );
    }
    if (PROFILES >= 1_000_000)
      for (const { query, engine, rows } of times)
        expect(rows / engine, query).toBeLessThanOrEqual(MAX_RATIO);
  });
}
