// npm run e2e:page               tests the page in Chromium on a book of 20,000 profiles
// npm run e2e:page -- --images   the same, and replaces the images of the docs
// npm run e2e:page -- --full     a book of 1,000,000 profiles, 5,000 hostile strings, and the images of the docs
// Other options go to Vitest, such as `-t`. The last line printed has the measured figures.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FULL = {
  PROFILES: '1000000',
  HOSTILE: '5000',
  ROUNDS: '50',
  TAIL: '10000',
  DOCS_IMAGES: '1',
};
const full = process.argv.includes('--full');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const vitest = (config: string, ...files: string[]) =>
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...files, ...vitestOptions()],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        FIGURES: file,
        ...(full && FULL),
        ...(process.argv.includes('--images') && { DOCS_IMAGES: '1' }),
      },
    },
  ).status ?? 1;

function vitestOptions(): string[] {
  return process.argv.slice(2).filter((option) => option !== '--full' && option !== '--images');
}

const browserStatus = vitest(
  'vitest.e2e.config.ts',
  'test/e2e/page.e2e.ts',
  'test/e2e/tail.e2e.ts',
  'test/e2e/browser-features.e2e.ts',
  'test/e2e/toolbar.e2e.ts',
);
// Without a browser, which would show only the last of ten thousand rows.
const tailStatus = vitest('vitest.config.ts', 'test/page/tail.test.ts');
console.log(`e2e:page: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
rmSync(folder, { recursive: true });
process.exitCode = browserStatus || tailStatus;
