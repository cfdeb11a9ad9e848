import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How a fake of a protocol reads messages. */
interface Protocol {
  /** Bytes needed to know how long a message is. */
  readonly headerLength: number;
  messageLength(received: Buffer): number;
  /** Called for each connection. Returns a function that is called with each message. */
  onConnection(socket: Socket): (message: Buffer) => void;
}

/** Starts a server on a free port. */
export async function startFakeServer({ headerLength, messageLength, onConnection }: Protocol) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const onMessage = onConnection(socket);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= headerLength && received.length >= messageLength(received)) {
        const message = received.subarray(0, messageLength(received));
        received = received.subarray(message.length);
        onMessage(message);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
