// A part of the mutants, and how far the score of a part can be from that of all.

/** The indexes of `size` of `total` mutants: one of each stretch of the same length, at a random place that `seed` decides. */
export function sampleIndexes(total, size, seed) {
  const step = total / size;
  const random = randomFrom(seed);
  return new Set(Array.from({ length: size }, (_, n) => Math.floor((n + random()) * step)));
}

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0) / 2 ** 32;
  };
}

const Z_95 = 1.96;

/** The 95 % interval (Wilson) of a share that was found in a sample. */
export function interval95(found, size) {
  const share = found / size;
  const z2 = Z_95 ** 2 / size;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / size + z2 / (4 * size))) / (1 + z2);
  return [middle - half, middle + half];
}
