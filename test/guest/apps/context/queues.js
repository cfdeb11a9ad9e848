import { EventEmitter } from 'node:events';
import { createConnection, createServer } from 'node:net';
import DataLoader from 'dataloader';
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

/** Batches, events, timers and a connection that requests share. */
export function queueRoutes(echoPort) {
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
