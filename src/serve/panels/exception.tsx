import { errorFields } from '../../format/error-fields.ts';
import { isLibraryFrame } from '../../format/stack-frames.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Exception } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';
import { Notes } from './notes.tsx';
import type { SourceLines, Sources } from './source-lines.ts';

interface ExceptionProps {
  readonly exception: Exception;
  readonly sources: Sources;
}

/** An exception with its fields, stack, source lines, errors and causes. */
export function ExceptionView({ exception, sources }: ExceptionProps) {
  const { name, message, stack, fields, errors = [], moreErrors = 0, cause, isError } = exception;
  const count = errors.length + moreErrors;
  return (
    <>
      <p class="exception">
        <strong>{visibleText(name)}</strong> <CutText text={message} lines />
      </p>
      {isError === false && <p class="none">The value that was thrown is not an Error.</p>}
      {fields !== undefined && <Notes notes={errorFields(fields).map(([key, value]) => ({ key, value }))} />}
      {stack !== '' && <Stack stack={stack} sources={sources} />}
      {errors.map((error, i) => (
        <div class="cause">
          <h3>
            Error {i + 1} of {count.toLocaleString('en')}
          </h3>
          <ExceptionView exception={error} sources={sources} />
        </div>
      ))}
      {moreErrors > 0 && <p class="none">{moreErrors.toLocaleString('en')} more errors were not recorded.</p>}
      {cause && (
        <div class="cause">
          <h3>Caused by</h3>
          <ExceptionView exception={cause} sources={sources} />
        </div>
      )}
    </>
  );
}

/** The frames of the app, then all of them, folded. */
function Stack({ stack, sources }: { stack: string; sources: Sources }) {
  const frames = stack.split('\n');
  const own = frames.filter((frame) => !isLibraryFrame(frame));
  if (own.length === 0 || own.length === frames.length) return <Frames frames={frames} sources={sources} />;
  return (
    <>
      <Frames frames={own} sources={sources} />
      <details class="all-frames">
        <summary>
          All {frames.length} frames, with {frames.length - own.length} of libraries and Node.js
        </summary>
        <Frames frames={frames} sources={NO_SOURCES} />
      </details>
    </>
  );
}

const NO_SOURCES: Sources = new Map();

function Frames({ frames, sources }: { frames: readonly string[]; sources: Sources }) {
  return (
    <ol class="stack">
      {frames.map((frame) => {
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
