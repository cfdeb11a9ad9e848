import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { EXPRESS, listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { WITH_KEY } from '../support/key.ts';
import { sendRequest } from '../support/request.ts';

const DOCUMENT = { 'sec-fetch-dest': 'document' };
const LINK = /<p><a href="\/_profiler\/([0-9a-f]{6})">Gatebook: profile \1<\/a><\/p>\n/;

// Without the key, only this machine in development gets the toolbar.
vi.stubEnv('NODE_ENV', 'development');

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

describe.each(Object.entries(EXPRESS))('the error page of %s', (_name, create) => {
  async function start(options: object = { toolbar: true }): Promise<RunningServer> {
    const app = create();
    const book = gatebook(app, { storage: 'memory:', ...options });
    app.get('/throws', () => {
      throw new Error('</body> <b>Grüße</b>');
    });
    app.post('/throws', () => {
      throw new Error('posted');
    });
    running = await listen(createServer(app), book);
    // Responses have no token before the book is open.
    await book.store();
    await sendRequest(running.port, '/ready');
    return running;
  }

  test.each([
    ['GET', '/throws', 500],
    ['POST', '/throws', 500],
    ['GET', '/nowhere', 404],
  ])('links to the profile without a script: %s %s', async (method, path, expected) => {
    const { port, book } = await start();
    const { status, headers, body } = await sendRequest(port, path, { method, headers: DOCUMENT });
    const token = String(headers['x-debug-token']);
    expect(status).toBe(expected);
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
    expect(LINK.exec(body)?.[1]).toBe(token);
    expect(body).not.toContain('<script');
    const plain = await sendRequest(port, path, { method });
    const withoutLines = (text: string) => text.replace(/ at .*/g, '');
    expect(withoutLines(body.replace(LINK, ''))).toBe(withoutLines(plain.body));
    await book.flush();
    const profile = await sendRequest(port, `/_profiler/${token}`);
    expect(profile.status).toBe(200);
    expect(profile.body).toContain(String(expected));
  });

  test('has no link without the toolbar, nor by default in production', async () => {
    const { port } = await start({ toolbar: false });
    const off = await sendRequest(port, '/throws', { headers: DOCUMENT });
    expect(off.body).not.toMatch(LINK);
    await running?.close();
    vi.stubEnv('NODE_ENV', 'production');
    const inProduction = await start({});
    const sent = await sendRequest(inProduction.port, '/throws', { headers: { ...DOCUMENT, ...WITH_KEY } });
    vi.stubEnv('NODE_ENV', 'development');
    expect(sent.status).toBe(500);
    expect(sent.body).not.toMatch(LINK);
  });
});
