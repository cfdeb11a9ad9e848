import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a host was asked is nobody else's business: closed to other users, and kept out of git. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (basename(folder) === '.gatebook') writeFileSync(join(folder, '.gitignore'), '*\n');
}
