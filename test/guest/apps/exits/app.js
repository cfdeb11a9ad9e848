// An app that ends as its argument says, with or without Gatebook. See exits.guest.ts.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const SLOW_MS = 50;
/** One more makes Node warn. A worker thread has one of Node's own. */
const EXIT_LISTENERS = isMainThread ? 10 : 9;
const EVENTS = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'exit',
  'uncaughtExceptionMonitor',
  'newListener',
  'removeListener',
];
const cell = JSON.parse(workerData ?? process.argv[2]);

/** What other code can see of listeners. */
function printListeners(where) {
  const counts = EVENTS.map((event) => process.listenerCount(event)).join(' ');
  console.log(`${where}: ${counts}; ${process.eventNames().map(String).join(' ')}`);
}

/** Responses to requests that are in progress. */
const open = [];

function answer() {
  for (const response of open.splice(0)) response.end('slow');
}

function drain(server, then) {
  server.close(then);
  server.closeIdleConnections();
  setTimeout(answer, SLOW_MS);
  // Channels to the primary or the main thread would keep it alive.
  cluster.worker?.disconnect();
  parentPort?.close();
}

function listenForSignal(server) {
  const { signal, listener, reaction } = cell;
  function onSignal(name, number) {
    console.log('got', name, number);
    printListeners('in the listener');
    if (reaction === 'drain') drain(server, () => process.exit(0));
    if (reaction === 'raise') drain(server, () => raise());
    // As the package signal-exit does it.
    if (reaction === 'raise if alone' && process.listeners(signal).length === (listener === 'on' ? 1 : 0))
      raise();
  }
  function raise() {
    process.removeListener(signal, onSignal);
    printListeners('before the signal is raised again');
    process.kill(process.pid, signal);
    console.log('still running');
  }
  process[listener](signal, onSignal);
}

const ENDS = {
  exit: () => process.exit(0),
  'exit 3': () => process.exit(3),
  'exit in a listener': () => {
    process.on('exit', () => process.exit(4));
    process.exit(3);
  },
  natural: (server) => drain(server),
  throw: () => {
    throw new Error('the app fails');
  },
  reject: () => {
    void Promise.reject(new TypeError('the app fails'));
  },
  'throw with a listener': (server) => {
    process.on('uncaughtException', (error) => {
      console.log('caught', error.message);
      drain(server);
    });
    throw new Error('the app fails');
  },
  kill: () => {
    process.kill(process.pid, cell.signal);
    console.log('still running');
    process.exit(5);
  },
  block: () => {
    console.log('blocked');
    for (;;);
  },
  'emit only': (server) => {
    console.log('listened to:', process.emit(cell.signal, cell.signal));
    drain(server);
  },
};

async function serve() {
  for (let n = 0; n < EXIT_LISTENERS; n++) process.on('exit', (code) => n === 0 && console.log('exit', code));
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/slow') {
      open.push(response);
      return;
    }
    if (url.pathname === '/answer') answer();
    if (url.pathname === '/listen') listenForSignal(server);
    const by = url.searchParams.get('by');
    if (by === 'reject in a request') {
      setTimeout(ENDS.reject, 20);
      return;
    }
    if (url.pathname === '/end') setTimeout(() => ENDS[by](server), 20);
    response.end(`${open.length} open`);
  });
  if (cell.registered === 'before') listenForSignal(server);
  if (cell.storage) {
    const { gatebook } = await import('gatebook/http');
    gatebook(server, { storage: cell.storage });
  }
  if (cell.registered === 'after') listenForSignal(server);
  server.listen(0, '127.0.0.1', () => {
    printListeners('listening');
    console.log(`ready ${server.address().port} ${process.pid}`);
  });
  parentPort?.on('message', () => drain(server));
}

/** The main thread of an app in a worker thread. */
function startThread() {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: process.argv[2] });
  worker.on('error', ({ message }) => console.log(`thread error: ${message}`));
  worker.on('exit', (code) => {
    console.log('thread exit', code);
    process.exitCode = code;
  });
  if (cell.listener) process[cell.listener](cell.signal, () => worker.postMessage('drain'));
}

function startCluster() {
  cluster.fork().on('exit', (code, signal) => {
    console.log('worker exit', code, signal);
    process.exitCode = code ?? 99;
  });
}

if (cell.thread === 'cluster' && cluster.isPrimary) startCluster();
else if (cell.thread === 'worker' && isMainThread) startThread();
else await serve();
