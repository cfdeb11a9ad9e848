import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Library } from './libraries.ts';

/** A new folder whose node_modules are those of this repository. */
export function linkInstalled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-queries-'));
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A new folder with a library from the npm registry, and what the app needs besides. */
export async function install(library: Library, version: string): Promise<string> {
  const { name, driver, packages = [], prepare } = library;
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-queries-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const all = [`${name}@${version}`, driver ?? [], ...packages]
    .flat()
    .map((other) => other.replace('VERSION', version));
  await promisify(execFile)('npm', ['install', ...options, ...all], { cwd: folder });
  await prepare?.(folder);
  return folder;
}

/** The version of a library in such a folder. That of a module of Node is the version of Node. */
export function versionIn(folder: string, { name }: Library): string {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : process.versions.node;
}
