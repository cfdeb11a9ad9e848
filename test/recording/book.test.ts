import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { gatebook as fastifyGatebook } from '../../src/fastify.ts';
import { gatebook } from '../../src/http.ts';
import { FASTIFY, listen, waitForEntries } from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

/** A folder cannot be created below a device, so this book never opens. */
const UNUSABLE = 'sqlite:/dev/null/x/book.db';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a book that cannot be opened starts no thread per request and closes without an error', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  let threads = 0;
  const count = () => threads++;
  process.on('worker', count);
  const server = createServer((_request, response) => response.end('ok'));
  const running = await listen(server, gatebook(server, { storage: UNUSABLE }));
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  // On a busy machine it takes a while until opening the book fails, and a request takes long.
  for (let n = 0; n < 30 || elapsed() < 1200 || (stderr.mock.calls.length === 0 && elapsed() < 10_000); n++)
    expect((await sendRequest(running.port, '/')).body).toBe('ok');
  // Each attempt may start a few threads: at the start, and after 250 and 500 ms.
  expect(threads).toBeLessThan(12);
  const before = threads;
  const { recorded } = running.book.stats();
  await expect(running.close()).resolves.toBeUndefined();
  expect(threads).toBe(before);
  expect(recorded).toBeGreaterThan(20);
  expect(running.book.stats()).toMatchObject({ recorded, stored: 0, dropped: recorded, held: 0, faults: 0 });
  expect(stderr.mock.calls.map(([line]) => /kept in memory|were dropped/.exec(String(line))?.[0])).toEqual([
    'kept in memory',
    'were dropped',
  ]);
  process.off('worker', count);
});

test('a logger gets all that the book has to say, and stderr nothing', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  vi.stubEnv('NODE_ENV', 'development');
  const lines: string[] = [];
  const logger = {
    info: (message: string) => void lines.push(`info ${message}`),
    warn: (message: string) => void lines.push(`warn ${message}`),
  };
  const server = createServer((_request, response) => response.end('ok'));
  const running = await listen(server, gatebook(server, { storage: UNUSABLE, logger }));
  vi.unstubAllEnvs();
  await sendRequest(running.port, '/');
  await running.close();
  expect(lines).toContainEqual(expect.stringMatching(/^info gatebook: Profile Search: http:.*#key=/));
  expect(lines).toContainEqual(expect.stringMatching(/^warn gatebook: .*were dropped/));
  expect(stderr).not.toHaveBeenCalled();
});

test.each(Object.entries(FASTIFY))('%s closes even if its book cannot be opened', async (_name, fastify) => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const app = fastify();
  await app.register(fastifyGatebook, { storage: UNUSABLE });
  await app.inject('/');
  await expect(app.close()).resolves.toBeUndefined();
});

test('a book can be closed more than once', async () => {
  const book = gatebook(createServer(), { storage: 'memory:' });
  await Promise.all([book.close(), book.close()]);
  await book.close();
});

test('a request that cannot be recorded gets its response and counts as a fault', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/odd') Object.defineProperty(request, 'rawHeaders', { value: null });
    response.end('ok');
  });
  const running = await listen(server, gatebook(server, { storage: 'memory:' }));
  expect((await sendRequest(running.port, '/odd')).body).toBe('ok');
  expect((await sendRequest(running.port, '/')).body).toBe('ok');
  expect(await waitForEntries(running, 1)).toHaveLength(1);
  expect(running.book.stats()).toMatchObject({ recorded: 1, faults: 1 });
  await running.close();
});

test('records the status that was sent, even if the app changes it afterwards', async () => {
  const server = createServer((_request, response) => {
    response.end('ok');
    response.statusCode = Number.NaN;
  });
  const running = await listen(server, gatebook(server, { storage: 'memory:' }));
  await sendRequest(running.port, '/');
  expect((await waitForEntries(running, 1))[0]?.status).toBe(200);
  await running.close();
});

test('many books in one process add no listener, and leave the process as it was', () => {
  const script = `
    import { createServer, get } from 'node:http';
    import { gatebook } from ${JSON.stringify(import.meta.resolve('../../src/http.ts'))};
    const books = Array.from({ length: 12 }, () => {
      const server = createServer((request, response) => response.end());
      const book = gatebook(server, { storage: 'memory:' });
      server.listen(0, '127.0.0.1', () =>
        get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => response.resume()));
      server.on('request', () => server.close());
      return book;
    });
    console.log(process.listenerCount('SIGTERM'));
    process.once('beforeExit', async () => {
      await Promise.all(books.map((book) => book.close()));
      console.log(books.reduce((sum, book) => sum + book.stats().stored, 0));
      console.log(process.listenerCount('SIGTERM'), Object.hasOwn(process, 'emit'));
    });
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual(['0', '12', '0 false']);
});

test('refuses invalid options when the book is created, not later in a thread', () => {
  const make = (options: object) => () => gatebook(createServer(), { storage: 'memory:', ...options });
  expect(make({ redact: { add: [''] } })).toThrow(/redact/);
  expect(make({ trustProxy: true })).toThrow(/trustProxy/);
  expect(make({ ignore: { paths: [1] } })).toThrow(/ignore/);
  expect(make({ details: 'some' })).toThrow(/details/);
});
