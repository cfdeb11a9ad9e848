import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
// @ts-expect-error: it has no types of its own
import passport from 'passport';
import { describe, expect, test } from 'vitest';
import { gatebook as gatebookExpress } from '../../src/express.ts';
import { gatebook as gatebookFastify } from '../../src/fastify.ts';
import { setRoute, subrequest, tag, user } from '../../src/index.ts';
import { gatebook as gatebookKoa } from '../../src/koa.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { Entry } from '../../src/profile/entry.ts';
import {
  type Any,
  EXPRESS,
  FASTIFY,
  KOA,
  listen,
  type RunningServer,
  waitForEntries,
} from '../support/frameworks/frameworks.ts';
import { detailOf, entriesOf, serve, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer, closeLater } = serversOfTest();

/** Handles one request and returns its main entry. */
async function entryOf(running: RunningServer, path = '/'): Promise<Entry> {
  await sendRequest(running.port, path);
  const [entry] = await entriesOf(running, path);
  if (!entry) throw new Error('No entry found.');
  return entry;
}

const handle = async (...args: Parameters<typeof serve>) => entryOf(await startServer(...args));
/** The recorded user of a request on which the app sets this one. */
const userOf = async (given: unknown) =>
  (await handle((request) => void Object.assign(request, { user: given }))).user;

describe('the user', () => {
  test('is the last one that the app named; null takes it back', async () => {
    expect((await handle(() => ['ann', 'bob'].forEach(user))).user).toBe('bob');
    expect((await handle(() => user(42))).user).toBe('42');
    expect((await handle(() => user(9007199254740993n))).user).toBe('9007199254740993');
    const taken = await handle(() => {
      user('ann');
      user(null);
    });
    expect(taken.user).toBe('');
  });

  test('is in the entry without details too, as are tags, the route and sub-requests', async () => {
    const running = await startServer(
      async () => {
        user('ann');
        tag('beta');
        setRoute('/named');
        await subrequest('render', () => {});
      },
      { details: 'none' },
    );
    await sendRequest(running.port, '/');
    const named = { user: 'ann', tags: ['beta'], detail: 'off' };
    expect(await waitForEntries(running, 2)).toMatchObject([
      { ...named, route: '/named' },
      { ...named, kind: 'sub' },
    ]);
  });

  test('is on the error stage and the sub-requests too', async () => {
    const running = await startServer(async () => {
      user('ann');
      tag('beta');
      await subrequest('render', () => {});
    });
    await sendRequest(running.port, '/');
    const entries = await entriesOf(running, '/');
    expect(entries.map(({ kind, user: id, tags }) => [kind, id, tags])).toEqual([
      ['main', 'ann', ['beta']],
      ['sub', 'ann', ['beta']],
    ]);
  });

  test.each([
    ['an id', { id: 7, username: 'ann', password: 'CANARY' }, '7'],
    [
      'an id of MongoDB',
      { _id: { toHexString: () => '507f1f77bcf86cd799439011' } },
      '507f1f77bcf86cd799439011',
    ],
    ['a subject', { sub: 'auth0|5', iat: 1 }, 'auth0|5'],
    ['a name', { id: { a: 1 }, username: 'ann' }, 'ann'],
    ['a plain id', 'ann', 'ann'],
    ['nothing usable', { email: 'ann@example.com', token: 'CANARY', id: Promise.resolve(1) }, ''],
    ['a list', ['CANARY'], ''],
    ['a function', () => 'CANARY', ''],
    ['not a number', { id: Number.NaN }, ''],
    ['null', null, ''],
  ])('is read from request.user: %s', async (_, given, expected) => {
    expect(await userOf(given)).toBe(expected);
  });

  test('is read once, and a getter that throws does no harm', async () => {
    let reads = 0;
    const counting = {
      get id() {
        reads++;
        return 'ann';
      },
      get _id() {
        throw new Error('not needed');
      },
    };
    expect(await userOf(counting)).toBe('ann');
    expect(reads).toBe(1);
    const failing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(await userOf(failing)).toBe('');
    const asRequest = await handle((request) =>
      Object.defineProperty(request, 'user', {
        get: () => {
          throw new Error('no');
        },
      }),
    );
    expect(asRequest).toMatchObject({ user: '', status: 200 });
  });

  test('comes from the option, called once, when the request has ended', async () => {
    const calls: unknown[] = [];
    const options: GatebookOptions = {
      user: (request) => {
        calls.push(request.url);
        return (request as Any).session;
      },
    };
    const entry = await handle(
      (request) => void Object.assign(request, { session: 'ann', user: { id: 'x' } }),
      options,
    );
    expect(entry.user).toBe('ann');
    expect(calls).toEqual(['/']);
    expect((await handle(() => user('bob'), { user: () => 'ann' })).user).toBe('bob');
    for (const given of [
      () => undefined,
      () => {
        throw new Error('no');
      },
      () => Promise.resolve('CANARY'),
      () => ({ id: 1 }),
    ])
      expect((await handle(() => {}, { user: given as Any })).user).toBe('');
  });

  test.each([
    ['control characters', 'a\u0000b\u001b[31m\n', 'a\u0000b\n'],
    ['a megabyte', 'x'.repeat(1e6), '***…cut'],
    ['a name of Object', '__proto__', '__proto__'],
    ['half a character', '\ud800', '\ud800'],
    ['a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijklmnopqrstuvwxyz0123', '***JWT***'],
  ])('may be anything: %s', async (_, id, expected) => {
    expect((await handle(() => user(id))).user).toBe(expected);
    expect(await userOf({ id })).toBe(expected);
  });

  test('never reads headers and cookies', async () => {
    const running = await startServer(() => {});
    const headers = { authorization: 'Basic YW5uOkNBTkFSWQ==', cookie: 'user=ann', 'x-user': 'ann' };
    await fetch(running.url, { headers });
    expect((await entriesOf(running, '/'))[0]?.user).toBe('');
  });

  test('is a hash if the book is to keep no ids, which differs between books', async () => {
    const options: GatebookOptions = { redact: { user: 'hash' } };
    const [first, second] = [
      await handle(() => user('Ann'), options),
      await handle(() => user('Ann'), options),
    ];
    expect(first.user).toMatch(/^hash:[0-9a-f]{24}$/);
    expect(second.user).not.toBe(first.user);
    expect((await handle(() => {}, options)).user).toBe('');
  });

  test.each(['memory:', 'sqlite'])('that is a hash is found by the plain id: %s', async (storage) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
    try {
      const running = await serve(({ url }) => user(url === '/ann' ? 'Ann@Example.com' : 'bob'), {
        storage: storage === 'sqlite' ? `sqlite:${folder}/book` : storage,
        redact: { user: 'hash' },
      });
      for (const path of ['/ann', '/bob']) await sendRequest(running.port, path);
      await waitForEntries(running, 2);
      const find = async (query: string) =>
        (await running.book.search(query)).entries.map(({ url }) => new URL(url).pathname).sort();
      expect(await find('user:ann@example.com')).toEqual(['/ann']);
      expect(await find('-user:ann@example.com')).toEqual(['/bob']);
      expect(await find('user:ann@example.com,bob')).toEqual(['/ann', '/bob']);
      expect(await find('user:a*')).toEqual([]);
      const [{ user: hash = '' } = {}] = (await running.book.search('user:bob')).entries;
      expect(await find(`user:${hash}`)).toEqual(['/bob']);
      expect(JSON.stringify((await running.book.search('')).entries)).not.toMatch(/ann@example|"bob"/i);
      await running.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('tags', () => {
  test('are few, short, distinct and not empty; the profile says how many more there were', async () => {
    const running = await startServer(() => {
      for (const name of ['beta', 'beta', '', '__proto__', 'x'.repeat(1e6), 'x'.repeat(2e6)]) tag(name);
      for (let n = 0; n < 10_000; n++) tag(`tag ${n}`);
      tag('beta');
    });
    const { tags } = await entryOf(running);
    expect(tags.slice(0, 4)).toEqual(['beta', '__proto__', '***…cut', 'tag 0']);
    expect(tags).toHaveLength(16);
    expect((await detailOf(running, '/')).omitted).toEqual({ tags: 9987 });
  });

  test('are redacted', async () => {
    expect((await handle(() => tag('token=CANARY'))).tags).toEqual(['token=***']);
  });
});

describe('queries', () => {
  test.each(['all', { sample: 0 }] as const)('are counted with details: %j', async (details) => {
    const database = new DatabaseSync(':memory:');
    const entry = await handle(
      () => {
        for (let n = 0; n < 3; n++) database.exec('SELECT 1');
      },
      { details },
    );
    expect(entry.detail).toBe(details === 'all' ? 'kept' : 'policy');
    expect(entry.queries).toBe(3);
    expect(entry.queryTime).toBeGreaterThanOrEqual(0);
    expect(entry.queryTime).toBeLessThanOrEqual(entry.duration);
  });
});

describe.each(Object.entries(EXPRESS))('Passport on %s', (_, express) => {
  test('gives its user', async () => {
    const app = express();
    const running = await listen(createServer(app), gatebookExpress(app, { storage: 'memory:' }));
    closeLater(running);
    const authenticator = new passport.Passport();
    class Always extends passport.Strategy {
      name = 'always';
      authenticate() {
        (this as Any).success({ id: 'ann', password: 'CANARY' });
      }
    }
    authenticator.use(new Always());
    app.get('/', authenticator.authenticate('always', { session: false }), (_: Any, response: Any) =>
      response.send('ok'),
    );
    expect((await entryOf(running)).user).toBe('ann');
  });
});

test.each(Object.entries(FASTIFY))('%s gives request.user', async (_, fastify) => {
  const app = fastify();
  await app.register(gatebookFastify, { storage: 'memory:' });
  app.decorateRequest('user', null);
  app.addHook('preHandler', async (request: Any) => {
    request.user = { id: 'ann' };
  });
  app.get('/', async () => 'ok');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const running = await listen(app.server, app.gatebook);
  closeLater(running);
  expect((await entryOf(running)).user).toBe('ann');
});

test.each(Object.entries(KOA))('%s gives context.state.user', async (_, Koa) => {
  const app = new Koa();
  const book = gatebookKoa(app, { storage: 'memory:' });
  app.use((context: Any) => {
    context.state.user = { id: 'ann' };
    context.body = 'ok';
  });
  const running = await listen(createServer(app.callback()), book);
  closeLater(running);
  expect((await entryOf(running)).user).toBe('ann');
});
