import { execFile } from 'node:child_process';
import { CLI } from './run-cli.ts';

export interface CliResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built CLI in this folder, while this process goes on: it may be the server that the CLI asks. */
export function gatebookLater(folder: string, ...args: string[]): Promise<CliResult> {
  const env = { ...process.env, GATEBOOK_STORAGE: undefined };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      { cwd: folder, env, encoding: 'utf8' },
      (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}
