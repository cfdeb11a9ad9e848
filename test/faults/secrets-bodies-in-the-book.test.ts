import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import type { Store } from '../../src/store/store.ts';
import { CanarySearch } from '../support/canary-search.ts';
import { figure } from '../support/figure.ts';
import { type PlantedBody, plantedBodies } from './secrets-bodies.ts';

/** `npm run faults:record -- --full` uses two million. */
const SECRETS = Number(process.env.SECRETS ?? 10_000) / 10;
const MAX_REPORTED = 5;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-bodies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(`stores none of ${SECRETS} secrets in bodies that an app reads and writes`, {
  timeout: 60_000 + SECRETS * 20,
}, async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' });
    request.pipe(response);
  });
  // A quarter of the bodies are cut.
  const bodies = { request: 'all', response: 'all', max: 300 } as const;
  const book = gatebook(server, {
    storage: `sqlite:${folder}/book`,
    keep: false,
    bodies,
    budget: { bytesPerSecond: '1GB' },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const canaries = new CanarySearch();
  let sending: Promise<void>[] = [];
  for (const planted of plantedBodies(SECRETS, 21)) {
    for (const canary of planted.canaries) canaries.add(canary);
    sending.push(send(port, agent, planted));
    if (sending.length < 300) continue;
    await Promise.all(sending);
    // While writing falls behind, bodies are dropped.
    await book.flush();
    sending = [];
  }
  await Promise.all(sending);
  await book.flush();
  const { kept, cut, leaked } = await readBodies(await book.store(), canaries);
  const places = new Map<string, readonly string[]>([['profiles as JSON', leaked]]);
  for (const [file, found] of canaries.inFolder(folder)) places.set(file, found);
  agent.destroy();
  server.close();
  await book.close();
  for (const [file, found] of canaries.inFolder(folder)) places.set(`${file} after it is closed`, found);
  const found = [...places].filter(([, secrets]) => secrets.length > 0);
  expect(found.map(([place, secrets]) => [place, secrets.slice(0, MAX_REPORTED)])).toEqual([]);
  // The test proves nothing unless bodies were recorded.
  expect(kept).toBeGreaterThan(SECRETS);
  expect(cut).toBeGreaterThan(SECRETS / 10);
  figure(`${SECRETS} secrets in bodies`, `0 in ${places.size} places`);
});

function send(port: number, agent: Agent, { type, body }: PlantedBody): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const request = httpRequest({ port, host: '127.0.0.1', agent, method: 'POST', headers }, (response) =>
      response.resume().on('end', resolve),
    );
    request.on('error', reject).end(body);
  });
}

async function readBodies(store: Store, canaries: CanarySearch) {
  const leaked: string[] = [];
  let [kept, cut] = [0, 0];
  let cursor: Cursor | null = null;
  do {
    const page = await store.search({ ...EVERYTHING, limit: 1000, cursor });
    for (const { seq } of page.entries) {
      const profile = await store.get(store.tokens.tokenOf(seq));
      const detail = profile && 'entry' in profile ? profile.detail : null;
      for (const body of [detail?.requestBody, detail?.responseBody]) {
        if (body?.text !== undefined || body?.parts) kept++;
        if (body?.cut) cut++;
      }
      if (leaked.length < MAX_REPORTED) leaked.push(...canaries.inText(JSON.stringify(detail)));
    }
    cursor = page.older;
  } while (cursor !== null);
  return { kept, cut, leaked };
}
