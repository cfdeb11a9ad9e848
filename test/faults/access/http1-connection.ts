import type { Socket } from 'node:net';
import { type Answer, answerOf, mayReuse, parseAnswer } from './answer.ts';
import type { Connection, Sent } from './connection.ts';

/** A server ends idle connections after five seconds. */
const IDLE_MS = 2000;
const DEADLINE_MS = 5000;

/** Sends each request as exactly these bytes, one after the other, over connections that are kept open. */
export function openHttp1(connect: () => Socket): Connection {
  let socket: Socket | null = null;
  let lastUsed = 0;

  function usableSocket(): Socket {
    if (socket && !socket.destroyed && socket.readable && Date.now() - lastUsed < IDLE_MS) return socket;
    socket?.destroy();
    socket = connect()
      .setEncoding('latin1')
      .on('error', () => {});
    return socket;
  }

  return {
    send(request) {
      const current = usableSocket();
      return new Promise<Answer>((resolve) => {
        let received = '';
        const timer = setTimeout(() => done(answerOf(`${received}(no end)`, received, '')), DEADLINE_MS);
        const read = (chunk: string) => {
          received += chunk;
          check(false);
        };
        const close = () => check(true);
        current.on('data', read).once('close', close);
        current.write(bytesOf(request), 'latin1');

        function check(isClosed: boolean): void {
          const answer = parseAnswer(received, request.method === 'HEAD', isClosed);
          if (answer) done(answer);
        }
        function done(answer: Answer): void {
          clearTimeout(timer);
          current.off('data', read).off('close', close);
          if (!mayReuse(answer)) current.destroy();
          lastUsed = Date.now();
          resolve(answer);
        }
      });
    },
    close: () => void socket?.destroy(),
  };
}

function bytesOf({ method, target, host, headers, body }: Sent): string {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== '')
    lines.push('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
