import type { Chunk, Pixels } from './png.ts';

/** Colours closer than this are merged first, so rare but distinct colours keep a place in the palette. */
const SIMILAR = 3 * 8 ** 2;

export interface Palette {
  readonly chunk: Chunk;
  /** The index of the colour that is nearest to each pixel. */
  indexesOf(pixels: Uint32Array): Uint8Array;
}

/** 256 frequent colours of some images. */
export function paletteOf(images: readonly Pixels[]): Palette {
  const counts = new Map<number, number>();
  for (const { pixels } of images)
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
  const bytes = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return {
    chunk: { type: 'PLTE', bytes },
    indexesOf: (pixels) => Uint8Array.from(pixels, (pixel) => indexOf.get(pixel) ?? 0),
  };
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [
    (a >> 16) - (b >> 16),
    ((a >> 8) & 255) - ((b >> 8) & 255),
    (a & 255) - (b & 255),
  ];
  return red * red + green * green + blue * blue;
}
