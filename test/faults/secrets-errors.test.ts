import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { toException } from '../../src/record/exception.ts';
import { redactException } from '../../src/redact/profile/redact-exception.ts';
import { createRedaction } from '../../src/redact/redaction.ts';
import { CanarySearch } from '../support/canary-search.ts';
import { figure } from '../support/figure.ts';
import { readEntries } from '../support/read-book.ts';
import { sendRequest } from '../support/request.ts';
import { plantedErrors } from './secrets-errors.ts';

/** Full run: `SECRETS=2000000 npx vitest run test/faults/secrets-errors.test.ts`. */
const SECRETS = Number(process.env.SECRETS ?? 5000);
const timeout = 60_000 + SECRETS;
const MAX_REPORTED = 5;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(`keeps none of ${SECRETS} secrets in the errors of libraries`, { timeout }, () => {
  const redaction = createRedaction();
  const found: object[] = [];
  for (const { thrown, canaries } of plantedErrors(SECRETS)) {
    const stored = redactException(toException(thrown), redaction);
    const text = [JSON.stringify(stored), stored.message, stored.fields].join('\n');
    const leaked = canaries.filter((canary) => text.includes(canary));
    if (leaked.length > 0 && found.push({ leaked, stored }) >= MAX_REPORTED) break;
  }
  expect(found).toEqual([]);
  figure(`${SECRETS} secrets in errors`, `${found.length} kept`);
});

test('every planted secret is in its error', () => {
  const lost = [...plantedErrors(1000)].filter(({ thrown, canaries }) => {
    const texts = new Set<string>();
    collect(thrown, texts);
    const all = [...texts].join('\n');
    return !canaries.some((canary) => all.includes(canary));
  });
  expect(lost).toEqual([]);
});

test('stores none of the secrets in errors that an app throws', { timeout }, async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const planted = [...plantedErrors(SECRETS / 50, 5)];
  const app = express();
  app.set('env', 'test');
  const book = gatebook(app, { storage: `sqlite:${folder}/book`, keep: false });
  app.use((request) => {
    throw planted[Number(request.path.slice(1))]?.thrown;
  });
  // Without it, Express copies the headers of the error into the response, and fails if a secret has a line break.
  const answer: ErrorRequestHandler = (_error, _request, response, _next) => void response.status(500).end();
  app.use(answer);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const canaries = new CanarySearch();
  for (const [i, { canaries: parts }] of planted.entries()) {
    for (const canary of parts) canaries.add(canary);
    await sendRequest(port, `/${i}`);
  }
  await book.flush();
  const store = await book.store();
  let kept = 0;
  for (const { seq } of await readEntries(store)) {
    const json = JSON.stringify(await store.get(store.tokens.tokenOf(seq)));
    if (json.includes('"fields"')) kept++;
    expect(canaries.inText(json)).toEqual([]);
  }
  server.close();
  await book.close();
  vi.restoreAllMocks();
  for (const [file, leaked] of canaries.inFolder(folder)) expect([file, leaked]).toEqual([file, []]);
  // The test proves nothing unless fields were recorded: half of the profiles are error stages, which have them too.
  expect(kept).toBeGreaterThan(planted.length);
});

function collect(value: unknown, texts: Set<string>, depth = 0): void {
  if (typeof value === 'string') texts.add(value).add(value.replaceAll('\\n', '\n'));
  if (Buffer.isBuffer(value)) texts.add(value.toString());
  if (typeof value !== 'object' || value === null || depth > 12) return;
  if (value instanceof Map) for (const [key, item] of value) collect([key, item], texts, depth + 1);
  for (const key of Reflect.ownKeys(value)) {
    texts.add(String(key));
    if (key !== 'stack') collect(Reflect.get(value, key), texts, depth + 1);
  }
}
