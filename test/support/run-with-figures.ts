import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs Vitest once for each list of arguments, and prints the figures that the tests noted with `figure()` in one line at the
 * end. The process exits with the first code that is not 0.
 */
export function runWithFigures(
  name: string,
  runs: readonly (readonly string[])[],
  env: Readonly<Record<string, string>>,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-figures-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  const codes = runs.map(
    (args) =>
      spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
        stdio: 'inherit',
        env: { ...process.env, FIGURES: file, ...env },
      }).status ?? 1,
  );
  console.log(`${name}: ${readFileSync(file, 'utf8').trim().split('\n').join('; ')}`);
  rmSync(folder, { recursive: true });
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
}
