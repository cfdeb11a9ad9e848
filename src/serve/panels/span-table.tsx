import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Span } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

interface SpanTableProps {
  readonly spans: readonly Span[];
  /** Column headings. */
  readonly nameLabel: string;
  readonly outcomeLabel: string;
  /** Whether to show the kind of each span. */
  readonly kinds?: boolean;
  readonly maxNameLength?: number;
}

/** Spans in the order they started. */
export function SpanTable({ spans, nameLabel, outcomeLabel, kinds = false, maxNameLength }: SpanTableProps) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">Start</th>
          <th scope="col">Duration</th>
          {kinds && <th scope="col">Kind</th>}
          <th scope="col">{nameLabel}</th>
          <th scope="col">{outcomeLabel}</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <tr>
            <td class="figure">{formatDuration(span.at)}</td>
            <td class="figure">
              <Duration span={span} />
            </td>
            {kinds && <td>{span.kind}</td>}
            <td class="mono">
              <CutText text={span.name} {...(maxNameLength !== undefined && { maxLength: maxNameLength })} />
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

function Duration({ span: { duration } }: { span: Pick<Span, 'duration'> }) {
  if (duration === null) return <span class="none">not finished</span>;
  return <span>{formatDuration(duration)}</span>;
}

/** The status and error of a span, if known. */
function Outcome({ span: { status, error } }: { span: Pick<Span, 'status' | 'error'> }) {
  return (
    <>
      {status !== undefined && status}{' '}
      {error !== undefined && <span class="failure">failed: {visibleText(error)}</span>}
    </>
  );
}
