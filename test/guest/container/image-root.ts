import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** The user `node` of Node's images. */
const NODE_USER = '1000:1000';
const PATH = '/opt/bin:/opt/node:/usr/bin:/bin';

/** Whether this machine lets a test make namespaces and mounts. */
export const canMakeImages =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'mount', '--bind', '/', '/']).status === 0;

/** A root of its own that can't be written to, with a user without rights and one volume: what `docker run --read-only` makes. */
const MAKE_ROOT = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$work/root"
cd "$work/root"
mkdir -p usr etc dev proc data opt/gatebook opt/node opt/bin
for name in bin sbin lib lib64; do [ -e "/$name" ] && ln -s "usr/$name" "$name"; done
mount --rbind -o ro /usr usr
mount --bind -o ro /etc etc
mount --rbind /dev dev
mount -t proc proc proc
mount --bind -o ro "$package" opt/gatebook
mount --bind -o ro "$node" opt/node
ln -s /opt/gatebook/dist/cli.js opt/bin/gatebook
mount --bind "$work/data" data
mount -o remount,bind,ro .
exec chroot --userspec=${NODE_USER} . /usr/bin/env -i PATH=${PATH} HOME=/home/node "$@"
`;

/** A process that was started as the first one of a container. */
export class ImageRoot {
  readonly #child: ChildProcess;
  readonly #work: string;
  output = '';

  private constructor(child: ChildProcess, work: string) {
    this.#child = child;
    this.#work = work;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.output += text;
      });
  }

  /** @param variables `NAME=VALUE` */
  static start(command: readonly string[], variables: readonly string[]): ImageRoot {
    const work = mkdtempSync(join(tmpdir(), 'gatebook-image-'));
    for (const name of ['root', 'data']) mkdirSync(join(work, name));
    spawnSync('chown', [NODE_USER, join(work, 'data')]);
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
    const child = spawn('unshare', [...namespaces, 'sh', '-c', MAKE_ROOT, 'sh', ...variables, ...command], {
      env: { PATH: process.env.PATH, work, package: ROOT, node: dirname(process.execPath) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ImageRoot(child, work);
  }

  /** Runs a command beside the first process, as `docker exec` does. */
  exec(command: readonly string[], variables: readonly string[] = []) {
    const enter = ['--target', String(this.#first), '--mount', '--pid', '--root', '--wd', '/usr/bin/setpriv'];
    const user = ['--reuid=1000', '--regid=1000', '--clear-groups'];
    const args = [...enter, ...user, 'env', '-i', `PATH=${PATH}`, ...variables, ...command];
    return spawnSync('nsenter', args, { encoding: 'utf8' });
  }

  /** The first process, as this machine numbers it. */
  get #first(): number {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
  }

  /** Stops it as `docker stop` does; returns its exit code. */
  async stop(): Promise<number | null> {
    const exited = once(this.#child, 'exit');
    process.kill(this.#first, 'SIGTERM');
    return (await exited)[0];
  }

  async remove(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#work, { recursive: true });
  }
}
