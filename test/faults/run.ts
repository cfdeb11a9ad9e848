// npm run faults:record            small enough for CI
// npm run faults:record -- --full  at the sizes that the documentation reports
// Runs the fault tests with Vitest and prints their figures in one line at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FULL = { REQUESTS: '100000', APP_KILLS: '100', SECRETS: '2000000', HOSTILE: 'all' };
const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const full = process.argv.includes('--full');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'test/faults/recording.test.ts',
    'test/faults/app-kills.test.ts',
    'test/faults/secrets.test.ts',
    'test/faults/secrets-in-the-book.test.ts',
    'test/faults/secrets-bodies.test.ts',
    'test/faults/secrets-bodies-in-the-book.test.ts',
    'test/faults/secrets-hostile.test.ts',
    'test/faults/secrets-statements.test.ts',
    // At full size the tests would disturb each other's timing.
    ...(full ? ['--no-file-parallelism'] : []),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, FIGURES: file, ...(full && FULL) },
  },
);
console.log(`faults:record: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
