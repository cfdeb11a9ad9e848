import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import { type Answer, answerOf } from './answer.ts';
import type { Connection, Sent } from './connection.ts';

const DEADLINE_MS = 5000;

/** Sends requests as streams of one HTTP/2 session, which is opened again if the server ends it. */
export function openHttp2(createConnection: () => Duplex): Connection {
  let session: ClientHttp2Session | null = null;

  function usableSession(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect('http://localhost', { createConnection }).on('error', () => {});
    return session;
  }

  return {
    send: (request) =>
      new Promise<Answer>((resolve) => {
        const stream = open(usableSession(), request);
        if (typeof stream === 'string') return resolve(answerOf(stream, '', ''));
        let head = '';
        let body = '';
        const timer = setTimeout(() => stream.close(), DEADLINE_MS);
        stream.setEncoding('latin1');
        stream.on('response', ({ ':status': status, ...headers }) => {
          const lines = Object.entries(headers).flatMap(([name, value]) =>
            [value].flat().map((one) => `${name}: ${one}\r\n`),
          );
          head = `HTTP/2 ${status}\r\n${lines.join('')}\r\n`;
          if (headers['content-type'] === 'text/event-stream') stream.close();
        });
        stream.on('data', (chunk: string) => {
          body += chunk;
        });
        stream.on('error', () => {});
        stream.once('close', () => {
          clearTimeout(timer);
          resolve(answerOf(`${head}${body}(${stream.rstCode})`, head, body));
        });
      }),
    close: () => session?.destroy(),
  };
}

/** The text of an error if the client refuses to send it. */
function open(session: ClientHttp2Session, request: Sent): ClientHttp2Stream | string {
  const { method, target, host, headers, body } = request;
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  try {
    const endStream = body === '';
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const pseudo = { ':method': method, ':path': target, ':authority': host };
    const stream = session.request({ ...pseudo, ...lowerCase, ...(!endStream && form) }, { endStream });
    if (!endStream) stream.end(body);
    return stream;
  } catch (error) {
    return `not sent: ${error}`;
  }
}
