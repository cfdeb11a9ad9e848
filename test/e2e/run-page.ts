// npm run e2e:page                 a book of 20,000 profiles, fit for CI
// npm run e2e:page -- --full       a book of 1,000,000 profiles, 5,000 hostile strings, the pictures of the docs
// npm run e2e:page -- --pictures   the pictures of the docs from the small book
// Walks the page in Chromium with Vitest and ends in one line with the figures.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FULL = {
  PROFILES: '1000000',
  HOSTILE: '5000',
  ROUNDS: '50',
  TAIL: '10000',
  PICTURES: '1',
};
const full = process.argv.includes('--full');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
const file = join(folder, 'figures');
writeFileSync(file, '');
const vitest = (config: string, ...files: string[]) =>
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...files, ...ownOptions()],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        FIGURES: file,
        ...(full && FULL),
        ...(process.argv.includes('--pictures') && { PICTURES: '1' }),
      },
    },
  ).status ?? 1;

/** Whatever is for Vitest, such as `-t`. */
function ownOptions(): string[] {
  return process.argv.slice(2).filter((option) => option !== '--full' && option !== '--pictures');
}

const walked = vitest(
  'vitest.e2e.config.ts',
  'test/e2e/page.e2e.ts',
  'test/e2e/tail.e2e.ts',
  'test/e2e/at-hand.e2e.ts',
);
// Over the wire, with nobody to look at it: a browser would show only the last of ten thousand rows.
const told = vitest('vitest.config.ts', 'test/page-tail.test.ts');
console.log(`e2e:page: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
rmSync(folder, { recursive: true });
process.exitCode = walked || told;
