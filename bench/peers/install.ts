import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Peer } from './peers.ts';

const DATA = join(import.meta.dirname, '../.data/peers');
const MINUTES = 2;

export function folderOf(name: string): string {
  return join(DATA, name.replaceAll(' ', '-'));
}

export function isInstalled(name: string): boolean {
  return existsSync(folderOf(name));
}

/** Installs a peer from the npm registry once, without running scripts of packages. */
export async function installPeer(name: string, { packages, overrides = {} }: Peer): Promise<void> {
  if (isInstalled(name)) return;
  const building = `${folderOf(name)}.building`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, 'package.json'), JSON.stringify({ private: true, overrides }));
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, ...packages], {
    cwd: building,
    timeout: MINUTES * 60_000,
  });
  renameSync(building, folderOf(name));
}
