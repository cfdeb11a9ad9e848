import { visibleLines, visibleText } from '../../format/visible-text.ts';

/** More of one value on the page helps nobody; the whole of it is in the JSON. */
const LONGEST = 2000;

/** The start of a text, never with half a character at its end. */
export function startOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? longest - 1 : longest);
}

interface CutTextProps {
  readonly text: string;
  readonly longest?: number;
  /** Whether its line breaks are kept. */
  readonly lines?: boolean;
}

/** Recorded text, up to a length; what is left out is said. */
export function CutText({ text, longest = LONGEST, lines = false }: CutTextProps) {
  const start = startOf(text, longest);
  const shown = lines ? visibleLines(start) : visibleText(start);
  const left = text.length - start.length;
  if (left === 0) return <>{shown}</>;
  return (
    <>
      {shown}
      <span class="cut">… cut here, {left.toLocaleString('en')} more characters</span>
    </>
  );
}
