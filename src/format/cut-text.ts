/** V8 copies slices shorter than this; a longer slice references its source. */
const MIN_SLICE_LENGTH = 13;
/** From this source length on, keeping the source in memory costs more than copying the slice. */
const MIN_SOURCE_LENGTH = 65_536;
/** Ends a text that was cut. */
export const CUT_MARK = '…cut';

/** Cuts a text to `maxLength` characters and appends a mark. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength);
  return `${text.length > MIN_SOURCE_LENGTH ? copyText(start) : start}${CUT_MARK}`;
}

/** Copies a text that may be a slice, which would keep its whole source in memory. */
export function copyText(text: string): string {
  if (text.length < MIN_SLICE_LENGTH) return text;
  // UTF-8 cannot encode lone surrogates.
  return text.isWellFormed()
    ? Buffer.from(text).toString()
    : Buffer.from(text, 'utf16le').toString('utf16le');
}
