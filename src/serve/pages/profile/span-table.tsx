import { formatDuration } from '../../../profile/figures.ts';
import type { Span } from '../../../profile/profile.ts';
import { visibleText } from '../../../profile/visible-text.ts';
import { CutText } from './cut-text.tsx';

const LONGEST_NAME = 300;

/** Every span in the order they began. */
export function SpanTable({ spans }: { spans: readonly Span[] }) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">Start</th>
          <th scope="col">Took</th>
          <th scope="col">Kind</th>
          <th scope="col">Name</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <tr>
            <td class="figure">{formatDuration(span.at)}</td>
            <td class="figure">
              <Took span={span} />
            </td>
            <td>{span.kind}</td>
            <td class="mono">
              <CutText text={span.name} longest={LONGEST_NAME} />
            </td>
            <td>
              <Outcome span={span} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Took({ span: { duration } }: { span: Pick<Span, 'duration'> }) {
  if (duration === null) return <span class="none">not done</span>;
  return <span>{formatDuration(duration)}</span>;
}

/** How a span went, as far as it is known. */
export function Outcome({ span: { status, error } }: { span: Pick<Span, 'status' | 'error'> }) {
  return (
    <>
      {status !== undefined && status}{' '}
      {error !== undefined && <span class="failure">failed: {visibleText(error)}</span>}
    </>
  );
}
