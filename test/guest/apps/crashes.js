// An app that a request ends, in one of several ways. See crashes.guest.ts.
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { job } from 'gatebook';
import { gatebook } from 'gatebook/http';

const { storage, goesOn, inThread } = JSON.parse(workerData ?? process.argv[2]);

function fail() {
  throw new RangeError('this request fails');
}

function overflow() {
  return overflow() + 1;
}

const CRASHES = {
  handler: fail,
  timer: () => setTimeout(fail, 5),
  immediate: () => setImmediate(fail),
  tick: () => process.nextTick(fail),
  microtask: () => queueMicrotask(fail),
  rejection: async () => fail(),
  'later rejection': async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    fail();
  },
  listener: () => {
    const emitter = new EventEmitter();
    emitter.on('event', fail);
    setTimeout(() => emitter.emit('event'), 5);
  },
  overflow: () => setTimeout(overflow, 5),
  partly: (response) => {
    response.writeHead(206, { 'x-part': 'first' });
    response.write('the first part');
    setTimeout(fail, 50);
  },
  'not yet sent': (response) => {
    response.writeHead(201);
    response.write('never sent');
    fail();
  },
  answered: (response) => {
    response.end('complete');
    fail();
  },
  exit: () => setTimeout(() => process.exit(7), 5),
  'exit at once': () => process.exit(0),
};

function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const kind = decodeURIComponent(pathname.slice(1));
    if (kind === 'ok') response.end('ok');
    if (!(kind in CRASHES)) return;
    console.log(`about to fail by ${kind}`);
    if (goesOn) setTimeout(() => response.end('late'), 100);
    CRASHES[kind](response);
  });
  gatebook(server, { storage });
  if (goesOn) for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => {});
  server.listen(0, '127.0.0.1', () => {
    void job('work', () => new Promise(() => {}));
    console.log('ready', server.address().port);
  });
}

if (inThread && isMainThread) new Worker(fileURLToPath(import.meta.url), { workerData: process.argv[2] });
else serve();
