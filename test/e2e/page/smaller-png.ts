import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Converts a screenshot to a palette of 256 colours, which makes it about a third of the size. */
export function smallerPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === 'IHDR')?.bytes ?? Buffer.alloc(13);
  const [width, height, depth, colour] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]];
  // Chromium writes 8-bit RGB, or RGBA with full alpha.
  if (depth !== 8 || (colour !== 2 && colour !== 6)) return png;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => bytes);
  const pixels = unfiltered(inflateSync(Buffer.concat(packed)), width, height, colour === 2 ? 3 : 4);
  return indexed(pixels, width, height);
}

interface Chunk {
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

function written(chunks: readonly Chunk[]): Buffer {
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

/** Colours closer than this are merged first, so rare but distinct colours keep a place in the palette. */
const SIMILAR = 3 * 8 ** 2;

/** 256 frequent colours, and for every colour the index of the nearest one. */
function paletteOf(pixels: Uint32Array): { palette: number[]; indexOf: ReadonlyMap<number, number> } {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const distinct: number[] = [];
  for (const colour of colours) {
    if (distinct.length === 256) break;
    if (distinct.every((other) => distance(colour, other) > SIMILAR)) distinct.push(colour);
  }
  const palette = [...new Set([...distinct, ...colours])].slice(0, 256);
  const indexOf = new Map(palette.map((colour, i) => [colour, i]));
  for (const colour of colours) {
    if (indexOf.has(colour)) continue;
    let nearest = 0;
    for (let i = 1; i < palette.length; i++)
      if (distance(colour, palette[i] ?? 0) < distance(colour, palette[nearest] ?? 0)) nearest = i;
    indexOf.set(colour, nearest);
  }
  return { palette, indexOf };
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [
    (a >> 16) - (b >> 16),
    ((a >> 8) & 255) - ((b >> 8) & 255),
    (a & 255) - (b & 255),
  ];
  return red * red + green * green + blue * blue;
}

function headOf(width: number, height: number, colour: number): Chunk {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, colour, 0, 0, 0]);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  return { type: 'IHDR', bytes };
}

const END: Chunk = { type: 'IEND', bytes: Buffer.alloc(0) };
const pack = (bytes: Buffer): Chunk => ({
  type: 'IDAT',
  bytes: deflateSync(bytes, { level: 9, memLevel: 9 }),
});

function indexed(pixels: Uint32Array, width: number, height: number): Buffer {
  const { palette, indexOf } = paletteOf(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [i, pixel] of pixels.entries()) rows[i + Math.floor(i / width) + 1] = indexOf.get(pixel) ?? 0;
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return written([headOf(width, height, 3), { type: 'PLTE', bytes: colours }, pack(rows), END]);
}
