import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { incomingMessage, type RequestSample } from '../../../test/support/incoming-message.ts';
import { parseTrustedProxies } from '../../net/client.ts';
import { checkTransport, isEncrypted, saysHttps } from './transport.ts';

const RULES = { trustedProxies: parseTrustedProxies(['10.0.0.0/8']), isProduction: true };
const reasonFor = (sample: RequestSample) => {
  const transport = checkTransport(incomingMessage(sample), RULES);
  return transport.isSafe ? null : transport.reason;
};

test('says what to change', () => {
  expect(reasonFor({ from: '10.1.2.3' })).toMatch(/^the proxy did not say .* https \(X-Forwarded-Proto or F/);
  expect(reasonFor({ from: '203.0.113.7' })).toBe('it came over plain HTTP. Use https');
  const reason = reasonFor({ from: '::ffff:192.168.1.2' });
  expect(reason).toContain("add two lines: trustProxy: ['192.168.1.2'] to the options of gatebook()");
  expect(reason).toContain('and what is proxy_set_header X-Forwarded-Proto $scheme; in nginx');
  expect(reasonFor({ from: null })).toBe('it came over plain HTTP. Use https');
});

test('a Unix socket is as near as a loopback address', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gatebook-unix-')), 'app.sock');
  const server = createServer((incoming, response) =>
    response.end(String(checkTransport(incoming, RULES).isSafe)),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const [response] = await once(get({ socketPath: path }), 'response');
  expect(await text(response)).toBe('true');
  server.close();
  rmSync(dirname(path), { recursive: true });
});

test('an address with a zone is that address', () => {
  expect(reasonFor({ from: 'fe80::1%eth0' })).toContain("trustProxy: ['fe80::1']");
  expect(reasonFor({ from: '::1%lo' })).toBeNull();
  expect(reasonFor({ from: '::1%' })).toBeNull();
});

test('a socket is encrypted only if it says true', () => {
  expect(isEncrypted(incomingMessage({ tls: true }))).toBe(true);
  expect(isEncrypted(incomingMessage({}))).toBe(false);
  const request = incomingMessage({});
  Object.defineProperty(request.socket, 'encrypted', { value: 'no' });
  expect(isEncrypted(request)).toBe(false);
});

test.each([
  ['x-forwarded-proto', 'https', true],
  ['x-forwarded-proto', ' HTTPS , http', true],
  ['x-forwarded-proto', 'http, https', false],
  ['x-forwarded-proto', '', false],
  ['forwarded', 'proto=https', true],
  ['forwarded', 'Proto="HTTPS"', true],
  ['forwarded', 'for=192.0.2.1; proto=https ; by=192.0.2.2', true],
  ['forwarded', 'for=192.0.2.1, for=192.0.2.2;proto=https', false],
  ['forwarded', 'proto=http', false],
  ['forwarded', 'proto=https2', false],
  ['forwarded', 'proto=https.', false],
  ['forwarded', 'for=xproto=https', false],
  ['forwarded', 'xproto=https', false],
  ['forwarded', 'for=a;x.proto=https', false],
])('%s: %s: the client used TLS: %s', (name, value, isHttps) => {
  expect(saysHttps(incomingMessage({ headers: { [name]: value } }))).toBe(isHttps);
});

test('without a word of a proxy, the client did not use TLS', () => {
  expect(saysHttps(incomingMessage({}))).toBe(false);
});
