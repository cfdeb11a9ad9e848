import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../support/free-ports.ts';
import type { Cell, FileSystem } from './cells.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The user `node` of Node's images. */
const NODE_USER = 1000;
const CGROUP = '/sys/fs/cgroup/memory';

/** Whether this machine has what a container is made of, and cgroups of version 1. */
export const hasContainers =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync(`${CGROUP}/memory.limit_in_bytes`);

/** Mounts the folder of the app. `$work` is the folder of the container. */
const MOUNTS: Readonly<Record<FileSystem, string>> = {
  disk: 'truncate -s 256M img; mkfs.ext4 -q -m 0 img; mount -o loop img app',
  tmpfs: 'mount -t tmpfs -o size=64m tmpfs app',
  overlay:
    'mount -t tmpfs -o size=128m tmpfs layers; mkdir layers/lower layers/upper layers/work; ' +
    'mount -t overlay -o lowerdir=layers/lower,upperdir=layers/upper,workdir=layers/work overlay app',
  'read-only': 'mount -t tmpfs tmpfs app',
  full: 'mount -t tmpfs -o size=4m tmpfs app',
  'no inodes': 'mount -t tmpfs -o nr_inodes=24 tmpfs app',
};

/** What is done to it when the files of the app are there. */
const THEN: Readonly<Partial<Record<FileSystem, string>>> = {
  'read-only': 'mount -o remount,ro app',
  full: 'cat /dev/zero > app/rest 2> /dev/null || true',
  'no inodes': 'n=0; while touch "app/rest-$n" 2> /dev/null; do n=$((n + 1)); done',
};

const STARTS: Readonly<Record<Cell['start'], string>> = {
  exec: 'exec $as "$node" server.cjs',
  shell: 'exec $as sh -c "\\"$node\\" server.cjs"',
  init: '$as "$node" server.cjs & app=$!; trap "kill -TERM $app" TERM; while kill -0 $app 2> /dev/null; do wait $app; code=$?; done; exit $code',
};

/** An app in namespaces and a cgroup of its own, as in a container. */
export class ContainedApp {
  readonly #child: ChildProcess;
  readonly #work: string;
  readonly #group: string;
  readonly port: number;
  output = '';

  private constructor(child: ChildProcess, work: string, group: string, port: number) {
    this.#child = child;
    this.#work = work;
    this.#group = group;
    this.port = port;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.output += text;
      });
  }

  static async start(source: string, { fileSystem, megabytes, user, start }: Cell): Promise<ContainedApp> {
    const work = mkdtempSync(join(tmpdir(), 'gatebook-container-'));
    chmodSync(work, 0o755);
    for (const folder of ['app', 'layers', 'files', 'files/node_modules', 'files/tmp'])
      mkdirSync(join(work, folder));
    symlinkSync(ROOT, join(work, 'files/node_modules/gatebook'));
    writeFileSync(join(work, 'files/server.cjs'), source);
    writeFileSync(join(work, 'files/package.json'), '{ "name": "shop", "version": "1.5.0" }');
    const group = `${CGROUP}/${work.split('/').at(-1)}`;
    mkdirSync(group);
    writeFileSync(`${group}/memory.limit_in_bytes`, String(megabytes * 1024 * 1024));
    const script = [
      'set -e',
      `cd ${work}`,
      MOUNTS[fileSystem],
      'cp -a files/. app',
      user === 'root' ? ':' : `chown -R ${NODE_USER}:${NODE_USER} app`,
      THEN[fileSystem] ?? ':',
      'cd app',
      'set +e',
      STARTS[start],
    ].join('\n');
    const [port = 0] = await freePorts(1);
    const namespaces = ['unshare', '--mount', '--pid', '--fork', '--mount-proc'];
    const child = spawn(
      'sh',
      ['-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh', ...namespaces, 'sh', '-c', script],
      {
        env: {
          PATH: process.env.PATH,
          GATEBOOK_KEY: process.env.GATEBOOK_KEY,
          NODE_ENV: 'production',
          PORT: String(port),
          TMPDIR: join(work, 'app/tmp'),
          node: process.execPath,
          as: user === 'root' ? '' : `setpriv --reuid=${NODE_USER} --regid=${NODE_USER} --clear-groups`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    return new ContainedApp(child, work, group, port);
  }

  /** The first process of the container, as this machine numbers it. */
  get #first(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** How often the kernel has ended a process for want of memory. */
  get kills(): number {
    return Number(/oom_kill (\d+)/.exec(readFileSync(`${this.#group}/memory.oom_control`, 'utf8'))?.[1] ?? 0);
  }

  /** The folder of the app, also after the container has ended. */
  hold(): string {
    return `/proc/self/fd/${openSync(`/proc/${this.#first}/root${this.#work}/app`, 'r')}`;
  }

  /** Stops it as `docker stop` does. Returns the exit code, or the signal that ended it. */
  async stop(): Promise<number | string | null> {
    const exited = once(this.#child, 'exit');
    process.kill(this.#first, 'SIGTERM');
    let isKilled = false;
    const timer = setTimeout(() => {
      isKilled = true;
      this.#kill();
    }, 10_000);
    const [code, signal] = await exited;
    clearTimeout(timer);
    return isKilled ? 'SIGKILL' : (code ?? signal);
  }

  /** With its first process, the kernel ends all others. */
  #kill(): void {
    try {
      process.kill(this.#first, 'SIGKILL');
    } catch {
      // It has not begun yet.
      this.#child.kill('SIGKILL');
    }
  }

  async remove(): Promise<void> {
    if (!this.hasEnded) {
      const exited = once(this.#child, 'exit');
      this.#kill();
      await exited;
    }
    for (let attempt = 0; ; attempt++) {
      try {
        rmdirSync(this.#group);
        break;
      } catch (error) {
        // The kernel has not counted the last process out yet.
        if (attempt === 500) throw error;
        await sleep(20);
      }
    }
    rmSync(this.#work, { recursive: true });
  }

  /** A copy of the book in the held folder, `null` if there is none. */
  copyOf(held: string): string | null {
    const copy = join(this.#work, 'copy');
    if (!existsSync(join(held, '.gatebook'))) return null;
    cpSync(join(held, '.gatebook'), copy, { recursive: true });
    return copy;
  }
}
