import { countOf, countText } from '../../format/count-text.ts';
import { errorFields } from '../../format/pretty-json.ts';
import { isLibraryFrame } from '../../format/stack-frames.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Exception } from '../../profile/profile.ts';
import {
  type Excerpts,
  firstExcerpts,
  type SourceLines,
  type Sources,
} from '../../report/profile/source-lines.ts';
import { causeChain } from '../../report/profile/summary.ts';
import { CutText } from './cut-text.tsx';
import { FactRow, FactTable } from './facts.tsx';

export function CauseChain({ exception }: { exception: Exception }) {
  return (
    <span class="cause-chain">
      {causeChain(exception).map(({ name, message }, i) => (
        <>
          {i > 0 && <span class="caused-by"> ← </span>}
          <strong>{name}</strong> {message}
        </>
      ))}
    </span>
  );
}

/** The cause chain, then each exception with its fields, stack, source lines, errors and causes. */
export function ExceptionPanel({ exception, sources }: { exception: Exception; sources: Sources }) {
  return (
    <>
      {exception.cause && (
        <p class="exception">
          <CauseChain exception={exception} />
        </p>
      )}
      <ExceptionView exception={exception} sources={firstExcerpts(exception, sources)} />
    </>
  );
}

interface ExceptionProps {
  readonly exception: Exception;
  readonly sources: Excerpts;
}

function ExceptionView({ exception, sources }: ExceptionProps) {
  const { name, message, stack, fields, errors = [], moreErrors = 0, cause, isError } = exception;
  const count = errors.length + moreErrors;
  return (
    <>
      <p class="exception">
        <strong>{visibleText(name)}</strong> <CutText text={message} lines />
      </p>
      {isError === false && <p class="none">The value that was thrown is not an Error.</p>}
      {fields !== undefined && <FieldTable fields={fields} />}
      {stack !== '' && <Stack stack={stack} sources={sources.get(exception) ?? NO_SOURCES} />}
      {errors.map((error, i) => (
        <div class="cause">
          <h3>
            Error {i + 1} of {countText(count)}
          </h3>
          <ExceptionView exception={error} sources={sources} />
        </div>
      ))}
      {moreErrors > 0 && <p class="none">{countText(moreErrors)} more errors were not recorded.</p>}
      {cause && (
        <div class="cause">
          <h3>Caused by</h3>
          <ExceptionView exception={cause} sources={sources} />
        </div>
      )}
    </>
  );
}

function FieldTable({ fields }: { fields: string }) {
  return (
    <FactTable>
      {errorFields(fields).map(([name, value]) => (
        <FactRow name={visibleText(name)} isText>
          <CutText text={value} lines />
        </FactRow>
      ))}
    </FactTable>
  );
}

/** The frames of the app, then all of them, folded. */
function Stack({ stack, sources }: { stack: string; sources: Sources }) {
  const frames = stack.split('\n');
  const own = frames.filter((frame) => !isLibraryFrame(frame));
  if (own.length === frames.length) return <Frames frames={frames} sources={sources} />;
  const libraries = frames.length - own.length;
  return (
    <>
      {own.length > 0 && <Frames frames={own} sources={sources} />}
      <details class="all-frames">
        <summary>Show {countOf(libraries, 'library frame')}</summary>
        <Frames frames={frames} sources={NO_SOURCES} />
      </details>
    </>
  );
}

const NO_SOURCES: Sources = new Map();

/** The first excerpt is open, further ones are folded. */
function Frames({ frames, sources }: { frames: readonly string[]; sources: Sources }) {
  const first = frames.find((frame) => sources.has(frame));
  return (
    <ol class="stack">
      {frames.map((frame) => {
        const source = sources.get(frame);
        return (
          <li class={isLibraryFrame(frame) ? 'foreign' : undefined}>
            <code>{visibleText(frame.trim())}</code>
            {source &&
              (frame === first ? (
                <Source source={source} />
              ) : (
                <details>
                  <summary>Source</summary>
                  <Source source={source} />
                </details>
              ))}
          </li>
        );
      })}
    </ol>
  );
}

interface SourceProps {
  readonly source: SourceLines;
  /** How many lines above and below the failing one; all without it. */
  readonly around?: number;
}

/** Lines of source, with the failing one marked. */
export function Source({ source: { file, line, first, lines, changed }, around }: SourceProps) {
  const from = around === undefined ? 0 : Math.max(0, line - first - around);
  const to = around === undefined ? lines.length : line - first + around + 1;
  return (
    <figure class="source">
      <figcaption>
        {visibleText(file)}:{line}
        {changed && ' (the file has changed since this request, so the lines may differ)'}
      </figcaption>
      <ol start={first + from}>
        {lines.slice(from, to).map((text, i) => (
          <li class={first + from + i === line ? 'here' : undefined}>
            <code>
              {first + from + i === line ? <mark>{visibleText(text) || ' '}</mark> : visibleText(text) || ' '}
            </code>
          </li>
        ))}
      </ol>
    </figure>
  );
}
