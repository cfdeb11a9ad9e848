import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedaction } from '../../redact/redaction.ts';
import { buildBodies, buildBody } from './build-body.ts';

const redaction = createRedaction();

function build(type: string, content: string | Uint8Array, bytes?: number) {
  const kept = typeof content === 'string' ? Buffer.from(content) : content;
  return buildBody({ type, kept, bytes: bytes ?? kept.length, missing: null }, redaction);
}

test('keeps the redacted text, its type and its size', () => {
  expect(build('application/json', '{"a":"é","token":1}')).toEqual({
    type: 'application/json',
    bytes: 20,
    text: '{"a":"é","token":"***"}',
  });
  expect(build('application/problem+json; charset=utf-8', '{"pin":1}').text).toBe('{"pin":"***"}');
  expect(build('application/x-www-form-urlencoded', 'a=1&pin=2').text).toBe('a=1&pin=***');
  expect(build('text/plain', 'ok pin=2').text).toBe('ok pin=***');
});

test('marks what was cut, without half a character', () => {
  const euro = Buffer.from('{"a":"x €');
  expect(build('application/json', euro.subarray(0, -1), 100)).toMatchObject({
    text: '{"a":"x …cut',
    cut: true,
  });
});

test('redacts JSON that is nested too deeply', () => {
  const { text = '' } = build('application/json', `${'['.repeat(300)}1234${']'.repeat(300)}`);
  expect(text).toContain('[["***"]]');
  expect(text).not.toContain('1234');
});

test('decodes the charset that the type names', () => {
  expect(build('text/plain; charset=latin1', Buffer.from('é', 'latin1')).text).toBe('é');
  expect(build('text/plain; charset="utf-16le"', Buffer.from('pin=2', 'utf16le')).text).toBe('pin=***');
  expect(build('application/json', Buffer.from('\ufeff{"pin":2}')).text).toBe('{"pin":"***"}');
  expect(build('application/json', Buffer.from('\ufeff{"pin":2}', 'utf16le')).text).toBe('{"pin":"***"}');
  expect(build('text/plain', Buffer.from([0xff, 0x61, 0xc3])).text).toBe('\ufffda\ufffd');
});

test('drops what it could not redact', () => {
  expect(build('text/plain; charset=utf-7', 'pin=2')).toEqual({
    type: 'text/plain; charset=utf-7',
    bytes: 5,
    missing: 'charset',
  });
  expect(build('application/json', Buffer.from('{"pin":2}', 'utf16le')).missing).toBe('binary');
  expect(build('text/plain', 'a\0b').missing).toBe('binary');
});

test('keeps names and sizes of the parts of a multipart form, but not their content', () => {
  const body = [
    '--b\r\nContent-Disposition: form-data; name="user"\r\n\r\njo',
    '--b\r\nContent-Disposition: form-data; name="ünï"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n1234',
    '--b\r\nContent-Disposition: form-data; name="token=CANARY"\r\n\r\n',
    '--b--\r\n',
  ].join('\r\n');
  const built = build('multipart/form-data; boundary=b', body);
  expect(built.parts).toEqual([
    { name: 'user', type: '', size: 2 },
    { name: 'ünï', type: 'image/png', size: 4 },
    { name: 'token=***', type: '', size: 0 },
  ]);
  expect(built).not.toHaveProperty('text');
  expect(built).not.toHaveProperty('cut');
  const cut = build('multipart/form-data; boundary="b"', body.slice(0, body.indexOf('1234') + 1), 1e6);
  expect(cut).toMatchObject({ cut: true, parts: [{ size: 2 }, { name: 'ünï', type: 'image/png' }] });
  expect(cut.parts?.[1]).not.toHaveProperty('size');
  expect(build('multipart/form-data', body).parts).toEqual([]);
});

test('never throws, whatever the bytes and the type are', () => {
  const type = fc.oneof(
    fc.constantFrom('application/json', 'text/plain; charset=utf-16', 'multipart/form-data; boundary=b', ''),
    fc.string({ unit: 'binary' }),
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json({ stringUnit: 'binary' }).map((json) => Buffer.from(json)),
    fc
      .string({
        unit: fc.constantFrom('{', '[', '"', '\\u', 'd800', ':', ',', '--b', '\r\n', 'name="', '1e9'),
      })
      .map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(type, content, fc.nat({ max: 3 }), (contentType, bytes, missing) => {
      const body = build(contentType, bytes, bytes.length + missing);
      expect(JSON.stringify(body).length).toBeLessThan(10_000);
    }),
    { numRuns: 2000 },
  );
});

test('keeps valid JSON valid, with the same keys', () => {
  fc.assert(
    // A key can hold a secret as well, such as `a:b`: these don't.
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue()), (value) => {
      const { text = '' } = build('application/json', JSON.stringify(value));
      expect(keysOf(JSON.parse(text))).toEqual(keysOf(value));
    }),
  );
});

function keysOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.keys(value) : null;
}

test('the kind is that of the type, not of its parameters', () => {
  const form = 'a=1&pass%77ord=CANARY';
  expect(build('Application/X-WWW-Form-Urlencoded; charset=utf-8', form).text).toBe('a=1&pass%77ord=***');
  for (const type of ['text/plain; a=multipart/x; boundary=b', 'x-multipart/mixed'])
    expect(build(type, 'kept')).toEqual({ type, bytes: 4, text: 'kept' });
  expect(build('Multipart/Mixed; boundary=b', '--b--')).toMatchObject({ parts: [] });
});

test.each([
  'application/json',
  'APPLICATION/JSON; charset=utf-8',
  'application/x-json',
  'application/x-ndjson',
  'application/problem+json',
])('a single value of the type %s is still JSON after redaction', (type) => {
  expect(build(type, '4111111111111111').text).toBe('"***card-number***"');
});

test.each(['text/plain; profile=a/json', 'applicationjson', ''])(
  'the type %j is not JSON unless the body looks like it',
  (type) => {
    expect(build(type, '4111111111111111').text).toBe('***card-number***');
  },
);

test('a secret of a form ends at the next field, even if its spaces are not encoded', () => {
  const form = 'password=three secret words&a=1';
  for (const type of ['application/x-www-form-urlencoded', 'APPLICATION/X-WWW-FORM-URLENCODED;charset=utf-8'])
    expect(build(type, form).text).toBe('password=***&a=1');
  expect(build('text/plain; as=application/x-www-form-urlencoded', 'password=a b&a=1').text).toBe(
    'password=***&a=1',
  );
});

test.each([';charset=latin1', '; charset = latin1', '; CHARSET=Latin1', ';\tcharset= "latin1"; a=b'])(
  'reads the charset of %j',
  (parameters) => {
    expect(build(`text/plain${parameters}`, Buffer.from('é', 'latin1')).text).toBe('é');
  },
);

test('a charset without a value is UTF-8', () => {
  expect(build('text/plain; charset=', 'é').text).toBe('é');
});

test('a request and its response have the bodies that were copied, or say why there is none', () => {
  const body = { type: 'text/plain', kept: Buffer.from('ok'), bytes: 2, missing: null };
  const kept = { type: 'text/plain', bytes: 2, text: 'ok' };
  const detail = { httpVersion: '1.1', socketIp: '', headers: [], sent: '', exception: null };
  expect(buildBodies(detail, redaction)).toEqual({});
  expect(buildBodies({ ...detail, requestBody: body }, redaction)).toEqual({ requestBody: kept });
  const dropped = { ...body, kept: Buffer.alloc(0), bytes: 9, missing: 'type' as const };
  expect(buildBodies({ ...detail, requestBody: dropped, responseBody: body }, redaction)).toEqual({
    requestBody: { type: 'text/plain', bytes: 9, missing: 'type' },
    responseBody: kept,
  });
});

test('a byte order mark has two bytes', () => {
  const text = Buffer.from([0xff, 0xff, 0x61]);
  expect(build('text/plain', text).text).toBe('\ufffd\ufffda');
  expect(build('text/plain', Buffer.from([0xfe, 0xff, 0x00, 0x61])).text).toBe('a');
});

const COMPRESS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };

describe.each(Object.entries(COMPRESS))('a response that was compressed with %s', (encoding, compress) => {
  const response = (kept: Uint8Array, bytes = kept.length) => {
    const responseBody = { type: 'application/json', kept, bytes, missing: null };
    const sent = `HTTP/1.1 400 Bad Request\r\nContent-Encoding: ${encoding}\r\n\r\n`;
    const detail = { httpVersion: '1.1', socketIp: '', headers: [], sent, exception: null, responseBody };
    return buildBodies(detail, redaction).responseBody;
  };

  test('has its text, redacted', () => {
    const compressed = compress('{"a":1,"token":1}');
    const about = { type: 'application/json', bytes: compressed.length };
    expect(response(compressed)).toEqual({ ...about, text: '{"a":1,"token":"***"}' });
  });

  test('is cut where its copy ends, and where it is long', () => {
    const words = JSON.stringify(Array.from({ length: 9000 }, (_, n) => `${n} ${(n * 7919) % 8999}`));
    const compressed = compress(words);
    const start = response(compressed.subarray(0, 8000), compressed.length);
    const text = expect.stringMatching(/^\["0 0","1 7919",/);
    // Zstandard has blocks, which are read as a whole.
    const read = encoding === 'zstd' ? { missing: 'encoding' } : { text, cut: true };
    expect(start).toEqual({ type: 'application/json', bytes: compressed.length, ...read });
    expect(response(compress(`[${'1,'.repeat(100_000)}1]`))).toMatchObject({ cut: true });
    expect(response(compress(`[${'1,'.repeat(100_000)}1]`))?.text?.length).toBeLessThan(17_000);
  });

  test('says that it is encoded if it is something else, or far too long', () => {
    expect(response(Buffer.from('CANARY'))).toMatchObject({ bytes: 6, missing: 'encoding' });
    expect(response(compress(Buffer.alloc(6_000_000)))).toMatchObject({ missing: 'encoding' });
  });
});
