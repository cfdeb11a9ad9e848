/** Creating a formatter is slow, and a page formats hundreds of counts. */
const FORMAT = new Intl.NumberFormat('en');

/** `13,601` */
export function countText(count: number): string {
  return FORMAT.format(count);
}

/** `0.3 %`, `12 %` */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  const text = percent.toFixed(percent < 10 ? 1 : 0);
  return `${text.replace(/\.0$/, '')} %`;
}

/** `0`, `0.4`, `12` */
export function averageText(value: number): string {
  return value >= 10 ? countText(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/**
 * `1 request`, `13,601 queries`
 * @param more `+` if there are more than were counted
 */
export function countOf(count: number, noun: string, more: '' | '+' = ''): string {
  return `${countText(count)}${more} ${count === 1 && more === '' ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (noun.endsWith('ry')) return `${noun.slice(0, -1)}ies`;
  return /(?:ch|ss)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `No results found`, `1 result found`, `10 results found`. */
export function resultsFound(count: number): string {
  return `${count || 'No'} ${count === 1 ? 'result' : 'results'} found`;
}
