// Ways to fail: each throws, or returns a promise that is rejected. What an error looks like where nothing can be thrown to is noted.
import assert from 'node:assert';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as soon } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzip } from 'node:zlib';
import { note } from './notes.mjs';

class PaymentError extends Error {
  name = 'PaymentError';
  code = 'E_PAYMENT';
}

function fail(message = 'broken') {
  throw new TypeError(message);
}

function deep(left, run) {
  return left === 0 ? run() : deep(left - 1, run);
}

function endless(n) {
  return endless(n + 1) + 1;
}

/** Fails in the stack of a callback, by a promise. */
function inCallback(start) {
  return new Promise((_, reject) => {
    start(function callback() {
      reject(new Error('in a callback'));
    });
  });
}

function withLimit(limit) {
  return () => {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = limit;
    try {
      deep(3, fail);
    } finally {
      Error.stackTraceLimit = before;
    }
  };
}

async function nested(left) {
  await soon();
  if (left === 0) fail('after an await');
  await nested(left - 1);
}

async function* numbers() {
  yield 1;
  await soon();
  fail('in a generator');
}

const wait = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));

/** Each gets Node's request and response. */
export const FAILURES = {
  throw: () => fail(),
  'throw deep': () => deep(20, fail),
  'throw a class': () => {
    throw new PaymentError('declined');
  },
  'throw with a cause': () => {
    try {
      fail('the cause');
    } catch (cause) {
      throw new Error('the effect', { cause });
    }
  },
  'throw several': () => {
    throw new AggregateError([new Error('one'), new RangeError('two')], 'several');
  },
  'throw a text': () => {
    throw 'a text';
  },
  'recurse endlessly': () => endless(0),
  'limit 0': withLimit(0),
  'limit 5': withLimit(5),
  'limit 10': withLimit(10),
  'limit 50': withLimit(50),
  'limit Infinity': withLimit(Number.POSITIVE_INFINITY),
  'prepareStackTrace of the app': () => {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = (error, sites) =>
      `${error.name} ${sites.map((site) => `${site.getFunctionName()} ${site.getFileName()}:${site.getLineNumber()}`)}`;
    const error = new Error('prepared');
    note(error.stack);
    Error.prepareStackTrace = before;
    throw error;
  },
  'captureStackTrace of the app': () => {
    const holder = {};
    Error.captureStackTrace(holder);
    note(holder.stack);
    fail();
  },
  'settings of Error': () => {
    note(inspect(Object.getOwnPropertyDescriptors(Error)));
    fail();
  },
  'console.trace': () => {
    console.trace('traced');
    fail();
  },
  'console.error': () => {
    console.error(new Error('logged'));
    fail();
  },
  'read the stack': () => {
    const error = new Error('read');
    note(error.stack);
    throw error;
  },
  'parse JSON': () => JSON.parse('{"a":'),
  assert: () => assert.strictEqual(1, 2),
  'an invalid header': (_request, response) => response.setHeader('x-invalid', '\n'),
  'an invalid status': (_request, response) => response.writeHead(99),
  'throw async': async () => fail(),
  'reject after await': async () => {
    await soon();
    fail('after an await');
  },
  'reject after awaits': () => nested(4),
  'reject in then': () => soon().then(() => fail('in then')),
  'reject in all': () => Promise.all([soon(), nested(1)]),
  'reject in a generator': async () => {
    for await (const number of numbers()) note(number);
  },
  'in a timer': () => inCallback((callback) => setTimeout(callback, 1)),
  'in setImmediate': () => inCallback(setImmediate),
  'in nextTick': () => inCallback((callback) => process.nextTick(callback)),
  // With any AsyncLocalStorage, Node has three frames of its own there.
  'in a microtask': () => inCallback((callback) => new AsyncLocalStorage().run(1, queueMicrotask, callback)),
  'in fs': () => inCallback((callback) => fs.readFile(import.meta.filename, callback)),
  'in dns': () => inCallback((callback) => dns.lookup('127.0.0.1', callback)),
  'in zlib': () => inCallback((callback) => gzip('text', callback)),
  'in crypto': () => inCallback((callback) => randomBytes(8, callback)),
  'no such file': () => fs.promises.readFile('/no/such/file'),
  'in an emitter': () =>
    inCallback((callback) => {
      const emitter = new EventEmitter();
      emitter.on('event', callback);
      emitter.emit('event');
    }),
  'of once': () => {
    const emitter = new EventEmitter();
    setImmediate(() => emitter.emit('error', new Error('emitted')));
    return once(emitter, 'event');
  },
  'in a stream': () =>
    pipeline(
      Readable.from(['a', 'b']),
      new Transform({
        transform(_chunk, _encoding, done) {
          done(new Error('in a transform'));
        },
      }),
      new PassThrough(),
    ),
  'in fetch': () => fetch('http://127.0.0.1:1/'),
  'after fetch': async () => {
    await (await fetch(process.env.UPSTREAM)).text();
    fail('after fetch');
  },
  'on a response': () => inCallback((callback) => http.get(process.env.UPSTREAM, callback)),
  'on data of a response': () =>
    inCallback((callback) => http.get(process.env.UPSTREAM, (response) => response.on('data', callback))),
  'on end of a response': () =>
    inCallback((callback) =>
      http.get(process.env.UPSTREAM, (response) => response.on('end', callback).resume()),
    ),
  'on error of a request': () =>
    inCallback((callback) => http.get('http://127.0.0.1:1/').on('error', callback)),
  'refused connection': () => once(http.get('http://127.0.0.1:1/'), 'response'),
  'on data': (request) => inCallback((callback) => request.on('data', callback)),
  'on end': (request) => inCallback((callback) => request.on('end', callback).resume()),
  'on readable': (request) => inCallback((callback) => request.once('readable', callback)),
  'in a body': async (request) => {
    for await (const chunk of request) fail(`in a body ${chunk}`);
  },
  'on finish': async (_request, response) => {
    response.on('finish', () => note(new Error('on finish').stack));
    await wait();
    fail();
  },
  'on close': async (_request, response) => {
    response.on('close', () => note(new Error('on close').stack));
    await wait();
    fail();
  },
  'on close of the request': async (request) => {
    request.on('close', () => note(new Error('on close of the request').stack));
    await wait();
    fail();
  },
  'in a pipe': async (_request, response) => {
    const text = Readable.from(['a', 'b']);
    text.on('end', () => note(new Error('in a pipe').stack));
    response.on('pipe', () => note(new Error('on pipe').stack));
    text.pipe(response);
    await once(response, 'finish');
  },
};

/** What a request fails by, in the path. */
export function failureOf(request) {
  const name = decodeURIComponent(request.url.split('/').at(-1).split('?')[0]);
  const limit = Number(request.headers['x-limit'] ?? 10);
  Error.stackTraceLimit = limit;
  return FAILURES[name];
}
