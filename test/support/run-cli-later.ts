import { execFile } from 'node:child_process';
import { CLI } from './run-cli.ts';

export interface CliResult {
  /** -1 if it was ended by a signal. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built CLI in this folder, while this process goes on: it may be the server that the CLI asks. */
export function gatebookLater(folder: string, ...args: string[]): Promise<CliResult> {
  return gatebookWith({}, folder, ...args);
}

/** The same with more variables in its environment. */
export function gatebookWith(env: NodeJS.ProcessEnv, folder: string, ...args: string[]): Promise<CliResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      {
        cwd: folder,
        env: { ...process.env, GATEBOOK_STORAGE: undefined, ...env },
        encoding: 'utf8',
        maxBuffer: 50e6,
        timeout: 60_000,
      },
      (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ status, stdout, stderr });
      },
    );
  });
}
