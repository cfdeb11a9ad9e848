import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** An image as 0xRRGGBB. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** The pixels of a screenshot; `null` if it is not as Chromium writes them: 8-bit RGB, or RGBA with full alpha. */
export function readPng(png: Buffer): Pixels | null {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === 'IHDR')?.bytes ?? Buffer.alloc(13);
  const [width, height, depth, colour] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]];
  if (depth !== 8 || (colour !== 2 && colour !== 6)) return null;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => bytes);
  const size = colour === 2 ? 3 : 4;
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(packed)), width, height, size) };
}

export interface Chunk {
  readonly type: string;
  readonly bytes: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, bytes: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** The file of these chunks. */
export function writePng(chunks: readonly Chunk[]): Buffer {
  const parts: Buffer[] = [SIGNATURE];
  for (const { type, bytes } of chunks) {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(bytes.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    parts.push(ends.subarray(0, 4), named, ends.subarray(4));
  }
  return Buffer.concat(parts);
}

/** The pixels as 0xRRGGBB. */
function unfiltered(raw: Buffer, width: number, height: number, size: 3 | 4): Uint32Array {
  const row = width * size;
  const above = new Uint8Array(row);
  const here = new Uint8Array(row);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = y * (row + 1);
    const filter = raw[start];
    for (let x = 0; x < row; x++) {
      const left = here[x - size] ?? 0;
      const up = above[x] ?? 0;
      const corner = x < size ? 0 : (above[x - size] ?? 0);
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      here[x] = (raw[start + 1 + x] ?? 0) + guess;
    }
    for (let x = 0; x < width; x++) {
      const at = x * size;
      pixels[y * width + x] = ((here[at] ?? 0) << 16) | ((here[at + 1] ?? 0) << 8) | (here[at + 2] ?? 0);
    }
    above.set(here);
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The header of an image with a palette. */
export function headOf({ width, height }: { readonly width: number; readonly height: number }): Chunk {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  return { type: 'IHDR', bytes };
}

export const END: Chunk = { type: 'IEND', bytes: Buffer.alloc(0) };

/** The compressed rows of a part of an image with a palette. */
export function packRows(indexes: Uint8Array, width: number): Buffer {
  const height = indexes.length / width;
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return deflateSync(rows, { level: 9, memLevel: 9 });
}
