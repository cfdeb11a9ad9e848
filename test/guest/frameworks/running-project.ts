import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-ports.ts';
import { requestHttp2 } from '../../support/http2-client.ts';
import { TEST_KEY, WITH_KEY } from '../../support/key.ts';
import { stopGroup } from '../../support/stop-group.ts';
import { USER_ENV } from '../../support/user-commands.ts';

/** Milliseconds. A development server may compile for long. */
const PATIENCE = 120_000;

export interface RunningProject {
  get(path: string): Promise<{ readonly status: number; readonly body: string }>;
  output(): string;
  stop(): Promise<void>;
}

interface Start {
  readonly folder: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isHttp2?: boolean;
}

/** Starts an app as a user would and waits until it accepts connections. */
export async function startProject({ folder, command, env, isHttp2 }: Start): Promise<RunningProject> {
  const port = await freePort();
  const child = spawn('sh', ['-c', `exec ${command.replaceAll('PORT', String(port))}`], {
    cwd: folder,
    env: { ...USER_ENV, PORT: String(port), HOST: '127.0.0.1', GATEBOOK_KEY: TEST_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts others, which are stopped together with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const stop = () => stopGroup(child);
  try {
    await waitForPort(port, child);
  } catch (error) {
    await stop();
    throw new Error(`${command} did not listen (${String(error)}):\n${output.slice(-4000)}`);
  }
  return {
    get: isHttp2 ? (path) => getHttp2(port, path) : (path) => get(port, path),
    output: () => output,
    stop,
  };
}

/** As a browser that has the key asks for a page. */
async function get(port: number, path: string) {
  const headers = {
    ...WITH_KEY,
    accept: 'text/html',
    'accept-encoding': 'identity',
    'sec-fetch-dest': 'document',
  };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers,
    signal: AbortSignal.timeout(PATIENCE),
  });
  return { status: response.status, body: await response.text() };
}

async function getHttp2(port: number, path: string) {
  const [response] = await requestHttp2(port, [path]);
  return { status: response?.status ?? 0, body: response?.body ?? '' };
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    if (await accepts(port)) return;
  }
  throw new Error('timeout');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
