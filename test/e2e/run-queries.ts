// npm run e2e:queries              tests the queries of the libraries in node_modules
// npm run e2e:queries -- --full    all libraries and versions, from the npm registry; replaces the table in docs/instrumentation.md
// Other options go to Vitest, such as `-t`. The last line printed has the measured figures.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const options = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=vitest.e2e.config.ts',
    'test/e2e/queries.e2e.ts',
    ...options.filter((option) => option !== '--full'),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, FIGURES: file, ...(options.includes('--full') && { QUERIES: 'full' }) },
  },
);
console.log(`e2e:queries: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
