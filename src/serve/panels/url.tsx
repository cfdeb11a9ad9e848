import { visibleText } from '../../format/visible-text.ts';
import { CutText } from './cut-text.tsx';
import { HiddenValues } from './hidden-values.tsx';

/** A longer URL would push the rest of the summary off the screen. */
const MAX_LENGTH = 300;
const START_LENGTH = 200;
const END_LENGTH = 80;

/** The URL in the heading. A long one is cut in the middle, because its end is often what differs. */
export function HeadingUrl({ url }: { url: string }) {
  const text = visibleText(url);
  if (text.length <= MAX_LENGTH)
    return (
      <span class="whole-url">
        <HiddenValues text={text} />
      </span>
    );
  const cut = text.length - START_LENGTH - END_LENGTH;
  return (
    <span class="whole-url">
      <HiddenValues text={text.slice(0, START_LENGTH)} />
      <span class="cut"> … {cut.toLocaleString('en')} characters … </span>
      <HiddenValues text={text.slice(-END_LENGTH)} />
    </span>
  );
}

/** The full URL, if the heading shows only part of it. */
export function FullUrl({ url }: { url: string }) {
  if (visibleText(url).length <= MAX_LENGTH) return null;
  return (
    <details>
      <summary>Full URL</summary>
      <code class="whole-url">
        <CutText text={url} maxLength={10_000} />
      </code>
    </details>
  );
}
