import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a connection suffers: nothing, a cut in the request, a lost answer, silence for a while, or a slow line. */
const HARMS = ['none', 'cut', 'lost answer', 'half-open', 'slow'] as const;
export type Harm = (typeof HARMS)[number];

/** A TCP proxy that breaks connections. */
export interface ChaosProxy {
  readonly port: number;
  /** How many connections suffered each harm. */
  readonly harms: Readonly<Record<Harm, number>>;
  /** From now on, nothing is harmed. */
  calm(): void;
  close(): Promise<void>;
}

/** @param choose decides what each request over a connection suffers */
export async function startChaosProxy(target: () => number, choose: () => Harm): Promise<ChaosProxy> {
  const harms: Record<Harm, number> = { none: 0, cut: 0, 'lost answer': 0, 'half-open': 0, slow: 0 };
  const sockets = new Set<Socket>();
  let isCalm = false;

  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on('close', end);
    upstream.on('close', end);
    /** Of the request that is on its way. */
    let harm: Harm = 'none';
    let isAnswered = true;
    client.on('data', async (data: Buffer) => {
      if (isAnswered) {
        harm = isCalm ? 'none' : choose();
        harms[harm]++;
        isAnswered = false;
      }
      if (harm === 'cut') {
        upstream.write(data.subarray(0, Math.floor(Math.random() * data.length)), end);
      } else if (harm === 'half-open') {
        await sleep(300);
        end();
      } else if (harm === 'slow') {
        client.pause();
        for (let at = 0; at < data.length; at += 500) {
          upstream.write(data.subarray(at, at + 500));
          await sleep(1);
        }
        client.resume();
      } else upstream.write(data);
    });
    upstream.on('data', (data) => {
      isAnswered = true;
      if (harm === 'lost answer') end();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    harms,
    calm() {
      isCalm = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Chooses a harm for one request in `every`. */
export function harmSome(every: number): () => Harm {
  return () =>
    Math.random() * every < 1 ? (HARMS[Math.floor(Math.random() * HARMS.length)] ?? 'none') : 'none';
}
