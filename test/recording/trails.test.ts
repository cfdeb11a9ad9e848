import { Console } from 'node:console';
import diagnostics_channel from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { expect, test } from 'vitest';
import { gatebook as recordExpress } from '../../src/express.ts';
import { measure, note, subrequest } from '../../src/index.ts';
import { currentTrail } from '../../src/record/context.ts';
import { blockFor } from '../support/block.ts';
import { listen, waitForEntries } from '../support/frameworks/frameworks.ts';
import { detailOf, entriesOf, requestDetail, serve, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer, closeLater } = serversOfTest();

const output = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

test('concurrent requests do not mix', async () => {
  const running = await startServer(async (request) => {
    const path = request.url ?? '';
    for (let n = 0; n < 5; n++) {
      await measure(path, async () => {
        await sleep(Math.random() * 4);
        output.log(path);
        await Promise.resolve();
        note('path', path);
      });
    }
  });
  const paths = Array.from({ length: 40 }, (_, n) => `/${n}`);
  await Promise.all(paths.map((path) => sendRequest(running.port, path)));
  for (const path of paths) {
    const { logs = [], spans = [], notes = [] } = await detailOf(running, path);
    expect([...logs.map(({ text }) => text), ...spans.map(({ name }) => name)]).toEqual(Array(10).fill(path));
    expect(notes).toEqual(Array(5).fill({ key: 'path', value: path }));
  }
});

test('pipelined requests do not mix', async () => {
  const running = await startServer(async (request) => {
    await sleep(3);
    output.log(request.url);
  });
  const socket = connect(running.port, '127.0.0.1')
    .resume()
    .on('error', () => {});
  socket.write('GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n');
  for (const path of ['/a', '/b']) {
    await entriesOf(running, path);
    expect((await detailOf(running, path)).logs?.map(({ text }) => text)).toEqual([path]);
  }
  socket.destroy();
});

test('listeners for a late body belong to their request', async () => {
  const first = Promise.withResolvers<void>();
  const running = await startServer(
    (request) =>
      new Promise<void>((done) => {
        request.on('data', (chunk) => {
          output.log(`data ${chunk}`);
          first.resolve();
        });
        request.on('end', () => {
          output.log('end');
          done();
        });
      }),
  );
  const socket = connect(running.port, '127.0.0.1')
    .resume()
    .on('error', () => {});
  socket.write('POST /late HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc');
  await first.promise;
  socket.write('def');
  await entriesOf(running, '/late');
  const { logs = [] } = await detailOf(running, '/late');
  expect(logs.map(({ text }) => text)).toEqual(['data abc', 'data def', 'end']);
  socket.destroy();
});

test('work after the response is not recorded and breaks nothing', async () => {
  const after: unknown[] = [];
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const running = await startServer((_request, response) => {
    response.end('ok');
    response.on('close', () =>
      setTimeout(async () => {
        output.log('late');
        note('late', 1);
        after.push(
          currentTrail(),
          measure('late', () => 1),
          await subrequest('late', async () => 2),
        );
        finish();
      }, 20),
    );
  });
  const detail = await requestDetail(running);
  await done;
  expect(after).toEqual([undefined, 1, 2]);
  expect(JSON.stringify(detail)).not.toContain('late');
  expect(await waitForEntries(running, 1)).toHaveLength(1);
  expect(running.book.stats().faults).toBe(0);
});

test('records phases, CPU time and event-loop delay', async () => {
  const running = await startServer(async (_request, response) => {
    await sleep(30);
    blockFor(60);
    response.writeHead(200);
    await sleep(10);
    response.end('ok');
  });
  const { phases, cpu = 0, loopDelay = 0 } = await requestDetail(running);
  expect(phases?.handler).toBeUndefined();
  expect(phases?.headers).toBeGreaterThan(85_000);
  expect(phases?.finished).toBeGreaterThan((phases?.headers ?? 0) + 8000);
  expect(cpu).toBeGreaterThan(20_000);
  expect(loopDelay).toBeGreaterThan(30_000);
});

test('records when the route handler starts, and keeps the context through async middleware', async () => {
  const app = express();
  const book = recordExpress(app, { storage: 'memory:' });
  app.use(express.json());
  app.use(async (_request, _response, next) => {
    await sleep(5);
    next();
  });
  app.post('/users/:id', (request, response) => {
    output.log(`body ${request.body.name}`);
    response.json({});
  });
  const running = await listen(createServer(app), book);
  closeLater(running);
  const response = await fetch(`${running.url}/users/7`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"jo"}',
  });
  await response.text();
  const { phases, logs } = await detailOf(running, '/users/7');
  expect(phases?.handler).toBeGreaterThan(4000);
  expect(phases?.headers).toBeGreaterThanOrEqual(phases?.handler ?? 0);
  expect(logs?.map(({ text }) => text)).toEqual(['body jo']);
});

test('runs only the enabled instrumentations, and none without details', async () => {
  const handle = () => {
    output.log('said');
    note('said', 'too');
  };
  const some = await startServer(handle, { instrumentations: ['load'] });
  expect(await requestDetail(some)).not.toHaveProperty('logs');
  expect((await requestDetail(some, '/b')).notes).toHaveLength(1);

  let trail: unknown;
  const none = await startServer(
    () => {
      handle();
      trail = currentTrail();
    },
    { instrumentations: 'none' },
  );
  const detail = await requestDetail(none);
  expect(Object.keys(detail).sort()).toEqual([
    'exception',
    'httpVersion',
    'requestHeaders',
    'responseHeaders',
    'socketIp',
  ]);
  expect(trail).toBeUndefined();
});

test('instrumentations are on while at least one book uses them', async () => {
  const channels = [
    'console.log',
    'http.client.request.created',
    'undici:request:create',
    'tracing:mysql2:query:start',
    'tracing:pino_asJson:end',
  ];
  const subscribed = () => channels.filter((name) => diagnostics_channel.hasSubscribers(name));
  const { writeHead } = ServerResponse.prototype;
  const write = process.stdout.write;
  const { prepare } = DatabaseSync.prototype;
  const quiet = await serve(() => {}, { instrumentations: 'none' });
  expect(subscribed()).toEqual([]);
  // What the app says of a request must not go to another one, so outgoing calls are followed.
  const entriesOnly = await serve(() => {}, { details: 'none' });
  expect(subscribed()).toEqual(['http.client.request.created', 'undici:request:create']);
  await entriesOnly.close();
  expect(subscribed()).toEqual([]);
  const first = await serve(() => {});
  const second = await serve(() => {});
  expect(subscribed()).toEqual(channels);
  expect(DatabaseSync.prototype.prepare).not.toBe(prepare);
  await first.close();
  expect(subscribed()).toEqual(channels);
  await second.close();
  expect(subscribed()).toEqual([]);
  expect(ServerResponse.prototype.writeHead).toBe(writeHead);
  expect(process.stdout.write).toBe(write);
  expect(DatabaseSync.prototype.prepare).toBe(prepare);
  await quiet.close();
});

test('records the entry and its sub-requests when the detail is not kept', async () => {
  const running = await startServer(() => void subrequest('sub', () => output.log('said')), {
    details: { slowerThan: 60_000 },
  });
  await sendRequest(running.port, '/');
  const rows = await entriesOf(running, '/');
  expect(rows.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['main', 'policy'],
    ['sub', 'policy'],
  ]);
});

test('an error in an instrumentation is counted as a fault and does not affect the app', async () => {
  const line = diagnostics_channel.channel('tracing:pino_asJson:end');
  const query = diagnostics_channel.tracingChannel('mysql2:query');
  const hostile = (key: string) =>
    Object.defineProperty({}, key, {
      get() {
        throw new Error('no');
      },
    });
  const running = await startServer((_request, response) => {
    line.publish(hostile('result'));
    query.traceSync(() => 1, hostile('query'));
    response.end('ok');
  });
  expect((await sendRequest(running.port, '/')).body).toBe('ok');
  await entriesOf(running, '/');
  expect(running.book.stats().faults).toBe(2);
});

test('stores a redacted trail in a SQLite book', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
  const running = await serve(
    async () => {
      await measure('step', () => sleep(1));
      await subrequest('part', () => output.log('password=CANARY'));
    },
    { storage: `sqlite:${join(folder, 'book.db')}` },
  );
  const detail = await requestDetail(running);
  expect(detail.spans).toMatchObject([{ name: 'step' }, { name: 'part' }]);
  expect(detail.logs).toMatchObject([{ text: 'password=***' }]);
  expect(await entriesOf(running, '/')).toMatchObject([{ kind: 'main' }, { kind: 'sub', route: 'part' }]);
  await running.close();
  rmSync(folder, { recursive: true });
});
