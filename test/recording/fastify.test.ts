import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { gatebook } from '../../src/fastify.ts';
import type { Gatebook } from '../../src/gatebook.ts';
import { type Any, FASTIFY, waitForEntries } from '../support/frameworks/frameworks.ts';

async function summaries(book: Gatebook, count: number): Promise<string[]> {
  return (await waitForEntries({ book }, count)).map(
    ({ kind, status, route }) => `${kind} ${status} ${route || '-'}`,
  );
}

describe.each(Object.entries(FASTIFY))('%s', (_name, fastify) => {
  async function create(): Promise<Any> {
    const app = fastify();
    await app.register(gatebook, { storage: 'memory:' });
    return app;
  }

  test.each([false, true])(
    'a route that calls callNotFound() has an error stage (custom handler: %s)',
    async (customHandler) => {
      const app = await create();
      app.get('/:id', (_request: Any, reply: Any) => reply.callNotFound());
      if (customHandler)
        app.setNotFoundHandler(async (_request: Any, reply: Any) => reply.code(404).send('own'));
      expect((await app.inject('/7')).statusCode).toBe(404);
      expect(await summaries(app.gatebook, 2)).toEqual(['main 404 -', 'error 404 -']);
      await app.close();
    },
  );

  test('the not-found handler of a plugin is one stage, however it is reached', async () => {
    const app = await create();
    app.register(
      async (plugin: Any) => {
        plugin.setNotFoundHandler(async (_request: Any, reply: Any) => reply.code(404).send('plugin'));
        plugin.get('/called', (_request: Any, reply: Any) => reply.callNotFound());
        plugin.get('/gone', async (_request: Any, reply: Any) => reply.code(404).send('gone'));
      },
      { prefix: '/p' },
    );
    await app.inject('/p/gone');
    await app.inject('/p/called');
    await app.inject('/p/none');
    expect(await summaries(app.gatebook, 5)).toEqual([
      'main 404 -',
      'error 404 -',
      'main 404 -',
      'error 404 -',
      'main 404 /p/gone',
    ]);
    await app.close();
  });

  test('records an injected request, whose socket does not count bytes', async () => {
    const app = await create();
    app.get('/stream', async (_request: Any, reply: Any) =>
      reply.type('text/plain').send(Readable.from(['a', 'b'])),
    );
    expect((await app.inject('/stream')).payload).toBe('ab');
    const [entry] = await waitForEntries({ book: app.gatebook }, 1);
    expect(entry).toMatchObject({
      status: 200,
      route: '/stream',
      requestBytes: 0,
      responseBytes: 0,
      error: '',
    });
    await app.close();
  });
});
