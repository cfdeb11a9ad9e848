// Runs in its own process: hostile clients of all kinds at once, until a deadline. Prints how many requests each kind sent.
import { randomBytes } from 'node:crypto';
import { get, request } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [port = 0, http2Port = 0, millis = 0, readers = 0] = process.argv.slice(2).map(Number);
const deadline = performance.now() + millis;
const sent: Record<string, number> = {};
const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** Requests per second and kind. Together they are about as many as the honest ones. */
const RATE = 150;

async function repeat(kind: string, rate: number, attack: () => Promise<unknown>): Promise<void> {
  sent[kind] = 0;
  const pending = new Set<Promise<unknown>>();
  while (performance.now() < deadline) {
    if (pending.size < 50) {
      const attempt = attack()
        .catch(() => {})
        .finally(() => pending.delete(attempt));
      pending.add(attempt);
      sent[kind] = (sent[kind] ?? 0) + 1;
    }
    await sleep(1000 / rate);
  }
}

function send(path: string, headers: Record<string, string>, method = 'GET'): Promise<void> {
  return new Promise((resolve) => {
    request({ port, host: '127.0.0.1', path, headers, method, agent: false, timeout: 5000 }, (response) => {
      response.resume().on('close', resolve);
    })
      .on('error', () => resolve())
      .on('timeout', function (this: { destroy(): void }) {
        this.destroy();
      })
      .end();
  });
}

function raw(data: string, lingerMs = 50): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(data);
      setTimeout(() => socket.destroy(), lingerMs);
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

/** A body that arrives byte by byte. */
function slowBody(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 100);
      setTimeout(() => {
        clearInterval(timer);
        socket.destroy();
      }, 3000);
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

function http2Flood(method: string, reset: boolean): Promise<void> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${http2Port}`);
    session.on('error', () => {}).on('close', () => resolve());
    for (let n = 0; n < 20; n++) {
      const stream = session.request({
        ':method': method,
        ':path': `/${random(20)}`,
        ':authority': random(8),
      });
      stream.on('error', () => {}).resume();
      if (reset) stream.close(constants.NGHTTP2_CANCEL);
      else stream.end();
    }
    setTimeout(() => session.destroy(), 300);
  });
}

function readTail(): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${process.env.GATEBOOK_KEY}` };
    const reader = get(
      { port, host: '127.0.0.1', path: '/_profiler/tail', headers, agent: false },
      (response) => {
        response.resume().on('close', () => resolve());
      },
    );
    reader.on('error', () => resolve());
    setTimeout(() => reader.destroy(), Math.max(0, deadline - performance.now()));
  });
}

await Promise.all([
  repeat('random URLs', RATE, () => send(`/${random(3900)}`, {})),
  repeat('random hosts', RATE, () => send('/', { host: `${random(8)}.example` })),
  repeat('random agents and headers', RATE, () =>
    send('/', {
      'user-agent': random(200),
      referer: `https://${random(30)}/`,
      ...Object.fromEntries(Array.from({ length: 30 }, () => [`x-${random(6)}`, random(40)])),
    }),
  ),
  repeat('random methods', 20, () => http2Flood(random(2000).toUpperCase(), false)),
  repeat('HTTP/2 resets', 20, () => http2Flood('GET', true)),
  repeat('malformed lines', RATE, () => raw(`${random(20)} ${random(30)}\r\n\r\n`)),
  repeat('oversized heads', 20, () => raw(`GET / HTTP/1.1\r\nHost: h\r\nX: ${random(20_000)}`)),
  repeat('slow bodies', 20, slowBody),
  repeat('scanner paths', RATE, () => send(`/${random(4)}/.env?token=${random(16)}`, {})),
  ...Array.from({ length: readers }, async () => {
    await readTail();
  }),
]);
console.log(JSON.stringify(sent));
process.exit(0);
