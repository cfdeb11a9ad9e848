import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** Runs the built CLI in this folder, without GATEBOOK_STORAGE. */
export function gatebookIn(folder: string) {
  return (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      encoding: 'utf8',
      cwd: folder,
      maxBuffer: 50e6,
      env: { ...process.env, GATEBOOK_STORAGE: undefined },
    });
    return { status, stdout, stderr };
  };
}
