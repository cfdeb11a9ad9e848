import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import type { GatebookStats } from '../../src/gatebook.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Answers until it is ended, and says what happened to the recorded profiles when it is asked. The built package has the page. */
const APP = `
  import { createServer } from 'node:http';
  import { gatebook } from 'gatebook/http';
  const server = createServer((request, response) => response.end('answer to ' + request.url));
  const book = gatebook(server, { storage: process.env.STORAGE });
  process.on('message', async (message) => {
    if (message === 'close') await book.close();
    process.send({ stats: book.stats() });
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
`;
const CONCURRENT = 4;
const PAUSE_MS = 4;

/** An app in a process of its own, which gets the requests `/n0`, `/n1` and so on without a pause. */
export interface SteadyApp {
  readonly port: number;
  /** The number of the next request. */
  next(): number;
  /** Requests without the right answer. */
  wrong(): number;
  /** What Gatebook has printed, by line. */
  said(): string[];
  stats(): Promise<GatebookStats>;
  /** Ends the requests. */
  quiet(): Promise<void>;
  /** Closes the book. Returns the last stats. */
  close(): Promise<GatebookStats>;
  kill(): Promise<void>;
}

/** @param uid the user that runs it */
export async function startSteadyApp(path: string, uid?: number): Promise<SteadyApp> {
  const app = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', APP], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, GATEBOOK_KEY: '', STORAGE: `sqlite:${path}` },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = '';
  app.stderr?.setEncoding('utf8').on('data', (part) => {
    output += part;
  });
  const exited = once(app, 'exit');
  const { port } = (await Promise.race([
    reply(app),
    exited.then(() => Promise.reject(new Error(output))),
  ])) as {
    port: number;
  };
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  let wrong = 0;
  let isQuiet = false;
  async function send(): Promise<void> {
    while (!isQuiet) {
      const path = `/n${next++}`;
      if ((await bodyOf(port, path, agent)) !== `answer to ${path}`) wrong++;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const senders = Promise.all(Array.from({ length: CONCURRENT }, send));

  async function ask(question: string): Promise<GatebookStats> {
    const answer = reply(app);
    app.send(question);
    return ((await answer) as { stats: GatebookStats }).stats;
  }

  async function quiet(): Promise<void> {
    isQuiet = true;
    await senders;
  }

  return {
    port,
    next: () => next,
    wrong: () => wrong,
    said: () => output.split('\n').filter((line) => line !== ''),
    stats: () => ask('stats'),
    quiet,
    async close() {
      await quiet();
      return ask('close');
    },
    async kill() {
      await quiet();
      agent.destroy();
      app.kill('SIGKILL');
      await exited;
    },
  };
}

async function reply(app: ChildProcess): Promise<unknown> {
  const [message] = await once(app, 'message');
  return message;
}

function bodyOf(port: number, path: string, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve(body));
    }).on('error', () => resolve(null));
  });
}
