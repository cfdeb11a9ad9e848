import { constants, crc32, deflateRawSync } from 'node:zlib';

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return GZIP.test(acceptEncoding ?? '');
}

/** Compresses HTML responses if the client accepts gzip. */
export function gzipHtml(acceptEncoding: string | undefined, response: Response): Response {
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isHtml || !response.body) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(acceptEncoding)) return response;
  response.headers.set('Content-Encoding', 'gzip');
  response.headers.delete('Content-Length');
  return new Response(response.body.pipeThrough(createGzip()), response);
}

/** Half the size of uncompressed HTML, in half the time of the default level 6. */
const LEVEL = 2;
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const LAST_BLOCK = Uint8Array.of(3, 0);
const EMPTY = Uint8Array.of();

/**
 * Compresses each chunk separately and sends it at once. The streams of `node:zlib` hold a chunk back until the next
 * one, or compress in another thread, which takes longer than compressing here.
 */
function createGzip(): TransformStream<Uint8Array, Uint8Array> {
  let header = HEADER;
  let checksum = 0;
  let length = 0;
  return new TransformStream({
    transform(chunk, stream) {
      const deflated = deflateRawSync(chunk, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
      stream.enqueue(Buffer.concat([header, deflated]));
      header = EMPTY;
      checksum = crc32(chunk, checksum);
      length += chunk.length;
    },
    flush(stream) {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length, 4);
      stream.enqueue(Buffer.concat([header, LAST_BLOCK, trailer]));
    },
  });
}
