import { visibleText } from '../../format/visible-text.ts';
import { CutText } from './cut-text.tsx';

/** A URL longer than this would push everything else out of sight. */
const LONGEST = 300;
const START = 200;
const END = 80;

/** What was asked for. A long URL is cut in its middle: its end tells. */
export function HeadingUrl({ url }: { url: string }) {
  const text = visibleText(url);
  if (text.length <= LONGEST) return <span class="whole-url">{text}</span>;
  const left = text.length - START - END;
  return (
    <span class="whole-url">
      {text.slice(0, START)}
      <span class="cut"> … {left.toLocaleString('en')} characters … </span>
      {text.slice(-END)}
    </span>
  );
}

/** All of a URL that the heading has only in part. */
export function WholeUrl({ url }: { url: string }) {
  if (visibleText(url).length <= LONGEST) return null;
  return (
    <details>
      <summary>The whole URL</summary>
      <code class="whole-url">
        <CutText text={url} longest={10_000} />
      </code>
    </details>
  );
}
