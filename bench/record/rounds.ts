import { createChance } from '../traffic.ts';
import type { App } from './app-process.ts';
import type { Load } from './start-load.ts';

/** One turn of an app. CPU time is in µs per request. */
export interface Turn {
  /** Of the request thread, until nothing is left to do. */
  readonly thread: number;
  /** Of the whole process, until everything is written. */
  readonly written: number;
  /** Of the whole process, until nothing is left to do: written, segments closed, and the garbage collected. */
  readonly total: number;
  /** Requests per second, until the last response. */
  readonly answered: number;
  /** Requests per second, until nothing is left to do. */
  readonly throughput: number;
  /** How many cores the process used until the last response. */
  readonly busy: number;
}

export interface Pace {
  /** The requests of an app before its first turn: until then, its code is being compiled. */
  readonly start: number;
  readonly rounds: number;
  readonly ms: number;
}

export interface Rounds<Name extends string> {
  /** The first requests, which no turn includes. */
  readonly start: Readonly<Record<Name, Turn>>;
  readonly rounds: readonly Readonly<Record<Name, Turn>>[];
}

/** Apps take turns in random order; one has load, the others are idle. */
export async function runRounds<Name extends string>(
  apps: ReadonlyMap<Name, App>,
  load: Load,
  { start, rounds, ms }: Pace,
): Promise<Rounds<Name>> {
  const chance = createChance(Date.now());
  const starts: [Name, Turn][] = [];
  for (const [name, app] of apps)
    starts.push([name, await measure(app, () => sendMany(app, load, start, ms))]);
  const taken: Record<Name, Turn>[] = [];
  for (let i = 0; i < rounds; i++) {
    const turns: [Name, Turn][] = [];
    const order = [...apps].map((app) => ({ app, at: chance.next() })).sort((a, b) => a.at - b.at);
    for (const {
      app: [name, app],
    } of order)
      turns.push([name, await runTurn(app, load, ms)]);
    taken.push(Object.fromEntries(turns) as Record<Name, Turn>);
  }
  return { start: Object.fromEntries(starts) as Record<Name, Turn>, rounds: taken };
}

/** Sends this many requests or some more. Returns how many had a response. */
async function sendMany({ port }: App, load: Load, requests: number, ms: number): Promise<number> {
  let all = 0;
  while (all < requests) all += (await load.run({ port, ms })).responses;
  return all;
}

async function runTurn(app: App, load: Load, ms: number): Promise<Turn> {
  const { port } = app;
  // Caches are cold after the turns of others.
  await load.run({ port, ms: ms / 5 });
  return measure(app, async () => (await load.run({ port, ms })).responses);
}

/** Starts and ends idle, so that no work moves from one turn to another. */
async function measure(app: App, send: () => Promise<number>): Promise<Turn> {
  const { idle: before } = await app.settle();
  const start = performance.now();
  const responses = await send();
  const seconds = (performance.now() - start) / 1000;
  const { answered, written, idle } = await app.settle();
  const allSeconds = (performance.now() - start) / 1000;
  return {
    thread: (idle.thread - before.thread) / responses,
    written: (written.process - before.process) / responses,
    total: (idle.process - before.process) / responses,
    answered: responses / seconds,
    throughput: responses / allSeconds,
    busy: (answered.process - before.process) / 1e6 / seconds,
  };
}
