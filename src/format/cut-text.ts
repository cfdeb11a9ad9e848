/** A slice keeps the text it is of in memory: of one so long, a copy is taken instead. */
const WORTH_COPYING = 65_536;

/** The text, or its beginning with a mark that it was cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest);
  return `${text.length > WORTH_COPYING ? Buffer.from(start).toString() : start}…cut`;
}
