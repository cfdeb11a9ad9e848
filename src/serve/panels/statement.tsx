import { textStart } from '../../format/cut-text.ts';
import { visibleLines } from '../../format/visible-text.ts';
import { CutText } from './cut-text.tsx';

/** Longer statements are folded after about this many characters. */
const MAX_UNFOLDED = 400;
const FOLD_AT = 300;

/** A statement. The rest of a long one is shown on request. */
export function Statement({ text }: { text: string }) {
  if (text.length <= MAX_UNFOLDED) return <CutText text={text} lines />;
  const start = foldedStart(text);
  return (
    <details class="statement">
      <summary>
        {visibleLines(start)}
        <span class="cut">… {(text.length - start.length).toLocaleString('en')} more characters</span>
      </summary>
      <CutText text={text.slice(start.length)} lines />
    </details>
  );
}

/** Ends between two words, if a space is near. */
function foldedStart(text: string): string {
  const start = textStart(text, FOLD_AT);
  const space = start.search(/\s\S*$/);
  return space > FOLD_AT / 2 ? start.slice(0, space) : start;
}
