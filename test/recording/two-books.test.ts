import { Console } from 'node:console';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import type { Instrumentation } from '../../src/index.ts';
import { note } from '../../src/index.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { RunningServer } from '../support/frameworks/frameworks.ts';
import { requestDetail, serve } from '../support/recorded-server.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const output = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

/** Each request logs, notes and blocks the event loop. */
async function start(options: GatebookOptions): Promise<RunningServer> {
  const server = await serve(() => {
    output.log('a line');
    note('tenant', 'acme');
    const until = performance.now() + 30;
    while (performance.now() < until);
  }, options);
  running.push(server);
  return server;
}

test('each book runs its own instrumentations', async () => {
  const quiet = await start({ instrumentations: ['fetch'] });
  const all = await start({});
  const none = await start({ instrumentations: 'none' });
  for (const path of ['/1', '/2']) {
    const [quietDetail, allDetail, noneDetail] = [
      await requestDetail(quiet, path),
      await requestDetail(all, path),
      await requestDetail(none, path),
    ];
    expect(quietDetail).toMatchObject({ notes: [{ key: 'tenant', value: 'acme' }] });
    expect(quietDetail).not.toHaveProperty('logs');
    expect(quietDetail).not.toHaveProperty('cpu');
    expect(quietDetail.phases).not.toHaveProperty('headers');
    expect(allDetail).toMatchObject({ logs: [{ text: 'a line' }], cpu: expect.any(Number) });
    expect(allDetail.phases).toHaveProperty('headers');
    expect(noneDetail).not.toHaveProperty('notes');
  }
});

test('closing one book changes nothing for the other', async () => {
  const first = await start({});
  const second = await start({});
  await requestDetail(first, '/1');
  running.splice(running.indexOf(first), 1);
  await first.close();
  expect(await requestDetail(second, '/2')).toMatchObject({
    logs: [{ text: 'a line' }],
    cpu: expect.any(Number),
    loopDelay: expect.any(Number),
    phases: { headers: expect.any(Number) },
  });
});

test('an instrumentation only sees the requests of its own book', async () => {
  const seen: boolean[] = [];
  const observe = (): Instrumentation => ({
    name: 'mine',
    start({ isRecording, note: add }) {
      const log = (...values: unknown[]) => {
        seen.push(isRecording());
        add('seen', values);
      };
      process.on('gatebook-test' as never, log);
      return () => process.off('gatebook-test' as never, log);
    },
  });
  const mine = await serve(() => void process.emit('gatebook-test' as never, 'x' as never), {
    instrumentations: [observe()],
  });
  const other = await serve(() => void process.emit('gatebook-test' as never, 'y' as never));
  running.push(mine, other);
  expect((await requestDetail(mine, '/1')).notes).toEqual([{ key: 'seen', value: "[ 'x' ]" }]);
  expect(await requestDetail(other, '/2')).not.toHaveProperty('notes');
  expect(seen).toEqual([true, false]);
});

test('a request goes to the book of the outermost app, with the instrumentations of that book', async () => {
  const inner = createServer((_request, response) => {
    output.log('inside');
    response.end();
  });
  const innerBook = gatebook(inner, { storage: 'memory:' });
  const outer = await serve(
    (request, response) => {
      inner.emit('request', request, response);
      return new Promise((resolve) => response.once('close', resolve));
    },
    { instrumentations: ['fetch'] },
  );
  running.push(outer);
  expect(await requestDetail(outer, '/1')).not.toHaveProperty('logs');
  expect(innerBook.stats().recorded).toBe(0);
  await innerBook.close();
});
