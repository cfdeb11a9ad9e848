const DURATION_UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  // The micro sign and the Greek letter mu look the same.
  '\u00b5s': 0.001,
  '\u03bcs': 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const SIZE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

const QUANTITY = /^(\d{1,15}(?:\.\d{1,9})?) ?([a-zµ]{1,3})$/i;

/** `'500ms'`, `'1.5h'` or `'30d'` in milliseconds; `null` if the text is not a duration. */
export function parseDuration(text: string): number | null {
  return parseQuantity(text, DURATION_UNITS);
}

/** `'512kB'`, `'2GB'` or `'1GiB'` in bytes; `null` if the text is not a size. */
export function parseSize(text: string): number | null {
  const bytes = parseQuantity(text, SIZE_UNITS);
  return bytes === null ? null : Math.round(bytes);
}

function parseQuantity(text: string, units: Readonly<Record<string, number>>): number | null {
  const [, amount, unit = ''] = QUANTITY.exec(text.trim()) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  return amount === undefined || factor === undefined ? null : Number(amount) * factor;
}
