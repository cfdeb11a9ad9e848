import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { USER_ENV } from '../../support/user-commands.ts';

const QUEUES =
  /(?:\n|<br>|\\n)(?: |&nbsp;)+at (?:runNextTicks|(?:process\.)?processTicksAndRejections|process\.processTimers|process\.processImmediate|listOnTimeout) \(node:internal\/[^)]*\)/g;
/** Nest gives each function that is middleware a class with a name of its own. */
const NEST_MIDDLEWARE = / at [\da-f]{21}\.use /g;
const APPS = join(import.meta.dirname, '../apps/stacks');

export type Way = 'off' | 'adapter' | 'register';

/** One request that fails. */
export interface Failure {
  readonly place: string;
  readonly way: string;
  /** `Error.stackTraceLimit` while it runs. */
  readonly limit: number;
}

/** Everywhere that an error is seen. The order of what happens at once is not compared. */
export interface Seen {
  /** What clients got. */
  readonly answers: Readonly<Record<string, string>>;
  /** What the app has noted of its errors. */
  readonly notes: readonly string[];
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

interface Start {
  readonly app: string;
  readonly way: Way;
  /** For what it writes. */
  readonly folder: string;
  readonly upstream: string;
}

/** Starts an app, lets it fail in the ways that are chosen of those it knows, and stops it. */
export async function runApp(
  { app, way, folder, upstream }: Start,
  choose: (ways: readonly string[]) => readonly Failure[],
): Promise<Seen> {
  const [file = '', ...args] = app.split(' ');
  const notes = join(folder, 'notes');
  const preload = way === 'register' ? ['--import', 'gatebook/register'] : [];
  const child = spawn(process.execPath, [...preload, join(APPS, file), ...args], {
    cwd: APPS,
    env: {
      ...USER_ENV,
      NOTES: notes,
      UPSTREAM: upstream,
      GATEBOOK_STORAGE: `sqlite:${join(folder, 'book')}`,
      ...(way === 'adapter' && { WAY: 'adapter' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const stderr = text(child.stderr);
  const lines: string[] = [];
  const ready = new Promise<readonly string[]>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, port, ways] = /^ready (\d+) (.*)$/.exec(line) ?? [];
      if (port === undefined || ways === undefined) lines.push(line);
      else resolve([port, ...JSON.parse(ways)]);
    });
  });
  const [port = '', ...ways] = await Promise.race([ready, exited.then(() => [])]);
  const answers: Record<string, string> = {};
  for (const failure of choose(ways))
    answers[`${failure.place}, ${failure.way}, ${failure.limit}`] = await send(Number(port), failure);
  // Listeners of responses run after the client has them.
  await sleep(60);
  child.kill();
  await exited;
  return {
    answers,
    notes: existsSync(notes) ? blocksOf(readFileSync(notes, 'utf8')) : [],
    stdout: lines.map(withoutTimesAndPorts).sort(),
    stderr: blocksOf(
      (await stderr).replaceAll(/^gatebook: (?:Profile Search:|The book is in memory \(tmpfs\)).*\n/gm, ''),
    ),
  };
}

function send(port: number, { place, way, limit }: Failure): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'x-limit': limit, 'content-type': 'text/x-failure', 'content-length': 4 };
    const path = `/${place}/${encodeURIComponent(way)}`;
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false, headers });
    // A response that the app has begun may not end.
    sent.setTimeout(2000, () => sent.destroy(new Error('no answer')));
    sent.on('error', (error) => resolve(error.message));
    sent.on('response', (response) => {
      text(response).then(
        (body) => resolve(withoutTimesAndPorts(`${response.statusCode} ${body}`)),
        (error: Error) => resolve(error.message),
      );
    });
    sent.end('body');
  });
}

/** Each error is one text, with its frames. */
function blocksOf(output: string): readonly string[] {
  return withoutTimesAndPorts(output)
    .split(/\n(?! |\})/)
    .sort();
}

/** Differs from run to run: also whether Node runs what waits between two timers or after them. */
function withoutTimesAndPorts(line: string): string {
  return line
    .replaceAll(/"responseTime":[\d.]+/g, '"responseTime":0')
    .replaceAll(/\[Nest\] \d+ {2}- [\d/]+, [\d:]+ [AP]M/g, '[Nest]')
    .replaceAll(NEST_MIDDLEWARE, ' at ID.use ')
    .replaceAll(QUEUES, '')
    .replaceAll(/\+\d+ms/g, '+0ms')
    .replaceAll(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1:PORT');
}
