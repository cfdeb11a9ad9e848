import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { BadInput } from './shapes/shape.ts';

/** A request that asks for more than there is room for at this moment. It can be sent again. */
export class Overload extends Error {}

/** A body that is larger than any that is accepted. */
export class TooLarge extends Error {}

/** Counts memory that is used until a request is answered. Throws an `Overload` if all requests together use too much. */
export type Hold = (bytes: number) => void;

/** What bodies may use together. A sender gets 503 before memory grows. */
export interface Admission {
  /** Reads a body of at most `limit` bytes as it was sent, and calls back with it. */
  withBody<T>(
    request: IncomingMessage,
    limit: number,
    use: (body: Buffer, hold: Hold) => Promise<T>,
  ): Promise<T>;
  /** Runs one at a time what needs many times the memory of a body. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  heldBytes(): number;
}

/** The bodies of all requests together, compressed and expanded, in bytes: the largest one, and many usual ones. */
const MAX_HELD = 128e6;
const DECODERS = {
  zstd: promisify(zstdDecompress),
  gzip: promisify(gunzip),
} as const;

export function createAdmission(maxHeld = MAX_HELD): Admission {
  let held = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function read(request: IncomingMessage, limit: number, hold: Hold): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new TooLarge();
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new TooLarge();
      hold(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    async withBody(request, limit, use) {
      let own = 0;
      const hold: Hold = (bytes) => {
        own += bytes;
        held += bytes;
        if (held > maxHeld) throw new Overload();
      };
      try {
        return await use(await read(request, limit, hold), hold);
      } finally {
        held -= own;
      }
    },
    heldBytes: () => held,
    alone(work) {
      const next = last.then(work, work);
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Expands a body, and never to more than `limit` bytes: a small one can claim any size. */
export async function expand(body: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  const decode = encoding === 'zstd' || encoding === 'gzip' ? DECODERS[encoding] : null;
  if (!decode) throw new BadInput('The Content-Encoding is not zstd or gzip');
  try {
    return await decode(body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge();
    throw new BadInput(`The body can't be expanded from ${encoding}`);
  }
}
