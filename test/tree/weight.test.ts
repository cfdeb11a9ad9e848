import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MAX_PACKAGES = 30;
const MAX_BYTES = 10e6;
/** Files and folders take up whole blocks, as `du` counts them. */
const BLOCK = 4096;

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly devOptional?: boolean;
}

/** The folders of the packages that `npm install gatebook` brings. */
function productionFolders(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(
      ([path, { dev, optional, peer, devOptional }]) =>
        path !== '' && !(dev || optional || peer || devOptional),
    )
    .map(([path]) => path);
}

/** Without nested packages, which the lock file lists themselves. */
function diskUsage(folder: string): number {
  let bytes = BLOCK;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? diskUsage(path) : Math.ceil(statSync(path).size / BLOCK) * BLOCK;
  }
  return bytes;
}

test(`installs at most ${MAX_PACKAGES} packages and ${MAX_BYTES / 1e6} MB`, () => {
  const folders = productionFolders();
  expect(folders).toContain('node_modules/hono');
  expect(folders.length + 1).toBeLessThanOrEqual(MAX_PACKAGES);
  const bytes = [...folders, 'dist'].reduce((sum, folder) => sum + diskUsage(join(ROOT, folder)), 0);
  expect(bytes).toBeGreaterThan(1e6);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});
