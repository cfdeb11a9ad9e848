import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach } from 'vitest';
import type { Entry } from '../../../src/profile/entry.ts';
import type { Cursor } from '../../../src/search/cursor.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Page } from '../../../src/store/store.ts';
import { freePorts } from '../../support/free-ports.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface DeployedApp {
  readonly port: number;
  get(path: string, headers?: Record<string, string>): Promise<string>;
  /** Of both streams. */
  output(): string;
  stdout(): string;
  /** Returns the exit code, or the signal that ended it. */
  stop(signal: NodeJS.Signals): Promise<number | string | null>;
}

const folders: AppFolder[] = [];

/** Removed after the test. */
export function newFolder(): AppFolder {
  const folder = new AppFolder();
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

/** A temporary folder with an app and its book. The built package is in its `node_modules`. */
class AppFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'gatebook-deploy-'));
  readonly #running: ChildProcess[] = [];

  constructor() {
    mkdirSync(join(this.path, 'node_modules'));
    this.#link();
  }

  #link(): void {
    symlinkSync(ROOT, join(this.path, 'node_modules/gatebook'));
  }

  /** Installs a package from the npm registry. */
  async install(...packages: string[]): Promise<void> {
    const npm = ['install', '--no-audit', '--no-fund', '--no-package-lock', ...packages];
    await promisify(execFile)('npm', npm, { cwd: this.path });
    rmSync(join(this.path, 'node_modules/gatebook'), { force: true });
    this.#link();
  }

  /** Starts an app that listens on PORT. */
  async start(
    source: string,
    env: NodeJS.ProcessEnv = {},
    prefix: readonly string[] = [],
    node: readonly string[] = [process.execPath],
  ): Promise<DeployedApp> {
    writeFileSync(join(this.path, 'server.cjs'), source);
    const [port = 0] = await freePorts(1);
    const [command = '', ...args] = [...prefix, ...node, 'server.cjs'];
    const child = spawn(command, args, {
      cwd: this.path,
      env: {
        ...process.env,
        GATEBOOK_STORAGE: `sqlite:${join(this.path, 'book')}`,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    let [output, stdout] = ['', ''];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (stream === child.stdout) stdout += String(chunk);
      });
    await listening(port, child, () => output);
    return {
      port,
      get: async (path, headers = {}) =>
        (
          await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close', ...headers } })
        ).text(),
      output: () => output,
      stdout: () => stdout,
      async stop(signal) {
        child.kill(signal);
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        return child.exitCode ?? child.signalCode;
      },
    };
  }

  /** All entries of the book, except those for the page. */
  async entries(path = join(this.path, 'book')): Promise<Entry[]> {
    const store = await openStore(`sqlite:${path}`, { create: false });
    const entries: Entry[] = [];
    try {
      let cursor: Cursor | null = null;
      do {
        const page: Page = await store.search({ terms: [], limit: 1000, cursor });
        entries.push(...page.entries);
        cursor = page.older;
      } while (cursor);
      return entries;
    } finally {
      await store.close();
    }
  }

  async remove(): Promise<void> {
    for (const child of this.#running)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    rmSync(this.path, { recursive: true, force: true });
  }
}

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`The app did not start: ${output()}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`The app does not listen: ${output()}`);
}
