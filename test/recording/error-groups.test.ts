import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { expect, test } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { job } from '../../src/index.ts';
import { listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { closeLater } = serversOfTest();
const HERE = 'test/recording/error-groups.test.ts';

function charge(card: string): never {
  throw new Error(`Card ${card} of order ${Math.random()} was declined`);
}

const database = new DatabaseSync(':memory:');

async function start(options: object = {}): Promise<RunningServer> {
  const app = express();
  app.set('env', 'test');
  app.use(express.json());
  const book = gatebook(app, { storage: 'memory:', ...options });
  app.get('/api/pay/:card', (request) => charge(request.params.card));
  app.get('/badsql', (request) => void database.prepare(`SELEC ${String(request.query.n)}`));
  app.get('/late', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    charge('4242');
  });
  app.post('/json', (_request, response) => void response.end());
  return closeLater(await listen(createServer(app), book));
}

async function groupsOf({ book }: RunningServer, query = ''): Promise<string[]> {
  await book.flush();
  const { entries } = await book.search(`kind:main,job ${query}`, { limit: 100 });
  return entries.map(({ errorGroup }) => errorGroup).reverse();
}

const DECLINED = `Error: Card … of order … was declined at charge (${HERE})`;

test('errors of one cause have one group, whatever their values, and those of another cause another', async () => {
  const running = await start();
  for (const path of ['/api/pay/4242', '/api/pay/5555', '/late', '/badsql?n=1', '/badsql?n=22', '/gone'])
    await sendRequest(running.port, path);
  const groups = await groupsOf(running);
  expect(groups.slice(0, 3)).toEqual([DECLINED, DECLINED, DECLINED]);
  expect(groups[3]).toMatch(/^Error: near …: syntax error at .*error-groups\.test\.ts\)?$/);
  expect(groups[4]).toBe(groups[3]);
  expect(groups[5]).toBe('');
  expect(await groupsOf(running, `error:"${DECLINED}"`)).toEqual([DECLINED, DECLINED, DECLINED]);
  expect(await groupsOf(running, 'error:"*syntax error*"')).toEqual(groups.slice(3, 5));
  expect(await groupsOf(running, 'error:Error')).toEqual(groups.slice(0, 5));

  const { body } = await sendRequest(running.port, '/_profiler?q=status:500');
  const facet = /<section class="facet facet-error">.*?<\/section>/s.exec(body)?.[0] ?? '';
  const items = [...facet.matchAll(/<li>.*?href="([^"]*)"[^>]*>([^<]*)<\/a>.*?<span class="n">(\d+)/gs)];
  expect(items.map(([, , text, count]) => [text, count])).toEqual([
    [DECLINED, '3'],
    [groups[3], '2'],
  ]);
  const href = String(items[1]?.[1]).replaceAll('&amp;', '&');
  const found = await sendRequest(running.port, href);
  expect(found.body).toContain('/badsql?n=22');
  expect(found.body).not.toContain('/api/pay');
});

test('bodies that are not JSON have one group, whatever a client sends', async () => {
  const running = await start();
  for (const body of ['{"a": hello}', '<!doctype html>', '{"x":"y" "z"}', `[${'"é\' '.repeat(50)}`])
    await fetch(`${running.url}/json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  const groups = await groupsOf(running);
  expect(groups).toHaveLength(4);
  expect(groups[1]).toBe(groups[0]);
  for (const group of groups) expect(group).toMatch(/^SyntaxError: [\w ,…()]+$/);
});

test('without details nothing of a message is stored', async () => {
  const running = await start({ details: 'none' });
  await sendRequest(running.port, '/api/pay/4242');
  expect(await groupsOf(running)).toEqual(['Error']);
});

test('jobs have groups too', async () => {
  const running = await start();
  await running.book.store();
  expect(() => job('charge', () => charge('4242'))).toThrow();
  expect(await groupsOf(running)).toEqual([DECLINED]);
});
