import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Notes what a call returns or throws. */
export type Try = (call: () => unknown) => void;
type Calls = (response: ServerResponse, attempt: Try, note: (seen: string) => void) => void;

const PAGE = '<!doctype html><html><body><p>Grüße</p></body></html>';
const LENGTH = Buffer.byteLength(PAGE);
const HTML = 'text/html; charset=utf-8';

/** Ways to set status and headers, right and wrong. */
export const HEADS: Readonly<Record<string, Calls>> = {
  nothing: () => {},
  'setHeader of the type': (r, t) => t(() => r.setHeader('Content-Type', HTML)),
  'setHeader of type and length'(r, t) {
    t(() => r.setHeader('Content-Type', HTML).setHeader('Content-Length', LENGTH));
    t(() => r.setHeader('ETag', '"1"').setHeader('Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT'));
  },
  'writeHead twice'(r, t) {
    t(() => r.writeHead(200, { 'Content-Type': HTML }));
    t(() => r.writeHead(500));
  },
  'writeHead twice, without headers'(r, t) {
    t(() => r.writeHead(200));
    t(() => r.writeHead(500));
  },
  'writeHead, then other headers'(r, t) {
    t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': LENGTH, etag: '"1"' }));
    t(() => r.setHeader('x-late', '1'));
    t(() => r.appendHeader('x-late', '1'));
    t(() => r.removeHeader('content-type'));
    t(() => r.setHeaders(new Headers({ 'x-late': '1' })));
    t(() => r.getHeader('content-type'));
    t(() => r.flushHeaders());
  },
  'setHeader, then writeHead'(r, t) {
    t(() => r.setHeader('X-First', '1').setHeader('content-type', 'text/plain'));
    t(() => r.writeHead(201, 'Fine', { 'Content-Type': HTML, 'Set-Cookie': ['a=1', 'b=2'] }));
    t(() => r.getHeaders()['content-type']);
  },
  'writeHead with a flat array': (r, t) =>
    t(() => r.writeHead(200, ['Content-Type', HTML, 'Set-Cookie', 'a=1', 'set-cookie', 'b=2'])),
  'setHeader, then writeHead with a flat array'(r, t) {
    t(() => r.setHeader('Set-Cookie', 'old=1'));
    t(() => r.writeHead(200, ['content-type', HTML, 'set-cookie', 'a=1', 'set-cookie', 'b=2']));
  },
  'writeHead with pairs': (r, t) =>
    t(() =>
      r.writeHead(200, [
        ['content-type', HTML],
        ['x-a', '1'],
        ['x-a', '2'],
      ] as never),
    ),
  'setHeader, then writeHead with pairs'(r, t) {
    t(() => r.setHeader('x-first', '1'));
    t(() =>
      r.writeHead(200, [
        ['content-type', HTML],
        ['x-a', '1'],
      ] as never),
    );
  },
  'writeHead with half a pair': (r, t) => t(() => r.writeHead(200, ['content-type'])),
  'writeHead with wrong headers'(r, t) {
    t(() => r.writeHead(200, { 'content-type': HTML, 'x\n': 'y' }));
    t(() => r.writeHead(200, { 'content-type': HTML, x: 'y\n' }));
    t(() => r.writeHead(200, { 'content-type': HTML, x: undefined }));
    t(() => r.writeHead(200, { '': 'y', 'content-type': HTML }));
  },
  'writeHead with a wrong status'(r, t) {
    for (const status of [42, 1000, '201', '2x', null, undefined, 200.7, Number.NaN])
      t(() => r.writeHead(status as number, { 'content-type': HTML }));
  },
  'writeHead with a wrong message'(r, t) {
    t(() => r.writeHead(200, 'a\nb', { 'content-type': HTML }));
    t(() => r.statusMessage);
  },
  'a status of its own'(r, t) {
    r.statusCode = 404;
    r.statusMessage = 'Nowhere';
    t(() => r.setHeader('content-type', HTML));
  },
  'a wrong status of its own'(r, t) {
    r.statusCode = 9;
    t(() => r.setHeader('content-type', HTML));
  },
  'a length too short': (r, t) => t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': 5 })),
  'a length too long': (r, t) => t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': 500 })),
  'a length that is not a number': (r, t) =>
    t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': 'many' })),
  'strict, the right length'(r, t) {
    r.strictContentLength = true;
    t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': LENGTH }));
  },
  'strict, a length too short'(r, t) {
    r.strictContentLength = true;
    t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': 5 }));
  },
  'strict, a length set too long'(r, t) {
    r.strictContentLength = true;
    t(() => r.setHeader('content-type', HTML).setHeader('content-length', 500));
  },
  'strict, no length'(r, t) {
    r.strictContentLength = true;
    t(() => r.setHeader('content-type', HTML));
  },
  flushHeaders(r, t) {
    t(() => r.setHeader('content-type', HTML).flushHeaders());
    t(() => r.setHeader('x-late', '1'));
    t(() => r.writeHead(500));
  },
  'writeHead, then flushHeaders twice'(r, t) {
    t(() => r.writeHead(200, { 'content-type': HTML, 'content-length': LENGTH }).flushHeaders());
    t(() => r.flushHeaders());
  },
  '204': (r, t) => t(() => r.writeHead(204, { 'content-type': HTML })),
  '205, length 0': (r, t) => t(() => r.writeHead(205, { 'content-type': HTML, 'content-length': 0 })),
  '304 with an ETag'(r, t) {
    r.statusCode = 304;
    t(() => r.setHeader('ETag', '"1"').setHeader('content-type', HTML));
  },
  '304, chunked': (r, t) =>
    t(() => r.writeHead(304, { 'content-type': HTML, 'transfer-encoding': 'chunked' })),
  '206': (r, t) => t(() => r.writeHead(206, { 'content-type': HTML, 'content-range': 'bytes 0-1/2' })),
  chunked: (r, t) => t(() => r.setHeader('content-type', HTML).setHeader('transfer-encoding', 'chunked')),
  'no length and no chunks'(r, t) {
    t(() => r.setHeader('content-type', HTML));
    t(() => r.removeHeader('content-length'));
    t(() => r.removeHeader('transfer-encoding'));
    t(() => r.removeHeader('connection'));
  },
  'no date': (r, t) => {
    r.sendDate = false;
    t(() => r.setHeader('content-type', HTML));
  },
  'early hints'(r, t) {
    t(() => r.writeEarlyHints({ link: '</a.css>; rel=preload' }));
    t(() => r.writeEarlyHints({ link: 'nonsense' }));
    t(() => r.setHeader('content-type', HTML));
  },
  'informational responses'(r, t) {
    t(() => r.writeContinue());
    t(() => r.writeProcessing());
    t(() => r.writeHead(200, { 'content-type': HTML }));
    t(() => r.writeEarlyHints({ link: '</a.css>; rel=preload' }));
  },
  trailers(r, t) {
    t(() => r.writeHead(200, { 'content-type': HTML, trailer: 'X-Sum' }));
    t(() => r.addTrailers({ 'X-Sum': '1' }));
    t(() => r.addTrailers({ 'X Sum': '1' }));
  },
  'a trailer that can not be sent': (r, t) =>
    t(() => r.writeHead(200, { 'content-type': HTML, trailer: 'X-Sum', 'content-length': LENGTH })),
  'headers of our names'(r, t) {
    t(() => r.setHeader('content-type', HTML).setHeader('Server-Timing', 'db;dur=5'));
    t(() => r.appendHeader('Server-Timing', 'app;dur=9'));
  },
  'a compressed page': (r, t) =>
    t(() => r.setHeader('content-type', HTML).setHeader('content-encoding', 'br')),
  corked(r, t) {
    t(() => r.cork());
    t(() => r.setHeader('content-type', HTML));
  },
  'a writeHead of its own'(r, t) {
    const { writeHead } = r;
    r.writeHead = ((...args: Parameters<typeof writeHead>) => {
      r.setHeader('x-own', '1');
      return Reflect.apply(writeHead, r, args);
    }) as typeof writeHead;
    t(() => r.setHeader('content-type', HTML));
  },
};

/** Ways to send the body and end the response, right and wrong. */
export const BODIES: Readonly<Record<string, Calls>> = {
  'end with the page': (r, t) => t(() => r.end(PAGE)),
  'end with bytes': (r, t) => t(() => r.end(Buffer.from(PAGE))),
  'end with a Uint8Array': (r, t) => t(() => r.end(new Uint8Array(Buffer.from(PAGE)))),
  'end with an encoding': (r, t, note) => t(() => r.end(PAGE, 'latin1', () => note('ended'))),
  'end with hex': (r, t) => t(() => r.end(Buffer.from(PAGE).toString('hex'), 'hex')),
  'end with an unknown encoding': (r, t) => t(() => r.end(PAGE, 'none' as never)),
  'end with a callback': (r, t, note) => t(() => r.end(PAGE, () => note('ended'))),
  'end with only a callback': (r, t, note) => t(() => r.end(() => note('ended'))),
  'end with nothing': (r, t) => t(() => r.end()),
  'end with an empty text': (r, t) => t(() => r.end('')),
  'end with a wrong chunk'(r, t) {
    t(() => r.end(5 as never));
    t(() => r.end(Symbol('x') as never));
    t(() => r.end(PAGE));
  },
  'end twice'(r, t, note) {
    t(() => r.end(PAGE));
    t(() => r.end());
    t(() => r.end(() => note('ended again')));
    t(() => r.end(PAGE, () => note('ended with a page again')));
  },
  'write after end'(r, t, note) {
    t(() => r.end(PAGE));
    t(() => r.write('more'));
    t(() => r.write('more', () => note('written')));
  },
  'calls after end'(r, t) {
    t(() => r.end(PAGE));
    t(() => r.setHeader('x-late', '1'));
    t(() => r.writeHead(500));
    t(() => r.flushHeaders());
    t(() => r.writeEarlyHints({ link: '</a.css>; rel=preload' }));
    t(() => r.addTrailers({ 'x-late': '1' }));
    t(() => r.destroyed);
  },
  'write, then end'(r, t, note) {
    t(() => r.write(PAGE, () => note('written')));
    t(() => r.end(() => note('ended')));
  },
  'write in two pieces'(r, t) {
    t(() => r.write(PAGE.slice(0, 20)));
    t(() => r.end(PAGE.slice(20)));
  },
  'write of nothing, then end'(r, t) {
    t(() => r.write(''));
    t(() => r.end(PAGE));
  },
  'wrong writes'(r, t) {
    t(() => r.write(null));
    t(() => r.write(5 as never));
    t(() => r.write(undefined));
    t(() => r.end(PAGE));
  },
  'write, then headers'(r, t) {
    t(() => r.write(PAGE));
    t(() => r.setHeader('x-late', '1'));
    t(() => r.writeHead(500));
    t(() => r.end());
  },
  'end later': (r, t) => void setImmediate(() => t(() => r.end(PAGE))),
  pipe: (r) => void Readable.from([Buffer.from(PAGE)]).pipe(r),
  'pipe of pieces': (r) => void Readable.from([PAGE.slice(0, 9), PAGE.slice(9)]).pipe(r),
  'corked writes'(r, t) {
    t(() => r.cork());
    t(() => r.write(PAGE.slice(0, 20)));
    t(() => r.write(PAGE.slice(20)));
    t(() => r.uncork());
    t(() => r.end());
  },
  destroy(r, t) {
    t(() => r.destroy().destroyed);
    t(() => r.write(PAGE));
    t(() => r.end(PAGE));
  },
  'write, then destroy'(r, t) {
    t(() => r.write(PAGE));
    t(() => r.destroy().destroyed);
  },
};
