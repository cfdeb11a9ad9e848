import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { constants, createGzip } from 'node:zlib';

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export function takesGzip(acceptEncoding: string | undefined): boolean {
  return GZIP.test(acceptEncoding ?? '');
}

/** HTML is packed for whoever takes it so. */
export function packHtml(acceptEncoding: string | undefined, answer: Response): Response {
  const isHtml = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isHtml || !answer.body) return answer;
  answer.headers.append('Vary', 'Accept-Encoding');
  if (!takesGzip(acceptEncoding)) return answer;
  answer.headers.set('Content-Encoding', 'gzip');
  answer.headers.delete('Content-Length');
  return new Response(packed(answer.body), answer);
}

/** The same in gzip. Each part is sent on as soon as it has come: nothing waits for the next one to be packed with. */
function packed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH });
  const parts = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  // Whoever goes away takes the question with them.
  parts.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => parts.destroy());
  return Readable.toWeb(parts.pipe(gzip)) as ReadableStream<Uint8Array>;
}
