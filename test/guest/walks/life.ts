import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-ports.ts';
import { TEST_KEY } from '../../support/key.ts';
import { USER_ENV } from '../../support/user-commands.ts';
import type { WalkedProject } from './project.ts';

interface LifeSource {
  readonly project: WalkedProject;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it prints when it accepts connections, in lower case. */
  readonly ready: string;
}

interface Sent {
  readonly method?: string;
  readonly user?: string;
  readonly body?: object;
}

/** Milliseconds. */
const PATIENCE = 60_000;

/** A process of an app. */
export class Life {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #project: WalkedProject;
  #output = '';

  private constructor(child: ChildProcess, port: number, project: WalkedProject) {
    this.#child = child;
    this.#project = project;
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.#output += String(chunk);
      });
  }

  /** Starts the app, and waits until it says that it is ready. */
  static async start({ project, args, env, ready }: LifeSource): Promise<Life> {
    const port = await freePort();
    const child = spawn(process.execPath, args, {
      cwd: project.folder,
      env: { ...USER_ENV, PORT: String(port), HOST: '127.0.0.1', GATEBOOK_KEY: TEST_KEY, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const life = new Life(child, port, project);
    await life.#until(() => life.#output.toLowerCase().includes(ready), 'ready');
    return life;
  }

  output(): string {
    return this.#output;
  }

  /** Sends a request and reads its response. @returns its status */
  async ask(path: string, sent: Sent = {}): Promise<number> {
    const response = await this.send(path, sent);
    await response.text();
    return response.status;
  }

  send(path: string, { method = 'GET', user = 'ana', body }: Sent, signal?: AbortSignal) {
    return fetch(this.url + path, {
      method,
      headers: { 'x-user': user, ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(PATIENCE),
    });
  }

  /** Sends a request that gets no response, and waits until the process has noted on disk that it is in progress. */
  async hang(path: string): Promise<void> {
    this.ask(path).catch(() => {});
    await this.#until(() => this.#project.notes(path), `in progress: ${path}`);
  }

  /** Sends a message over a WebSocket. */
  async say(path: string, message: object): Promise<void> {
    const socket = new WebSocket(this.url.replace('http', 'ws') + path);
    await once(socket, 'open');
    socket.send(JSON.stringify(message));
  }

  /** Waits until the process ends by itself. */
  async end(): Promise<void> {
    await this.#until(() => this.#hasEnded(), 'ended');
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    if (this.#hasEnded()) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #until(isTrue: () => boolean, what: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; !isTrue(); await sleep(20)) {
      const isOver = this.#hasEnded() && !isTrue();
      if (isOver || Date.now() > end) throw new Error(`Never ${what}:\n${this.#output.slice(-3000)}`);
    }
  }
}
