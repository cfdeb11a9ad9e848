import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** With a checksum, because SQLite does not notice a changed bit inside a blob. Higher levels gain little on this data and cost much more. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
/** Far more than any block, so that a forged one can't fill the memory. */
const MAX_BYTES = 256e6;
/** A forged header can't make us reserve more. */
const MAX_CHUNK_BYTES = 4e6;
const MAX_HEADER_BYTES = 18;

export function compress(data: string | Uint8Array): Buffer {
  return zstdCompressSync(data, OPTIONS);
}

/** Throws if the checksum is wrong. */
export function decompress(data: Uint8Array): string {
  return withDecompressed(data, (output) => output.toString());
}

/** Calls back with the decompressed bytes, which are gone afterwards. */
export function withDecompressed<T>(data: Uint8Array, use: (output: Buffer) => T): T {
  const options = { maxOutputLength: MAX_BYTES, chunkSize: chunkSizeFor(data) };
  const output = zstdDecompressSync(data, options);
  try {
    return use(output);
  } finally {
    // A reader makes one buffer for each block, and V8 would let tens of megabytes of them pile up.
    if (output.buffer.byteLength === options.chunkSize) output.buffer.transfer(0);
  }
}

/** Enough for the whole output, unless that is very large. More than Node's pool has, so that the buffer is not shared. */
function chunkSizeFor(data: Uint8Array): number {
  return Math.min(Math.max(contentSize(data), Buffer.poolSize) + 1, MAX_CHUNK_BYTES);
}

/** The size of the output as the header of a zstd frame says, or 0 if it does not. */
function contentSize(data: Uint8Array): number {
  const header = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.byteLength < MAX_HEADER_BYTES) return 0;
  const descriptor = header.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? header.getUint8(at) : 0;
    case 1:
      return header.getUint16(at, true) + 256;
    case 2:
      return header.getUint32(at, true);
    default:
      return Number(header.getBigUint64(at, true));
  }
}
