import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { figure } from '../support/figure.ts';
import { readEntries } from '../support/read-book.ts';

const ROOT = join(import.meta.dirname, '../..');
const APP = join(import.meta.dirname, 'apps/crashes.js');
const VERSIONS = ['node', 'node24', 'node22'];
const THROWS = [
  ...['handler', 'timer', 'immediate', 'tick', 'microtask', 'rejection', 'later rejection'],
  ...['listener', 'overflow', 'partly', 'not yet sent', 'answered'],
];
const EXITS = ['exit', 'exit at once'];
const IN_A_THREAD = ['timer', 'later rejection', 'exit'];
/** Those of an app that listens to uncaught errors. */
const GOES_ON = ['timer', 'later rejection', 'handler'];
const HANGING = 3;
/** What the listing has for a client without an answer. */
const NO_ANSWER = 499;
const AT_ONCE = 3;
const ROUNDS = process.env.GUEST === 'full' ? 10 : 1;

interface Crash {
  readonly kind: string;
  readonly node: string;
  readonly inThread?: boolean;
  /** The app listens to uncaught errors, and goes on. */
  readonly goesOn?: boolean;
}

const crashes: Crash[] = Array.from({ length: ROUNDS }, (_, round) =>
  [
    ...[...THROWS, ...EXITS].map((kind) => ({ kind })),
    ...IN_A_THREAD.map((kind) => ({ kind, inThread: true })),
    ...GOES_ON.map((kind) => ({ kind, goesOn: true })),
  ].map((crash, n) => ({ ...crash, node: VERSIONS[(n + round) % VERSIONS.length] ?? 'node' })),
).flat();

const folder = mkdtempSync(join(tmpdir(), 'gatebook-crashes-'));
afterAll(() => rmSync(folder, { recursive: true }));
let recorded = 0;
afterAll(() =>
  figure('crashes', `${recorded} of ${crashes.length} of ${THROWS.length + EXITS.length} kinds recorded`),
);

for (let n = 0; n < crashes.length; n += AT_ONCE)
  test(`the requests that end the process are recorded (${n} to ${n + AT_ONCE - 1})`, async () => {
    const group = crashes.slice(n, n + AT_ONCE);
    await Promise.all(group.map((crash, i) => check(crash, join(folder, `${n + i}.db`))));
  });

async function check(crash: Crash, path: string): Promise<void> {
  const { kind, goesOn = false } = crash;
  const name = Object.values(crash).join(', ');
  const status = await run(crash, `sqlite:${path}`);
  const profiles = await profilesIn(path);
  const find = (target: string) => profiles.find(({ entry: { url } }) => url.endsWith(encodeURI(target)));
  const failed = find(`/${kind}`);
  // On Node 22, the context of a microtask is gone when its error is seen.
  const hasNoError = EXITS.includes(kind) || (kind === 'microtask' && crash.node === 'node22');
  expect(failed?.entry, name).toMatchObject({ status, error: hasNoError ? 'ProcessExited' : 'RangeError' });
  expect(failed?.detail?.logs, name).toMatchObject([{ text: `about to fail by ${kind}` }]);
  if (hasNoError) expect(failed?.detail?.exception, name).toBeNull();
  else expect(failed?.detail?.exception?.message, name).toMatch(/this request fails|call stack/);
  expect(find('/ok')?.entry, name).toMatchObject({ status: 200, error: '' });
  if (!goesOn) {
    expect(failed?.detail?.endedBy, name).toMatch(/^(process|thread) exit with code \d$/);
    for (let n = 0; n < HANGING; n++)
      expect(find(`/hang/${n}`)?.entry, name).toMatchObject({ status: NO_ANSWER, error: 'ProcessExited' });
    expect(find('job:work')?.entry, name).toMatchObject({ status: 500, error: 'ProcessExited' });
  }
  recorded++;
}

/** Returns the status that the client of the crash got. */
async function run({ kind, node, ...options }: Crash, storage: string): Promise<number> {
  const app = spawn(
    join(ROOT, 'node_modules', node, 'bin/node'),
    [APP, JSON.stringify({ ...options, storage })],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const exited = once(app, 'close');
  let output = '';
  app.stderr.resume();
  app.stdout.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('ready')) {
    if (app.exitCode !== null) throw new Error('The app exited before it was ready.');
    await sleep(10);
  }
  const port = Number(/ready (\d+)/.exec(output)?.[1]);
  const hanging = Array.from({ length: HANGING }, (_, n) => statusOf(port, `/hang/${n}`));
  await statusOf(port, '/ok');
  await sleep(50);
  const status = await statusOf(port, `/${kind}`);
  if (options.goesOn) app.kill();
  await Promise.all([exited, ...hanging]);
  return status;
}

/** The status of a response, also of one that ends early. */
function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: encodeURI(path), agent: false }, (response) => {
      response.on('close', () => resolve(response.statusCode ?? 0)).on('error', () => {});
      response.resume();
    }).on('error', () => resolve(NO_ANSWER));
  });
}

async function profilesIn(path: string): Promise<readonly Profile[]> {
  const store = await openStore(`sqlite:${path}`, { inThisThread: true });
  const entries = await readEntries(store);
  const profiles = await Promise.all(entries.map(({ seq }) => store.get(store.tokens.tokenOf(seq))));
  await store.close();
  return profiles.filter((profile) => profile !== null && 'entry' in profile);
}
