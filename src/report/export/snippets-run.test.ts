import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body } from '../../profile/body.ts';
import type { Header } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { replayableRequest } from './replayable-request.ts';
import { languageOf, snippetOf } from './snippets.ts';

const run = promisify(execFile);

const HEADERS: Header[] = [
  ['user-agent', `it's "me"; $(id) & <b>%s\\n`],
  ['cookie', 'sid=***; theme'],
  ['accept', 'text/html, */*;q=0.8'],
  ['x-api-key', null],
];
const BODY = `{"a":"it's \\\\ $(id) \`id\` %PATH% ${'$'}{x} é 😀"}\n@file`;
const HOSTILE_PATH = `/a/../.env;id?b=1&a=2&b='$(id)'"\`<>{1,2}`;

const requests: IncomingMessage[] = [];
const bodies: string[] = [];
const server = createServer(async (request, response) => {
  requests.push(request);
  bodies.push(await text(request));
  if (request.url === '/broken') response.statusCode = 503;
  response.end('done\n');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const bash = (text: string) => ['/bin/bash', '--norc', '-c', text] as const;

/** How to run a snippet, and whether this machine can. */
const CLIENTS = [
  { name: 'curl', isInstalled: works('curl', '--version'), command: bash },
  { name: 'javascript', isInstalled: true, command: (text: string) => [process.execPath, '-e', text] },
] as const;

for (const { name, isInstalled, command } of CLIENTS) {
  test.skipIf(!isInstalled).each(['GET', 'POST', 'DELETE'])(
    `the ${name} snippet sends the recorded %s request`,
    async (method) => {
      const language = languageOf(name) ?? expect.fail(`no language ${name}`);
      const { entry, detail } = sampleProfile({ seq: 1 });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${HOSTILE_PATH}`;
      const profile = { entry: { ...entry, method, url }, detail };
      const expected = replayableRequest(profile, { headers: HEADERS }, language.target);
      const snippet = snippetOf(language, profile, { headers: HEADERS });
      if (!expected.ok || !snippet.ok) throw new Error('not replayable');

      requests.length = 0;
      const [file, ...args] = command(snippet.text);
      const { stdout } = await run(file, args);
      expect(stdout.trim()).toBe('done');
      expect(requests).toHaveLength(1);
      const [sent] = requests;
      expect(sent?.method).toBe(method);
      expect(sent?.headers).toMatchObject(expected.headers);
      expect(sent?.headers).not.toHaveProperty('x-api-key');
      const path = expected.url.slice(new URL(expected.url).origin.length);
      // Only curl has an option that keeps the dots.
      expect(sent?.url).toBe(name === 'curl' ? path : path.replace('/a/..', ''));
    },
  );
}

for (const { name, isInstalled, command } of CLIENTS) {
  test.skipIf(!isInstalled)(`the ${name} snippet sends the recorded body`, async () => {
    const language = languageOf(name) ?? expect.fail(`no language ${name}`);
    const { entry, detail } = sampleProfile({ seq: 1 });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const requestBody = { type: 'application/json', bytes: Buffer.byteLength(BODY), text: BODY };
    const profile = {
      entry: { ...entry, method: 'POST', url },
      detail: detail && { ...detail, requestBody },
    };
    const headers: Header[] = [['content-type', 'application/json']];
    const snippet = snippetOf(language, profile, { headers, body: requestBody });
    if (!snippet.ok) throw new Error(snippet.reason);
    bodies.length = 0;
    const [file, ...args] = command(snippet.text);
    await run(file, args);
    expect(bodies).toEqual([BODY]);
    expect(requests.at(-1)?.headers['content-type']).toBe('application/json');
  });
}

test('the test fails as long as the request does, and names what was withheld', async () => {
  const language = languageOf('node-test') ?? expect.fail('no node-test');
  const port = (server.address() as AddressInfo).port;
  const profileAt = (path: string) => {
    const { entry, detail } = sampleProfile({
      seq: 1,
      status: 500,
      method: 'POST',
      url: `http://127.0.0.1:${port}${path}`,
    });
    const requestBody = { type: 'application/json', bytes: Buffer.byteLength(BODY), text: BODY };
    return { entry, detail: detail && { ...detail, requestBody } };
  };
  const headers: Header[] = [
    ['authorization', null],
    ['content-type', 'application/json'],
  ];
  const runTest = (path: string) => {
    const profile = profileAt(path);
    const snippet = snippetOf(language, profile, { headers, body: profile.detail?.requestBody });
    if (!snippet.ok) throw new Error(snippet.reason);
    expect(snippet.text).toMatch(/^\/\/ Omitted because their values were withheld: authorization\.\n/);
    return run(process.execPath, ['--input-type=module', '--test-reporter=tap', '-e', snippet.text]);
  };
  bodies.length = 0;
  expect((await runTest('/')).stdout).toContain('# pass 1');
  expect(bodies).toEqual([BODY]);
  await expect(runTest('/broken')).rejects.toMatchObject({ stdout: expect.stringContaining('503 done') });
});

test('a snippet says why it has no body', () => {
  const { entry, detail } = sampleProfile({ seq: 1 });
  const curl = languageOf('curl') ?? expect.fail('no curl');
  const textOf = (body: Partial<Body>, language = curl) => {
    const requestBody = { type: 'text/plain', bytes: 9, ...body };
    const profile = { entry: { ...entry, requestBytes: 9 }, detail: detail && { ...detail, requestBody } };
    const snippet = snippetOf(language, profile, { headers: [], body: requestBody });
    return snippet.ok ? snippet.text : snippet.reason;
  };
  expect(textOf({ text: 'a=***' })).toMatch(
    /^# \*\*\* replaces a withheld value\.\n[\s\S]*--data-raw 'a=\*\*\*'/,
  );
  expect(textOf({ text: 'one', cut: true })).toContain(
    '# Only the start of the body of 9 bytes was recorded. It is omitted.',
  );
  expect(textOf({ missing: 'encoding' })).toContain('# The body of 9 bytes was not recorded.');
  expect(textOf({ text: 'a\u001b[2Jb' })).toContain('# The body is omitted because it is not safe to paste.');
  expect(textOf({ text: 'x' }, languageOf('javascript'))).toContain(
    '// fetch cannot send the body of a GET request.',
  );
});
