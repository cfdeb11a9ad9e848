import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, startLoad } from '../record/start-load.ts';
import { createChance } from '../traffic.ts';
import type { Question, Usage } from './app.ts';
import { folderOf } from './install.ts';
import type { Setting } from './peers.ts';

export interface PeerPace {
  readonly passes: number;
  readonly rounds: number;
  readonly ms: number;
}

/** A round: CPU time per request in µs, of each app in its turn. */
export type Round = Readonly<Record<Setting['with'], { readonly thread: number; readonly process: number }>>;

export interface PeerResult {
  readonly rounds: readonly Round[];
  /** The smallest share of requests that were kept in a pass, where it can be counted. */
  readonly kept: Readonly<Record<'gatebook' | 'peer', number | null>>;
}

interface Running {
  readonly with: Setting['with'];
  readonly child: ChildProcess;
  readonly port: number;
}

const KINDS = ['nothing', 'gatebook', 'peer'] as const;
/** Peers that write or send now and then do it in this time too. */
const SETTLE_MS = 300;

/** The same app with nothing, with Gatebook and with a peer, in a process each, take turns. New processes for each pass. */
export async function comparePeer(name: string, { passes, rounds, ms }: PeerPace): Promise<PeerResult> {
  const taken: Round[] = [];
  const shares: Record<'gatebook' | 'peer', number[]> = { gatebook: [], peer: [] };
  for (let pass = 0; pass < passes; pass++) {
    const data = mkdtempSync(join(tmpdir(), 'gatebook-peers-'));
    const load = startLoad();
    const sink = await startSink();
    const apps: Running[] = [];
    try {
      for (const kind of KINDS)
        apps.push(await startApp(name, { folder: folderOf(name), data, with: kind, sink: sink.url }));
      for (const app of apps) await load.run({ port: app.port, ms: ms * 3 });
      for (const { child } of apps) await ask(child, { ask: 'pin', load: load.pid });
      for (let i = 0; i < rounds; i++) taken.push(await runRound(apps, load, ms));
      await sleep(SETTLE_MS * 5);
      for (const app of apps) {
        if (app.with === 'nothing') continue;
        const { kept } = await ask(app.child, { ask: 'usage' });
        const sent = app.with === 'peer' && sink.requests() > 0 ? sink.requests() : null;
        const count = kept ?? sent;
        if (count !== null) shares[app.with].push(count / load.responsesFrom(app.port));
      }
    } finally {
      for (const { child } of apps) child.disconnect();
      await Promise.all(apps.map(({ child }) => child.exitCode ?? once(child, 'exit')));
      load.stop();
      sink.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const smallest = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null);
  return { rounds: taken, kept: { gatebook: smallest(shares.gatebook), peer: smallest(shares.peer) } };
}

async function startApp(name: string, setting: Setting): Promise<Running> {
  const child = fork(new URL('./app.ts', import.meta.url), [name, JSON.stringify(setting)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The app with ${name} (${setting.with}) exited with ${code} before it listened.`);
  });
  ended.catch(() => {});
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  return { with: setting.with, child, port };
}

async function ask(child: ChildProcess, question: Question): Promise<Usage> {
  const answer = once(child, 'message');
  child.send(question);
  return ((await answer) as [Usage])[0];
}

const chance = createChance(Date.now());

async function runRound(apps: readonly Running[], load: Load, ms: number): Promise<Round> {
  const round: Partial<Record<Setting['with'], Round['peer']>> = {};
  for (const app of apps.toSorted(() => chance.next() - 0.5)) {
    const before = await ask(app.child, { ask: 'usage' });
    const { responses } = await load.run({ port: app.port, ms });
    await sleep(SETTLE_MS);
    const after = await ask(app.child, { ask: 'usage' });
    round[app.with] = {
      thread: (after.thread - before.thread) / responses,
      process: (after.process - before.process) / responses,
    };
  }
  return round as Round;
}

/** Accepts everything, as the peer's own server would. */
async function startSink() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stream`,
    requests: () => requests,
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}
