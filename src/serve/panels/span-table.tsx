import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Span } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

interface SpanTableProps {
  readonly spans: readonly Span[];
  /** What their names and how they went are called. */
  readonly name: string;
  readonly outcome: string;
  /** They are of several kinds. */
  readonly kinds?: boolean;
  /** So much of a name is shown. */
  readonly longest?: number;
}

/** Spans in the order they began. */
export function SpanTable({ spans, name, outcome, kinds = false, longest }: SpanTableProps) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">Start</th>
          <th scope="col">Took</th>
          {kinds && <th scope="col">Kind</th>}
          <th scope="col">{name}</th>
          <th scope="col">{outcome}</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <tr>
            <td class="figure">{formatDuration(span.at)}</td>
            <td class="figure">
              <Took span={span} />
            </td>
            {kinds && <td>{span.kind}</td>}
            <td class="mono">
              <CutText text={span.name} {...(longest !== undefined && { longest })} />
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

function Took({ span: { duration } }: { span: Pick<Span, 'duration'> }) {
  if (duration === null) return <span class="none">not done</span>;
  return <span>{formatDuration(duration)}</span>;
}

/** How a span went, as far as it is known. */
function Outcome({ span: { status, error } }: { span: Pick<Span, 'status' | 'error'> }) {
  return (
    <>
      {status !== undefined && status}{' '}
      {error !== undefined && <span class="failure">failed: {visibleText(error)}</span>}
    </>
  );
}
