// A process with many senders. It prepares all their batches, waits for a message, sends them at a steady rate, and says how long each
// answer took.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Micros } from '../../src/profile/time.ts';
import { type PackedBatch, packBatch } from '../../src/store/remote/protocol.ts';
import { openRemoteStore, type RemoteStore } from '../../src/store/remote/remote-store.ts';
import { timed } from '../figures.ts';
import { traffic } from '../traffic.ts';

export interface SendersOptions {
  readonly url: string;
  /** A write key for each sender. */
  readonly keys: readonly string[];
  /** Profiles a second, of each sender. */
  readonly rate: number;
  readonly seconds: number;
}

export interface Sent {
  /** In milliseconds. */
  readonly answers: readonly number[];
  readonly profiles: number;
  /** How long it took to send all, in seconds. */
  readonly took: number;
  /** Answers other than 200. */
  readonly refused: number;
}

/** A writer sends what has come in a fifth of a second. */
const BATCHES_PER_SECOND = 5;

interface Sender {
  /** With a connection of its own. */
  readonly store: RemoteStore;
  readonly batches: readonly PackedBatch[];
}

async function prepare(options: SendersOptions, key: string, n: number): Promise<Sender> {
  const { url, rate, seconds } = options;
  const store = await openRemoteStore(url, { write: key });
  const perBatch = Math.ceil(rate / BATCHES_PER_SECOND);
  const batches: PackedBatch[] = [];
  const from = Date.now() * 1000;
  for (let batch = 0; batch < seconds * BATCHES_PER_SECOND; batch++) {
    const { first } = await store.lease(perBatch);
    const at = from + (batch * 1e6) / BATCHES_PER_SECOND;
    const profiles = traffic({
      seed: n * 100_000 + (batch % 1000),
      from: at as Micros,
      to: (at + 2e5) as Micros,
      count: perBatch,
      firstSeq: first,
    });
    batches.push(await packBatch({ id: `queue-${batch}`, profiles: [...profiles] }));
  }
  return { store, batches };
}

/** Each sender sends one batch at a time. One that is behind sends the next at once. */
async function send({ store, batches }: Sender, start: number, answers: number[]): Promise<number> {
  let refused = 0;
  for (const [n, batch] of batches.entries()) {
    const wait = start + (n * 1000) / BATCHES_PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    answers.push(await timed(() => store.send(batch).catch(() => refused++)));
  }
  await store.close();
  return refused;
}

async function sendAll(senders: readonly Sender[], rate: number): Promise<Sent> {
  const answers: number[] = [];
  const start = performance.now();
  const step = 1000 / BATCHES_PER_SECOND / senders.length;
  const refused = await Promise.all(senders.map((sender, n) => send(sender, start + n * step, answers)));
  return {
    answers,
    profiles: answers.length * Math.ceil(rate / BATCHES_PER_SECOND),
    took: (performance.now() - start) / 1000,
    refused: refused.reduce((sum, n) => sum + n),
  };
}

process.once('message', async (options: SendersOptions) => {
  const senders: Sender[] = [];
  for (const [n, key] of options.keys.entries()) senders.push(await prepare(options, key, n));
  process.once('message', async () => {
    process.send?.(await sendAll(senders, options.rate));
    process.disconnect?.();
  });
  process.send?.('ready');
});
