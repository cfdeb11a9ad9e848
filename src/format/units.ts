interface Unit {
  readonly name: string;
  readonly size: number;
  /** Values of at least this are written in the next unit. */
  readonly limit: number;
}

/** In microseconds. */
const DURATIONS: readonly Unit[] = [
  { name: 'µs', size: 1, limit: 1000 },
  { name: 'ms', size: 1e3, limit: 1000 },
  { name: 's', size: 1e6, limit: 120 },
  { name: 'min', size: 60e6, limit: 120 },
  { name: 'h', size: 3600e6, limit: Number.POSITIVE_INFINITY },
];

const SIZES: readonly Unit[] = [
  { name: 'B', size: 1, limit: 1000 },
  { name: 'kB', size: 1e3, limit: 1000 },
  { name: 'MB', size: 1e6, limit: 1000 },
  { name: 'GB', size: 1e9, limit: 1000 },
  { name: 'TB', size: 1e12, limit: Number.POSITIVE_INFINITY },
];

const THREE_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

/** Formats microseconds: `420 µs`, `3.1 ms`, `12.4 s`, `3.5 min`, `2.1 h`. */
export function formatDuration(micros: number): string {
  return formatQuantity(micros, DURATIONS);
}

/** `512 B`, `1.5 kB`, `12 MB`, `3.2 GB` */
export function formatBytes(bytes: number): string {
  return formatQuantity(bytes, SIZES);
}

/** Rounds before it chooses the unit: 999,999 bytes are `1 MB`, not `1000 kB`. */
function formatQuantity(value: number, units: readonly Unit[]): string {
  let text = '';
  for (const { name, size, limit } of units) {
    const rounded = THREE_DIGITS.format(value / size);
    text = `${rounded} ${name}`;
    if (Number(rounded) < limit) break;
  }
  return text;
}
