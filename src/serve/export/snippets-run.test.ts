import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Header } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { languageOf } from './languages.ts';
import { replayableRequest } from './replayable-request.ts';
import { snippetOf } from './snippets.ts';

const run = promisify(execFile);

const HEADERS: Header[] = [
  ['user-agent', `it's "me"; $(id) & <b>%s\\n`],
  ['cookie', 'sid=***; theme'],
  ['accept', 'text/html, */*;q=0.8'],
  ['x-api-key', null],
];
const HOSTILE_PATH = `/a/../.env;id?b=1&a=2&b='$(id)'"\`<>{1,2}`;

const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
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
  { name: 'wget', isInstalled: works('wget', '--version'), command: bash },
  { name: 'javascript', isInstalled: true, command: (text: string) => [process.execPath, '-e', text] },
  {
    name: 'python',
    isInstalled: works('python3', '-c', 'import requests'),
    command: (text: string) => ['python3', '-c', text],
  },
  {
    name: 'powershell',
    isInstalled: works('pwsh', '-Version'),
    command: (text: string) => ['pwsh', '-NoProfile', '-Command', text],
  },
] as const;

for (const { name, isInstalled, command } of CLIENTS) {
  test.skipIf(!isInstalled).each(['GET', 'POST', 'DELETE'])(
    `the ${name} snippet sends the recorded %s request`,
    async (method) => {
      const language = languageOf(name) ?? expect.fail(`no language ${name}`);
      const { entry, detail } = sampleProfile({ seq: 1 });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${HOSTILE_PATH}`;
      const profile = { entry: { ...entry, method, url }, detail };
      const expected = replayableRequest(profile, HEADERS, language.target);
      const snippet = snippetOf(language, profile, HEADERS);
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
