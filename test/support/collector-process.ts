import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from './run-cli.ts';

/** A `gatebook collect` in a process of its own, on a loopback port. */
export interface CollectorProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  /** The key of its book. */
  readKey(): string;
}

/** @param book the folder of the book */
export async function startCollectorProcess(
  book: string,
  { port = 0, args = [] }: { readonly port?: number; readonly args?: readonly string[] } = {},
): Promise<CollectorProcess> {
  const all = ['collect', '--storage', `sqlite:${book}`, '--listen', `127.0.0.1:${port}`, ...args];
  const child = spawn(process.execPath, [CLI, ...all], {
    env: { ...process.env, GATEBOOK_KEY: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(child.stdout, 'data');
  const [, url = '', found = ''] = /Collecting at (\S+:(\d+))/.exec(String(output)) ?? [];
  return {
    child,
    url,
    port: Number(found),
    readKey: () => JSON.parse(readFileSync(join(book, 'key'), 'utf8')).key as string,
  };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
