import { errorFields } from '../../format/error-fields.ts';
import { isLibraryFrame } from '../../format/stack-frames.ts';
import { visibleText } from '../../format/visible-text.ts';
import { type Exception, exceptionsIn } from '../../profile/profile.ts';
import type { SourceLines, Sources } from '../../report/profile/source-lines.ts';
import { causeChain } from '../../report/profile/summary.ts';
import { CutText } from './cut-text.tsx';

/** An exception and its causes in one line. */
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

/** Source lines by exception and frame. */
type Excerpts = ReadonlyMap<Exception, Sources>;

/** Each excerpt belongs to the first frame that has it: causes often share frames with what they caused. */
function firstExcerpts(exception: Exception, sources: Sources): Excerpts {
  const shown = new Set<string>();
  return new Map(
    exceptionsIn(exception).map((each) => {
      const own = new Map<string, SourceLines>();
      for (const frame of each.stack.split('\n')) {
        const source = sources.get(frame);
        const place = source && `${source.file}:${source.line}`;
        if (!source || !place || shown.has(place)) continue;
        shown.add(place);
        own.set(frame, source);
      }
      return [each, own];
    }),
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

function FieldTable({ fields }: { fields: string }) {
  return (
    <table class="facts">
      <tbody>
        {errorFields(fields).map(([name, value]) => (
          <tr>
            <th scope="row">{visibleText(name)}</th>
            <td class="mono kept-lines">
              <CutText text={value} lines />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
        <summary>
          {own.length > 0
            ? `All ${frames.length} frames, with ${libraries} of libraries and Node.js`
            : `${libraries} frames of libraries and Node.js`}
        </summary>
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
