import { compress, withDecompressed } from '../files/zstd.ts';

/** Rows in a chunk of a column. */
export const CHUNK_ROWS = 4096;

export type NumberArray = Float64Array | Int32Array;

/** The header says how the numbers are stored, and has the first of them. Its size is a multiple of 8, so that they are aligned. */
const HEADER_BYTES = 16;
/** The bytes of each number, or of its distance to the one before. */
const WIDTHS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;
type Width = keyof typeof WIDTHS;

/** Encodes whole numbers in as few bytes as the largest needs. With `distances`, numbers that grow slowly need few. */
export function encodeNumbers(values: Float64Array, distances: boolean): Buffer {
  const stored = distances ? distancesOf(values) : null;
  const width = widthFor(stored ?? values);
  // Distances of 8 bytes gain nothing.
  const isStored = stored !== null && width < 8;
  const numbers = isStored ? stored : values;
  const bytes = new Uint8Array(HEADER_BYTES + numbers.length * width);
  const header = new DataView(bytes.buffer);
  header.setUint8(0, width);
  header.setUint8(1, isStored ? 1 : 0);
  header.setFloat64(8, values[0] ?? 0, true);
  new WIDTHS[width](bytes.buffer, HEADER_BYTES).set(numbers);
  return compress(bytes);
}

/** Decodes numbers into an array, from a position on. */
export function decodeNumbers(data: Uint8Array, into: NumberArray, at: number): void {
  withDecompressed(data, (output) => {
    const bytes = output.byteOffset % 8 === 0 ? output : Uint8Array.from(output);
    const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
    const width = header.getUint8(0) as Width;
    const length = (bytes.byteLength - HEADER_BYTES) / (width || 1);
    if (!(width in WIDTHS) || !Number.isInteger(length) || at + length > into.length)
      throw new Error('a column is damaged');
    const numbers = new WIDTHS[width](bytes.buffer as ArrayBuffer, bytes.byteOffset + HEADER_BYTES, length);
    if (header.getUint8(1) === 0) into.set(numbers, at);
    else addUp(numbers, header.getFloat64(8, true), into, at);
  });
}

/** The distance of each number to the one before: even numbers are ahead, odd ones back. */
function distancesOf(values: Float64Array): Float64Array {
  const distances = new Float64Array(values.length);
  for (let i = 1; i < values.length; i++) {
    const distance = (values[i] ?? 0) - (values[i - 1] ?? 0);
    distances[i] = distance >= 0 ? distance * 2 : -distance * 2 - 1;
  }
  return distances;
}

function addUp(distances: ArrayLike<number>, first: number, into: NumberArray, at: number): void {
  let value = first;
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i] ?? 0;
    // Half of an even number; of an odd one half of the next, below 0.
    value += (distance >>> 1) ^ -(distance & 1);
    into[at + i] = value;
  }
}

function widthFor(values: Float64Array): Width {
  let max = 0;
  for (const value of values) {
    if (value < 0) return 8;
    if (value > max) max = value;
  }
  if (max < 2 ** 8) return 1;
  if (max < 2 ** 16) return 2;
  return max < 2 ** 32 ? 4 : 8;
}
