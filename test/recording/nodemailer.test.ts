import { createRequire } from 'node:module';
import type nodemailerType from 'nodemailer';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { detailOf, requestDetail, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();
const nodemailer: typeof nodemailerType = createRequire(import.meta.url)('nodemailer');
const SECRET = 'CANARY-7d20';
const MESSAGE = {
  from: `${SECRET}@shop.example`,
  to: `${SECRET}@example.com`,
  subject: SECRET,
  text: SECRET,
};
const HERE = expect.stringMatching(/^test\/recording\/nodemailer\.test\.ts:\d+:\d+$/);
const SPAN = { kind: 'app', name: 'send mail by StreamTransport', system: 'nodemailer', calledFrom: HERE };

test.each<[string, () => Promise<typeof nodemailer>]>([
  ['loaded before', async () => nodemailer],
  ['that is imported', () => import('nodemailer')],
])('a mail is a span without its message, of a copy %s', async (_, load) => {
  const running = await startServer(async () => {
    const { createTransport } = await load();
    const { envelope } = await createTransport({ streamTransport: true }).sendMail(MESSAGE);
    expect(envelope.to).toEqual([MESSAGE.to]);
  });
  const detail = await requestDetail(running);
  expect(detail.spans).toMatchObject([SPAN]);
  expect(detail.spans?.[0]?.duration).toBeGreaterThan(0);
  expect(JSON.stringify(detail)).not.toContain(SECRET);
});

test('a callback belongs to the request', async () => {
  const running = await startServer((request, response) => {
    if (request.url !== '/') return;
    nodemailer.createTransport({ streamTransport: true }).sendMail(MESSAGE, (error, { messageId }) => {
      console.log('sent', error === null, messageId !== '');
      response.end();
    });
    return new Promise((done) => response.on('close', done));
  });
  const { spans, logs } = await requestDetail(running);
  expect(spans).toMatchObject([SPAN]);
  expect(logs).toMatchObject([{ text: 'sent true true' }]);
});

test('a mail that cannot be sent is a failed span, and the app gets its error', async () => {
  const port = await freePort();
  const errors: unknown[] = [];
  const running = await startServer(async () => {
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port });
    await transport.sendMail(MESSAGE).catch((error) => errors.push(error));
    await new Promise((done) => transport.sendMail(MESSAGE, (error) => done(errors.push(error))));
  });
  await sendRequest(running.port, '/');
  const failed = { name: 'send mail by SMTP', error: expect.stringContaining('ECONNREFUSED') };
  expect((await detailOf(running, '/')).spans).toMatchObject([failed, failed]);
  expect(errors).toMatchObject([{ code: 'ESOCKET' }, { code: 'ESOCKET' }]);
});

test('nodemailer is as it was when the book is closed', async () => {
  const { sendMail } = Object.getPrototypeOf(nodemailer.createTransport({ jsonTransport: true }));
  const running = await startServer(() => {});
  await requestDetail(running);
  await running.close();
  expect(Object.getPrototypeOf(nodemailer.createTransport({ jsonTransport: true })).sendMail).toBe(sendMail);
});
