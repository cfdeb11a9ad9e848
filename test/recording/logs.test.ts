import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsoleLogger, Logger } from '@nestjs/common';
import pino from 'pino';
import { pinoHttp } from 'pino-http';
import { afterEach, expect, test, vi } from 'vitest';
import winston from 'winston';
import { log, report } from '../../src/index.ts';
import { waitForEntries } from '../support/frameworks/frameworks.ts';
import { requestDetail, serversOfTest } from '../support/recorded-server.ts';

const { startServer } = serversOfTest();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Discards output, so that tests do not write to stdout. */
const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function quiet() {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
}

test('records console output with its level and without secrets', async () => {
  const output = new Console(discard());
  const running = await startServer(async () => {
    output.log('hello %s', 'world');
    await sleep(5);
    output.warn('password=CANARY');
    output.error(new TypeError('broken'));
    output.debug({ deep: { token: 'CANARY' } });
  });
  const { logs = [] } = await requestDetail(running);
  expect(logs.map(({ source, level }) => [source, level])).toEqual([
    ['console', 'log'],
    ['console', 'warn'],
    ['console', 'error'],
    ['console', 'debug'],
  ]);
  expect(logs[0]?.text).toBe('hello world');
  expect(logs[2]?.text).toContain('TypeError: broken');
  expect(logs[1]?.at).toBeGreaterThan(4000);
  expect(JSON.stringify(logs)).not.toContain('CANARY');
});

test('records pino lines and their fields, wherever pino writes to', async () => {
  const logger = pino({ redact: ['own'] }, discard());
  const running = await startServer(() => {
    logger.info({ user: 'jo', own: 'CANARY', apiKey: 'CANARY' }, 'signed in');
    logger.child({ part: 'cart' }).error(new Error('no stock'));
    logger.debug('below its level');
  });
  const { logs = [] } = await requestDetail(running);
  expect(logs).toMatchObject([
    { source: 'pino', level: 'info', text: 'signed in' },
    { source: 'pino', level: 'error', text: 'no stock' },
  ]);
  expect(JSON.parse(logs[1]?.fields ?? '')).toMatchObject({ part: 'cart', err: { type: 'Error' } });
  expect(logs[0]?.fields).toContain('"user":"jo"');
  expect(JSON.stringify(logs)).not.toContain('CANARY');
});

test('shows the message of a line of pino-http, also of one that was cut', async () => {
  const recordRequest = pinoHttp({ logger: pino(discard()) });
  const running = await startServer((request, response) => {
    recordRequest(request, response);
    response.setHeader('x-long', request.url === '/long' ? 'a word, '.repeat(700) : 'short');
    request.log.warn({ cart: 7 }, 'nearly empty');
  });
  for (const path of ['/short', '/long']) {
    const { logs = [] } = await requestDetail(running, path);
    expect(logs.map(({ level, text }) => [level, text])).toEqual([
      ['warn', 'nearly empty'],
      ['info', 'request completed'],
    ]);
    expect(logs[1]?.fields).toContain('"req":{');
  }
});

test('records winston lines from the output of the process', async () => {
  quiet();
  vi.stubGlobal('console', new Console(process.stdout, process.stderr));
  const logger = winston.createLogger({ transports: [new winston.transports.Console()] });
  const running = await startServer(async (request) => {
    logger.info('first', { path: request.url });
    await sleep(5);
    logger.error('second');
  });
  const { logs } = await requestDetail(running);
  expect(logs).toMatchObject([
    { source: 'stdout', level: 'info', text: 'first', fields: '{"path":"/"}' },
    { source: 'stdout', level: 'error', text: 'second' },
  ]);
});

test("records lines of Nest's logger once, with level and context", async () => {
  quiet();
  const logger = new Logger('Cart', { timestamp: true });
  const json = new ConsoleLogger('Cart', { json: true });
  const running = await startServer(() => {
    logger.log('added', { id: 7 });
    logger.warn('password=CANARY');
    logger.error('refused', new Error('no stock').stack);
    logger.verbose('seen');
    Logger.debug('static');
    json.fatal('as JSON');
  });
  const { logs = [] } = await requestDetail(running);
  expect(logs.map(({ level, text, fields }) => [level, text.split('\n')[0], fields])).toEqual([
    ['log', 'added { id: 7 }', '{"context":"Cart"}'],
    ['warn', 'password=***', '{"context":"Cart"}'],
    ['error', 'refused', '{"context":"Cart"}'],
    ['', 'Error: no stock', undefined],
    ['verbose', 'seen', '{"context":"Cart"}'],
    ['debug', 'static', undefined],
    ['fatal', 'as JSON', '{"context":"Cart"}'],
  ]);
});

test('records other output of the process once, without colours', async () => {
  quiet();
  const stdoutConsole = new Console(process.stdout, process.stderr);
  const stdoutPino = pino(process.stdout as unknown as pino.DestinationStream);
  const running = await startServer(() => {
    process.stdout.write('\u001b[32mGET\u001b[0m / 200\n');
    process.stderr.write(Buffer.from('bytes\n'));
    stdoutConsole.log('once');
    stdoutPino.info('once more');
  });
  const { logs = [] } = await requestDetail(running);
  expect(logs.map(({ source, text }) => [source, text])).toEqual([
    ['stdout', 'GET / 200'],
    ['stderr', 'bytes'],
    ['console', 'once'],
    ['pino', 'once more'],
  ]);
});

test('records what the console prints once, however it is laid out', async () => {
  quiet();
  const output = new Console({ stdout: process.stdout, stderr: process.stderr, colorMode: true });
  const failing = new Console({ stdout: process.stdout, ignoreErrors: false });
  const elsewhere = new Console(discard());
  const long = { id: 7, items: Array.from({ length: 120 }, (_, i) => ({ sku: `item-${i}`, count: i })) };
  const calls: readonly (() => void)[] = [
    () => output.log(long),
    () => output.error({ a: { b: { c: { d: { e: 1 } } } } }, [long]),
    () => output.warn(new Map([[{ key: 'x'.repeat(60) }, new Set(['y'.repeat(60)])]])),
    () => output.info('%o and %O', long, [[[[[1]]]]]),
    () => output.debug({ text: `${'line\n'.repeat(30)}` }),
    () => output.log('\n\n  first\nsecond'),
    () => output.error(Object.assign(new Error('failed', { cause: long }), { long })),
    () => output.table([{ a: 1, b: 2 }]),
    () => output.group(long),
    () => output.log(long),
    () => output.groupEnd(),
    () => failing.log('plain'),
    () => elsewhere.log(long),
  ];
  const running = await startServer(() => {
    for (const [i, call] of calls.entries()) {
      call();
      process.stdout.write(`{ after: ${i} }\n`);
    }
    output.dir({ only: 'printed' });
  });
  const { logs = [] } = await requestDetail(running);
  const withoutGroupEnd = calls.flatMap((_call, i) => (i === 10 ? ['stdout'] : ['console', 'stdout']));
  expect(logs.map(({ source }) => source)).toEqual([...withoutGroupEnd, 'stdout']);
  expect(logs.at(-1)?.text).toBe("{ only: 'printed' }");
});

test('records lines and handled errors passed to log() and report()', async () => {
  const running = await startServer((request, response) => {
    log('notice', 'cart', { items: 3 });
    report(new RangeError('tolerated', { cause: new Error('token=CANARY') }));
    if (request.url === '/failed') response.statusCode = 503;
  });
  const { logs, exception } = await requestDetail(running, '/fine');
  expect(logs).toMatchObject([
    { source: 'app', level: 'notice', text: 'cart { items: 3 }' },
    { source: 'app', level: 'error', text: 'RangeError: tolerated' },
  ]);
  expect(exception).toMatchObject({ name: 'RangeError', cause: { message: 'token=***' } });
  await requestDetail(running, '/failed');
  expect((await waitForEntries(running, 2)).map(({ url, error }) => [new URL(url).pathname, error])).toEqual([
    ['/failed', 'RangeError'],
    ['/fine', ''],
  ]);
});

test('an error that was logged is the exception of a request that failed', async () => {
  const output = new Console(discard());
  const logger = pino(discard());
  const running = await startServer(({ url }, response) => {
    output.warn(new Error('a warning'));
    if (url?.includes('console')) output.error('failed:', new RangeError('token=CANARY'), new Error('later'));
    if (url?.includes('pino')) logger.error({ err: new TypeError('no stock') }, 'failed');
    if (url?.includes('both')) report(new SyntaxError('reported'));
    if (!url?.includes('fine')) response.statusCode = 500;
  });
  const exceptionOf = async (path: string) => (await requestDetail(running, path)).exception;
  expect(await exceptionOf('/console')).toMatchObject({ name: 'RangeError', message: 'token=***' });
  expect(await exceptionOf('/pino')).toMatchObject({ name: 'TypeError', message: 'no stock' });
  expect(await exceptionOf('/console/both')).toMatchObject({ name: 'SyntaxError' });
  expect(await exceptionOf('/console/fine')).toBeNull();
  expect(await exceptionOf('/warned')).toBeNull();
});

test('a log value that cannot be formatted breaks nothing, and excess lines are counted', async () => {
  const output = new Console(discard());
  const hostile = { [Symbol.for('nodejs.util.inspect.custom')]: () => 'x'.repeat(1e6) };
  const running = await startServer((request) => {
    if (request.url === '/flood') for (let n = 0; n < 10_000; n++) output.log('line', n);
    else output.log(hostile, Object.create(null), new EventEmitter());
  });
  expect((await requestDetail(running, '/hostile')).logs).toHaveLength(1);
  const { logs, omitted } = await requestDetail(running, '/flood');
  expect(logs).toHaveLength(500);
  expect(omitted).toEqual({ logs: 9500 });
  expect(running.book.stats().faults).toBe(0);
});
