// As a whole: Node.js 20, which is refused with one sentence, has no Zstandard.

import zlib from 'node:zlib';
import { tryOr } from '../../errors.ts';

/** Few bytes can be the start of a very long text. */
const maxOutputLength = 5_000_000;
// The end of what was copied may be missing.
const ZLIB = { maxOutputLength, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { maxOutputLength, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
const ZSTD = { maxOutputLength, finishFlush: zlib.constants.ZSTD_e_flush };

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', (bytes) => zlib.gunzipSync(bytes, ZLIB)],
  ['deflate', (bytes) => zlib.inflateSync(bytes, ZLIB)],
  ['br', (bytes) => zlib.brotliDecompressSync(bytes, BROTLI)],
  ['zstd', (bytes) => zlib.zstdDecompressSync(bytes, ZSTD)],
  ['identity', (bytes) => bytes],
  ['', (bytes) => bytes],
]);

/** Whether content with this Content-Encoding can be decoded. */
export function isDecodable(encoding: string): boolean {
  return DECODERS.has(encoding.toLowerCase());
}

/** The content, up to where the compressed bytes end; `null` if nothing can be read, or if it is too long. */
export function decodeContent(bytes: Uint8Array, encoding: string): Uint8Array | null {
  const content = tryOr(null, () => DECODERS.get(encoding.toLowerCase())?.(bytes));
  // Zstandard has blocks, which are read as a whole.
  return content && (content.length > 0 || bytes.length === 0) ? content : null;
}
