/** V8 copies slices shorter than this; a longer slice references its source. */
const MIN_SLICE_LENGTH = 13;
/** From this source length on, keeping the source in memory costs more than copying the slice. */
const MIN_SOURCE_LENGTH = 65_536;

export const CUT_MARK = '…cut';

/** A text of at most `maxLength` characters, or its first `maxLength` characters followed by a mark. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${textStart(text, maxLength)}${CUT_MARK}`;
}

/** The first `maxLength` characters of a text; one fewer instead of half a surrogate pair. */
export function textStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  const start = text.slice(0, splitsPair ? maxLength - 1 : maxLength);
  return text.length > MIN_SOURCE_LENGTH ? copyText(start) : start;
}

/** Copies a text that may be a slice, which would keep its whole source in memory. */
export function copyText(text: string): string {
  if (text.length < MIN_SLICE_LENGTH) return text;
  // UTF-8 cannot encode lone surrogates.
  const encoding = text.isWellFormed() ? 'utf8' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
