import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';

/** A request that a client may send to any app. */
export interface SampleRequest {
  readonly method: string;
  /** As in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Sent in a request line as it is, which HTTP clients would not do. */
  readonly raw?: true;
}

const PATHS: readonly string[] = [
  '/',
  '/users/7',
  '/users/%F0%9F%98%80?name=caf%C3%A9&x=a+b',
  '/users/7?token=secret-1&page=2',
  '/broken',
  '/missing',
  '//evil.example/x',
  '/users/..%2f..%2fetc%2fpasswd',
  '/.env',
  '/wp-login.php?a[]=1&b=%27%20OR%201=1',
  `/users/${'long-'.repeat(400)}`,
  '/users/7?next=http://evil.example/%0d%0aX-Injected:1',
  '/@evil.example/',
  '/users/7;jsessionid=1',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', accept: 'text/html,*/*;q=0.8' },
  { 'user-agent': 'curl/8.0', cookie: 'sid=secret-1; theme=dark' },
  { accept: 'application/json', authorization: 'Bearer secret-1', 'x-api-key': 'secret-1' },
  { 'accept-encoding': 'gzip, br', range: 'bytes=0-10', 'if-none-match': '"abc"' },
  { 'user-agent': 'sqlmap/1.8', 'x-forwarded-for': '198.51.100.7', referer: 'http://evil.example/?q=1' },
];
const BODIES: readonly (readonly [type: string, body: Uint8Array])[] = [
  ['', Buffer.alloc(0)],
  ['application/json', Buffer.from('{"name":"caf\u00e9","n":[1,2],"password":"secret-1"}')],
  ['application/json', Buffer.from('{"name": broken')],
  ['application/x-www-form-urlencoded', Buffer.from('a=1&b=%20')],
  ['text/plain; charset=utf-8', Buffer.from('line\r\n\r\nGET /evil HTTP/1.1\r\nHost: evil.example\r\n\r\n')],
  ['application/octet-stream', Buffer.from([0, 255, 1, 254])],
  [
    'multipart/form-data; boundary=b',
    Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'),
  ],
];

/** Requests of every kind, each combination at most once. Two lists of the same length are equal. */
export function sampleRequests(count: number): SampleRequest[] {
  const samples = Array.from({ length: count }, (_, i): SampleRequest => {
    const method = METHODS[i % METHODS.length] ?? 'GET';
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const [type, body] = (hasBody ? BODIES[Math.floor(i / 7) % BODIES.length] : undefined) ?? [
      '',
      Buffer.alloc(0),
    ];
    return {
      method,
      path: PATHS[(i * 3 + Math.floor(i / 14)) % PATHS.length] ?? '/',
      headers: { ...HEADERS[i % HEADERS.length], ...(type !== '' && { 'content-type': type }) },
      body,
    };
  });
  const raw = ['http://evil.example/users/7', 'http://user:pass@evil.example:81/?a=1', '*'];
  return samples.map((sample, i) => {
    const path = raw[i % 50];
    if (path === undefined) return sample;
    return {
      ...sample,
      method: path === '*' ? 'OPTIONS' : 'GET',
      path,
      body: Buffer.alloc(0),
      headers: {},
      raw: true,
    };
  });
}

/** Sends a request. Its path finds its profile, so each gets an id. */
export async function sendSample(port: number, sample: SampleRequest, isHttp2: boolean): Promise<void> {
  if (isHttp2) return sendHttp2(port, sample);
  return sample.raw ? sendRaw(port, sample) : sendHttp1(port, sample);
}

async function sendHttp1(port: number, { method, path, headers, body }: SampleRequest): Promise<void> {
  const sent = httpRequest({ host: '127.0.0.1', port, method, path, agent: false });
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'close');
}

async function sendRaw(port: number, { method, path }: SampleRequest): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
}

async function sendHttp2(port: number, { method, path, headers, body }: SampleRequest): Promise<void> {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const stream = session.request(
    { ...headers, ':method': method, ':path': path.startsWith('/') ? path : '/' },
    { endStream: body.length === 0 },
  );
  if (body.length > 0) stream.end(body);
  stream.resume();
  await once(stream, 'close');
  session.destroy();
}
