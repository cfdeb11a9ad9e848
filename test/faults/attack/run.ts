// npm run faults:attack             small enough for CI
// npm run faults:attack -- --assert also checks the goals for time and memory
// npm run faults:attack -- --full   ten minutes at 2,000 requests/s with 2,000 readers of the live tail
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const isFull = process.argv.includes('--full');
const full = { ATTACK_SECONDS: '600', ATTACK_READERS: '2000', ATTACK_RATE: '2000', FULL_MATRIX: '1' };
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'test/faults/attack.test.ts',
    'test/page/proxies.test.ts',
    '--no-file-parallelism',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FIGURES: file,
      ATTACK: '1',
      ...(isFull && full),
      ...((isFull || process.argv.includes('--assert')) && { ATTACK_ASSERT: '1' }),
    },
  },
);
console.log(`faults:attack: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
