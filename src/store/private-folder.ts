import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Creates a folder that other users cannot read and, if it is `.gatebook`, git ignores. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    // With `recursive`, Node says ENOENT of a read-only file system.
    if (!existsSync(dirname(folder))) throw error;
    mkdirSync(folder, { mode: 0o700 });
  }
  if (basename(folder) === '.gatebook') writeFileSync(join(folder, '.gitignore'), '*\n');
}
