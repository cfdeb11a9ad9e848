import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Few bytes can be the start of a very long text. */
const maxOutputLength = 5_000_000;
// The end of what was copied may be missing.
const ZLIB = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH };
const ZSTD = { maxOutputLength, finishFlush: constants.ZSTD_e_flush };

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', (bytes) => gunzipSync(bytes, ZLIB)],
  ['deflate', (bytes) => inflateSync(bytes, ZLIB)],
  ['br', (bytes) => brotliDecompressSync(bytes, BROTLI)],
  ['zstd', (bytes) => zstdDecompressSync(bytes, ZSTD)],
  ['identity', (bytes) => bytes],
  ['', (bytes) => bytes],
]);

/** Whether content with this Content-Encoding can be decoded. */
export function isDecodable(encoding: string): boolean {
  return DECODERS.has(encoding.toLowerCase());
}

/** What was compressed, as far as it can be read from its beginning; `null` if nothing can, or if it is too long. */
export function decodeContent(bytes: Uint8Array, encoding: string): Uint8Array | null {
  try {
    const content = DECODERS.get(encoding.toLowerCase())?.(bytes);
    // Zstandard has blocks, which are read as a whole.
    return content && (content.length > 0 || bytes.length === 0) ? content : null;
  } catch {
    return null;
  }
}
