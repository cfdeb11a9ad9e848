import { EventEmitter } from 'node:events';
import { createConnection, createServer } from 'node:net';
import async from 'async';
import DataLoader from 'dataloader';
import fastq from 'fastq';
import PQueue from 'p-queue';
import { pause } from './probe.js';

/** Answers every line with the same line, some later than others but in order. */
export async function startEcho() {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A client such as many libraries have: one connection, opened when it is first used, and a queue of callbacks. */
class LineClient {
  #port;
  #socket;
  #queue = [];
  #received = '';

  constructor(port) {
    this.#port = port;
  }

  send(line, callback) {
    this.#queue.push({ line, callback });
    if (this.#queue.length === 1) this.#next();
  }

  end() {
    this.#socket?.destroy();
  }

  #next() {
    const [first] = this.#queue;
    if (!first) return;
    this.#socket ??= createConnection(this.#port, '127.0.0.1').on('data', (chunk) => {
      this.#received += chunk;
      if (!this.#received.includes('\n')) return;
      this.#received = '';
      this.#queue.shift()?.callback();
      this.#next();
    });
    this.#socket.write(`${first.line}\n`);
  }
}

/** Tasks of many requests, in queues that run one at a time. */
export function queueRoutes(echoPort) {
  const work = async ({ probe, where }) => {
    probe.mark(`${where}, started`);
    await pause();
    probe.mark(`${where}, worked`);
  };
  const callbackWorker = (task, done) => void work(task).then(() => done(), done);
  const asyncQueue = async.queue(work, 1);
  const asyncCallbackQueue = async.queue(callbackWorker, 1);
  const fastCallbackQueue = fastq(callbackWorker, 1);
  const fastQueue = fastq.promise(work, 1);
  const pQueue = new PQueue({ concurrency: 1 });
  const emitter = new EventEmitter().setMaxListeners(0);
  let lateEmitter;
  const loader = new DataLoader(
    async (keys) => {
      await pause();
      return keys;
    },
    { cache: false },
  );
  const client = new LineClient(echoPort);
  const timers = new Set();

  const routes = {
    async 'async.queue'(probe) {
      await Promise.all([
        asyncQueue.push({ probe, where: 'async' }),
        probe.called('async', (done) => asyncCallbackQueue.push({ probe, where: 'callback' }, done)),
      ]);
      probe.mark('done');
    },
    async fastq(probe) {
      await Promise.all([
        fastQueue.push({ probe, where: 'promise' }),
        probe.called('fastq', (done) => fastCallbackQueue.push({ probe, where: 'callback' }, done)),
      ]);
      probe.mark('done');
    },
    async 'p-queue'(probe) {
      await pQueue.add(() => work({ probe, where: 'p-queue' }));
      probe.mark('done');
    },
    async dataloader(probe) {
      await loader.load(probe.word);
      probe.mark('load');
      await Promise.all([loader.load(probe.word), loader.load('shared')]);
      probe.mark('loaded');
    },
    async emitters(probe) {
      lateEmitter ??= new EventEmitter().setMaxListeners(0);
      for (const source of [emitter, lateEmitter]) {
        source.once(probe.word, () => probe.mark('event'));
        await pause();
        source.emit(probe.word);
      }
    },
    async timers(probe) {
      let ticks = 0;
      await new Promise((resolve) => {
        // Goes on after the request.
        const timer = setInterval(() => {
          if (ticks < 2) probe.mark('tick');
          else probe.mayMark('late tick');
          if (++ticks === 2) resolve();
          if (ticks === 10) clearInterval(timer);
        }, 2);
        timers.add(timer);
      });
      await new Promise((resolve) => setImmediate(() => process.nextTick(resolve)));
      probe.mark('next tick');
    },
    async 'lazy connection'(probe) {
      await new Promise((resolve) =>
        client.send(probe.word, () => {
          probe.mayMark('callback');
          resolve();
        }),
      );
      probe.mark('awaited');
    },
  };
  function close() {
    client.end();
    for (const timer of timers) clearInterval(timer);
  }
  return { routes, close };
}
