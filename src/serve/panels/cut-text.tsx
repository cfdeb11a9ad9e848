import { textStart } from '../../format/cut-text.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import { HiddenValues } from './hidden-values.tsx';

/** Longer values are cut on the page; the JSON export has them in full. */
const MAX_LENGTH = 2000;

interface CutTextProps {
  readonly text: string;
  /** @default 2000 */
  readonly maxLength?: number;
  /** Whether to keep line breaks. */
  readonly lines?: boolean;
}

/** Recorded text up to a maximum length, with a note of how much was cut. */
export function CutText({ text, maxLength = MAX_LENGTH, lines = false }: CutTextProps) {
  const start = textStart(text, maxLength);
  const shown = lines ? visibleLines(start) : visibleText(start);
  const cut = text.length - start.length;
  if (cut === 0) return <HiddenValues text={shown} />;
  return (
    <>
      <HiddenValues text={shown} />
      <span class="cut">… cut here, {cut.toLocaleString('en')} more characters</span>
    </>
  );
}
