import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
/** An app that does not end by itself is a failure. */
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new project in a temporary folder that has Gatebook installed as users have it. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatebook-toolchains-'));

  constructor() {
    this.write('package.json', '{ "name": "app", "private": true, "license": "MIT" }');
  }

  /** With the packages of this repository. */
  static linked(): Project {
    const project = new Project();
    const modules = join(ROOT, 'node_modules');
    mkdirSync(join(project.folder, 'node_modules/gatebook'), { recursive: true });
    for (const name of readdirSync(modules))
      symlinkSync(join(modules, name), join(project.folder, 'node_modules', name));
    for (const name of ['package.json', 'dist'])
      cpSync(join(ROOT, name), join(project.folder, 'node_modules/gatebook', name), { recursive: true });
    return project;
  }

  /** With packages from the npm registry, and Gatebook as it is packed. */
  static async installed(...packages: string[]): Promise<Project> {
    const project = new Project();
    await project.install(await pack(), ...packages);
    return project;
  }

  async install(...packages: string[]): Promise<void> {
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    await run('npm', ['install', ...options, ...packages], { cwd: this.folder });
  }

  versionOf(name: string): string {
    return JSON.parse(readFileSync(join(this.folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  }

  write(path: string, text: string): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** The format of `.js` and `.ts` files. */
  setType(type: 'module' | 'commonjs'): void {
    const json = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'));
    this.write('package.json', JSON.stringify({ ...json, type }));
  }

  /** Runs a file of the project with Node. */
  node(args: readonly string[], options?: RunOptions): Promise<Run> {
    return this.run(process.execPath, args, options);
  }

  run(
    file: string,
    args: readonly string[],
    { env = {}, timeout = TIMEOUT_MS }: RunOptions = {},
  ): Promise<Run> {
    return new Promise((resolve) => {
      const options = {
        cwd: this.folder,
        timeout,
        killSignal: 'SIGKILL',
        env: { ...process.env, ...NOT_OURS, ...env },
      } as const;
      execFile(file, args, options, (error, stdout, stderr) =>
        resolve({ code: error ? ((error.code as number | undefined) ?? -1) : 0, stdout, stderr }),
      );
    });
  }

  /** Runs something while Gatebook is not installed. */
  async withoutGatebook<T>(work: () => Promise<T>): Promise<T> {
    const installed = join(this.folder, 'node_modules/gatebook');
    const aside = join(this.folder, 'set-aside');
    renameSync(installed, aside);
    try {
      return await work();
    } finally {
      renameSync(aside, installed);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let tarball: Promise<string> | undefined;

/** The packed package, in a folder that is removed at the end. */
export function pack(): Promise<string> {
  tarball ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatebook-packed-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: ROOT });
    return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  })();
  return tarball;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout?: number;
}

/** Variables of the test runner that change what the tools do. */
const NOT_OURS = {
  NODE_OPTIONS: undefined,
  NODE_ENV: undefined,
  VITEST: undefined,
  VITEST_WORKER_ID: undefined,
  VITEST_POOL_ID: undefined,
  VITEST_MODE: undefined,
  TEST: undefined,
  PROD: undefined,
  DEV: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: '1',
};
