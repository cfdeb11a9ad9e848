/** Values below this can be sorted together with their position in one number. */
const MAX_POSITIONS = 2 ** 17;

/**
 * The positions of the values in ascending order, equal ones in the order of their positions. Those that are NaN are
 * left out. The fast way sorts plain numbers, which takes a tenth of the time of a comparison function.
 */
export function sortedPositions(values: Float64Array): Float64Array {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    count++;
  }
  const positions = new Float64Array(count);
  const isFast = values.length < MAX_POSITIONS && (max - min + 1) * MAX_POSITIONS <= Number.MAX_SAFE_INTEGER;
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (!Number.isNaN(value)) positions[next++] = isFast ? (value - min) * MAX_POSITIONS + i : i;
  }
  if (!isFast) return positions.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  positions.sort();
  for (let i = 0; i < count; i++) positions[i] = (positions[i] ?? 0) % MAX_POSITIONS;
  return positions;
}
