import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runCommand, writeFiles } from '../../support/user-commands.ts';
import type { Project } from './project.ts';

const ROOT = join(import.meta.dirname, '../../..');
const APPS = join(import.meta.dirname, '../apps/frameworks');
const NPM_OPTIONS = '--no-audit --no-fund --prefer-offline --loglevel=error';

/** Creates a project from the npm registry, with the packed Gatebook, in the folder `app` of another one. Returns its path. */
export async function createProject(project: Project, tarball: string, home: string): Promise<string> {
  for (const command of project.create ?? []) await runCommand(command, home);
  // Some generators refuse a folder with capital letters.
  const folder = join(home, 'app');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  addFiles(project, folder);
  const packages = [tarball, ...(project.packages ?? [])].join(' ');
  await runCommand(`npm install ${NPM_OPTIONS} ${packages}`, folder);
  return folder;
}

/** The same with the packages of this repository, for CI. An older version, which has another name there, is copied. */
export function linkProject(project: Project, tarball: string, home: string): string {
  const folder = join(home, 'app');
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const source = join(ROOT, 'node_modules');
  const renamed = Object.entries(project.installed ?? {}).filter(
    ([name, installedAs]) => name !== installedAs,
  );
  for (const [name, installedAs] of renamed)
    cpSync(join(source, installedAs), join(modules, name), { recursive: true });
  for (const name of readdirSync(source))
    if (!existsSync(join(modules, name))) symlinkSync(join(source, name), join(modules, name));
  mkdirSync(join(modules, 'gatebook'));
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'gatebook')]);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  addFiles(project, folder);
  return folder;
}

function addFiles({ files = {}, create }: Project, folder: string): void {
  if (!create && Object.keys(files).length === 0) cpSync(APPS, folder, { recursive: true });
  writeFiles(files, folder);
}

/** The installed version of a package. That of a module of Node is the version of Node. */
export function versionIn(folder: string, packageName: string): string {
  const file = join(folder, 'node_modules', packageName, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : process.versions.node;
}
