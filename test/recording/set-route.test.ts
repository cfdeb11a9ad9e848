import { createServer } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { setRoute } from '../../src/index.ts';
import { listen } from '../support/frameworks/frameworks.ts';
import { entriesOf, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer, closeLater } = serversOfTest();

test('setRoute sets the route of a request, bounded and redacted', async () => {
  const server = await startServer(async ({ url = '' }) => {
    await null;
    setRoute('/first');
    if (url === '/users') setRoute('/users/:id');
    if (url === '/long') setRoute('/part'.repeat(999));
    if (url === '/secret') setRoute('/share/ghp_abcdefghijklmnop1234567890abcdefghij');
    if (url === '/odd') setRoute({ toString: () => 'odd' } as never);
  });
  const routeOf = async (path: string) => {
    await sendRequest(server.port, path);
    return (await entriesOf(server, path))[0]?.route;
  };
  expect(await routeOf('/one')).toBe('/first');
  expect(await routeOf('/users')).toBe('/users/:id');
  expect(await routeOf('/long')).toMatch(/^(?:\/part){90,102}/);
  expect((await routeOf('/long'))?.length).toBeLessThanOrEqual(512);
  expect(await routeOf('/secret')).toBe('/share/***');
  expect(server.book.stats().faults).toBe(0);
});

test('setRoute takes precedence over the route of a framework, also if no route matched', async () => {
  const app = express();
  const book = gatebook(app, { storage: 'memory:' });
  app.get('/known/:id', (_request, response) => {
    setRoute('/mine/:id');
    response.end();
  });
  app.use((_request, response) => {
    setRoute('/fallback');
    response.status(404).end();
  });
  const server = closeLater(await listen(createServer(app), book));
  await sendRequest(server.port, '/known/1');
  expect((await entriesOf(server, '/known/1')).map(({ route }) => route)).toEqual(['/mine/:id']);
  await sendRequest(server.port, '/none');
  expect((await entriesOf(server, '/none'))[0]?.route).toBe('/fallback');
});

test('setRoute does nothing outside of a request', () => {
  expect(() => setRoute('/x')).not.toThrow();
});
