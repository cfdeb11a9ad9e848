import { createConnection } from 'node:net';

/** A keep-alive connection with at most one pending request. */
export interface Connection {
  send(request: Buffer): void;
  /** Called when the response is complete. */
  onResponse: () => void;
}

/** A raw socket needs a third of the CPU of an HTTP client. */
export function connect(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let text = '';
    const connection: Connection = { send: (request) => void socket.write(request), onResponse: () => {} };
    const socket = createConnection({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(16_384),
        callback(length, buffer) {
          text += (buffer as Buffer).toString('latin1', 0, length);
          if (!isComplete(text)) return true;
          text = '';
          connection.onResponse();
          return true;
        },
      },
    });
    socket.once('connect', () => resolve(connection));
    socket.once('error', reject);
  });
}

function isComplete(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`Unexpected response: ${text.slice(0, 200)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`Response without content-length: ${text.slice(0, head)}`);
  return text.length >= head + 4 + Number(length);
}
