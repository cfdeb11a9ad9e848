import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Answers every request with 404 and "the app". The built package is imported by its name. */
const APP = `
  import { createServer } from 'node:http';
  import { gatebook } from 'gatebook/http';
  const server = createServer((request, response) => response.writeHead(404).end('the app'));
  gatebook(server, JSON.parse(process.env.OPTIONS));
  server.listen(Number(process.env.PORT ?? 0), () => console.log('port ' + server.address().port));
`;

export interface AppOptions {
  readonly storage: string;
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Options of `gatebook()`. */
  readonly options?: object;
  /** Runs the app in a pseudo-terminal. */
  readonly inTerminal?: boolean;
  /** A command that starts it. */
  readonly prefix?: readonly string[];
}

export interface RunningApp {
  readonly port: number;
  /** What the app has printed, on both streams. */
  output(): string;
  stop(): Promise<void>;
  /** How it ended: its exit code or a signal. `null` while it runs. */
  ended(): number | string | null;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts an app in a process of its own, without GATEBOOK_KEY. */
export async function startApp(app: AppOptions): Promise<RunningApp> {
  const { storage, port = 0, env = {}, options = {}, inTerminal = false, prefix = [] } = app;
  const node = [process.execPath, '--input-type=module', '-e', APP];
  const [command = '', ...args] = inTerminal
    ? ['script', '-qec', node.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' '), '/dev/null']
    : [...prefix, ...node];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      GATEBOOK_KEY: undefined,
      NODE_ENV: undefined,
      PORT: String(port),
      OPTIONS: JSON.stringify({ storage, ...options }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  return {
    port: await listeningPort(child, () => output),
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      // `script` has been seen to wait for ever. When it ends, the app loses its terminal and ends too.
      const timer = setTimeout(() => child.kill('SIGKILL'), inTerminal ? 5000 : 60_000);
      await exited;
      clearTimeout(timer);
    },
    ended: () => child.exitCode ?? child.signalCode,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function listeningPort(child: ChildProcess, output: () => string): Promise<number> {
  for (;;) {
    const port = /port (\d+)/.exec(output())?.[1];
    if (port !== undefined) return Number(port);
    if (child.exitCode !== null) throw new Error(`The app exited before it was ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
