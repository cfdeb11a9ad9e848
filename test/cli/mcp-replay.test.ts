import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { readAnswer, startAgent } from '../support/mcp-agent.ts';
import { CLI } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('wait_for_request and replay_request work with a running app', async () => {
  let isFixed = false;
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/broken' && !isFixed ? 500 : 200;
    response.end(request.method);
  });
  const live = `sqlite:${join(folder, 'live')}`;
  const book = gatebook(server, { storage: live });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reader = await startAgent(live, '--allow-replay', '--to', url);
  const { tools } = await reader.client.listTools();
  expect(tools.find(({ name }) => name === 'replay_request')?.annotations).toMatchObject({
    readOnlyHint: false,
  });

  await fetch(`${url}/first`);
  await book.flush();
  const waiting = reader.call('wait_for_request', { query: 'url:/broken', timeout_seconds: 10 });
  await fetch(`${url}/broken`);
  const { recorded } = readAnswer((await waiting).text);
  const [token = ''] = recorded.split(' ');
  expect(recorded).toContain('500 GET');
  const none = await reader.call('wait_for_request', { query: 'url:/never', timeout_seconds: 0.5 });
  expect(none.text).toContain('No matching request was recorded within 0.5 seconds');

  const same = readAnswer((await reader.call('replay_request', { token })).text);
  expect(same.recorded).toContain('Nothing differs that can matter');
  isFixed = true;
  const fixed = readAnswer((await reader.call('replay_request', { token, times: 3 })).text);
  expect(fixed.recorded).toContain('500 → 200');
  expect(fixed.outside).toMatch(new RegExp(`a: ${token} and b: [0-9a-f]{6}`));

  await fetch(`${url}/order`, { method: 'POST', body: 'x' });
  const posted = readAnswer(
    (await reader.call('wait_for_request', { query: 'method:POST' })).text,
  ).recorded.split(' ')[0];
  const refused = await reader.call('replay_request', { token: posted, body: 'x' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('--allow-changes') });
  expect((await reader.call('replay_request', { token, headers: ['host: evil\r\nx: y'] })).isError).toBe(
    true,
  );
  await reader.close();
  server.closeAllConnections();
  server.close();
  await book.close();
});

test('an agent is never given a server elsewhere', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, 'mcp', ...args], { encoding: 'utf8', input: '' });
  expect(run('--allow-replay', '--to', 'http://shop.example')).toMatchObject({ status: 2 });
  expect(run('--to', 'http://localhost:3000').stderr).toContain('need --allow-replay');
});
