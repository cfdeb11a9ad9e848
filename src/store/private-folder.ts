import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Creates a folder that other users cannot read and, if it is `.gatebook`, git ignores. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (basename(folder) === '.gatebook') writeFileSync(join(folder, '.gitignore'), '*\n');
}
