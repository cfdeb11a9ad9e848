import { visibleText } from '../../format/visible-text.ts';
import type { Exception } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';
import type { SourceLines, Sources } from './source-lines.ts';

/** An exception with its stack, source lines and causes. */
export function ExceptionView({ exception, sources }: { exception: Exception; sources: Sources }) {
  return (
    <>
      <p class="exception">
        <strong>{visibleText(exception.name)}</strong> <CutText text={exception.message} lines />
      </p>
      {exception.stack !== '' && <Stack stack={exception.stack} sources={sources} />}
      {exception.cause && (
        <div class="cause">
          <h3>Caused by</h3>
          <ExceptionView exception={exception.cause} sources={sources} />
        </div>
      )}
    </>
  );
}

function Stack({ stack, sources }: { stack: string; sources: Sources }) {
  return (
    <ol class="stack">
      {stack.split('\n').map((frame) => {
        const source = sources.get(frame);
        return (
          <li class={isLibraryFrame(frame) ? 'foreign' : undefined}>
            <code>{visibleText(frame.trim())}</code>
            {source && <Source source={source} />}
          </li>
        );
      })}
    </ol>
  );
}

function isLibraryFrame(frame: string): boolean {
  return frame.includes('node_modules') || frame.includes('(node:') || frame.includes('at node:');
}

function Source({ source: { file, line, first, lines, changed } }: { source: SourceLines }) {
  return (
    <figure class="source">
      <figcaption>
        {visibleText(file)}
        {changed && ' (the file has changed since this request, so the lines may differ)'}
      </figcaption>
      <ol start={first}>
        {lines.map((text, i) => (
          <li class={first + i === line ? 'here' : undefined}>
            <code>
              {first + i === line ? <mark>{visibleText(text) || ' '}</mark> : visibleText(text) || ' '}
            </code>
          </li>
        ))}
      </ol>
    </figure>
  );
}
