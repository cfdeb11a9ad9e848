import { countText } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import { REDACTED } from '../../redact/rules.ts';

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
      <span class="cut">… cut here, {countText(cut)} more characters</span>
    </>
  );
}

/** How far before a hidden value its name is looked for. */
const MAX_BEFORE = 80;
/** A hidden value, and its format if it was a known one. */
const HIDDEN = /\*{3}(?:([A-Za-z-]{3,20})\*{3})?/g;
const SCHEME = /\b(bearer|basic|digest|token) $/i;
const NAME = /([\p{L}\p{N}_$.[\]-]{1,64})\\?["'`]?\s*(?:=>|->|[=:])\s*\\?["'`]?$/u;

/** A text whose hidden values say why they are: `name: token`, `format: JWT`. */
export function HiddenValues({ text }: { readonly text: string }) {
  if (!text.includes(REDACTED)) return <>{text}</>;
  let end = 0;
  const parts = [...text.matchAll(HIDDEN)].map(({ index, 0: hidden, 1: format }) => {
    const plain = text.slice(end, index);
    end = index + hidden.length;
    const why = format
      ? `format: ${format}`
      : whyHidden(text.slice(Math.max(0, index - MAX_BEFORE), index), text[end]);
    return (
      <>
        {plain}
        <span class="hidden-value" title={`Hidden, ${why}`}>
          {hidden}
        </span>
      </>
    );
  });
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

/** Guesses the reason from the text around the value, because the value itself is stored nowhere. */
function whyHidden(before: string, after = ''): string {
  if (before.endsWith('//') && after === '@') return 'format: user and password';
  const [, scheme] = SCHEME.exec(before) ?? [];
  if (scheme !== undefined) return `format: ${scheme}`;
  const [, name] = NAME.exec(before) ?? [];
  if (name !== undefined) return `name: ${name}`;
  return before.endsWith('/') ? 'looks random in this path' : 'may be a secret here';
}
