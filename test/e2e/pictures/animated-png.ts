import { paletteOf } from './palette.ts';
import { type Chunk, END, headOf, type Pixels, packRows, readPng, writePng } from './png.ts';

export interface Frame {
  /** A screenshot. All have the same size. */
  readonly png: Buffer;
  readonly milliseconds: number;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A PNG that moves, for ever. A frame has only the part that differs from the one before. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const images = frames.map(({ png }) => readPng(png)).filter((image) => image !== null);
  const [first] = images;
  if (!first || images.length < frames.length) throw new Error('A frame is not a screenshot of Chromium.');
  const palette = paletteOf(images);
  let sequence = 0;
  const chunks = images.flatMap((image, i): Chunk[] => {
    const area = i === 0 ? { x: 0, y: 0, ...first } : changed(images[i - 1] ?? first, image);
    const rows = packRows(palette.indexesOf(cropped(image, area)), area.width);
    const control = controlOf(sequence++, area, frames[i]?.milliseconds ?? 0);
    if (i === 0) return [control, { type: 'IDAT', bytes: rows }];
    return [control, { type: 'fdAT', bytes: Buffer.concat([numbers(sequence++), rows]) }];
  });
  return writePng([headOf(first), animationOf(frames.length), palette.chunk, ...chunks, END]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
}

/** 0 repetitions: without an end. */
function animationOf(frames: number): Chunk {
  return { type: 'acTL', bytes: numbers(frames, 0) };
}

function controlOf(sequence: number, { x, y, width, height }: Area, milliseconds: number): Chunk {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  // The last two bytes: keep what is drawn, and replace what was there.
  return { type: 'fcTL', bytes: Buffer.concat([numbers(sequence, width, height, x, y), delay]) };
}

/** The smallest rectangle with all changes, of at least one pixel. */
function changed(before: Pixels, { width, height, pixels }: Pixels): Area {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [i, pixel] of pixels.entries()) {
    if (pixel === before.pixels[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function cropped({ width, pixels }: Pixels, area: Area): Uint32Array {
  const part = new Uint32Array(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const start = (area.y + y) * width + area.x;
    part.set(pixels.subarray(start, start + area.width), y * area.width);
  }
  return part;
}
