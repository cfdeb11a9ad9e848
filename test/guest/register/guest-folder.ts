import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore } from '../../../src/store/open-store.ts';
import { WITH_KEY } from '../../support/key.ts';
import { readEntries } from '../../support/read-book.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const REGISTER = pathToFileURL(join(ROOT, 'dist/register.js')).href;
export const CLI = join(ROOT, 'dist/cli.js');
/** As a user has it: none of our variables but the key. */
const ENV = {
  ...process.env,
  NODE_ENV: 'test',
  GATEBOOK_STORAGE: undefined,
  VITEST: undefined,
  // The version of Node that runs the tests.
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};
/** Node 22 and 24 print it when the page is opened. */
const SQLITE_WARNING = /^\(node:\d+\) ExperimentalWarning: SQLite .+\n\(Use .+\n/m;

/** A folder with an app in it, as a user has one. */
export class GuestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'gatebook-register-'));
  readonly #started: ChildProcess[] = [];

  /** Installs packages of this repository; `gatebook` only if it is one of them. */
  install(packages: readonly string[]): void {
    for (const name of packages) {
      const link = join(this.path, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(name === 'gatebook' ? ROOT : join(ROOT, 'node_modules', name), link);
    }
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.path, file)), { recursive: true });
    writeFileSync(join(this.path, file), text);
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = this.#spawn(args, env);
    const output = collect(child);
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { code, signal, ...output() };
  }

  /** Starts an app and waits until it prints its port. */
  async start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = this.#spawn(args, env);
    const output = collect(child);
    for (;;) {
      const port = /port (\d+)/.exec(output().stdout)?.[1];
      if (port !== undefined) return new GuestApp(child, Number(port), output);
      if (child.exitCode !== null) throw new Error(`The app has ended: ${output().stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Kind, status, path, route and error of what a book has, oldest first; empty without a book. */
  async rows(folder = '.gatebook'): Promise<string[]> {
    if (!existsSync(join(this.path, folder))) return [];
    const store = await openStore(`sqlite:${join(this.path, folder)}`, { create: false });
    const entries = await readEntries(store);
    await store.close();
    return entries
      .sort((a, b) => a.time - b.time || a.seq - b.seq)
      .map(({ kind, status, url, route, error }) =>
        [kind, status, url.replace(/^\w+:\/\/[^/]+/, ''), route, error].join(' ').trim().replace(/ +/g, ' '),
      );
  }

  remove(): void {
    for (const child of this.#started) child.kill('SIGKILL');
    rmSync(this.path, { recursive: true, maxRetries: 3 });
  }

  #spawn([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(command, args, {
      cwd: this.path,
      env: { ...ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    return child;
  }
}

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      texts[name] += String(chunk);
    });
  return () => ({ ...texts, stderr: texts.stderr.replace(SQLITE_WARNING, '') });
}

export class GuestApp {
  readonly #child: ChildProcess;
  readonly port: number;
  readonly output: () => { readonly stdout: string; readonly stderr: string };

  constructor(child: ChildProcess, port: number, output: () => { stdout: string; stderr: string }) {
    this.#child = child;
    this.port = port;
    this.output = output;
  }

  async get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const headers = { ...WITH_KEY, connection: 'close' };
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM') {
    const closed = once(this.#child, 'close');
    this.#child.kill(signal);
    const [code, by] = await closed;
    return { code: code as number | null, signal: by as NodeJS.Signals | null };
  }
}
