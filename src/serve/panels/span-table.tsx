import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Span } from '../../profile/profile.ts';
import { outcomeText } from '../../report/profile/query-texts.ts';
import { TableHead } from '../pages/table-cells.tsx';
import { CutText } from './cut-text.tsx';

interface SpanTableProps {
  readonly spans: readonly Span[];
  /** Column headings. */
  readonly nameLabel: string;
  readonly outcomeLabel: string;
  /** Whether to show the kind of each span. */
  readonly kinds?: boolean;
  /** The numbers to show for recorded transactions. They are not shown without it. */
  readonly transactions?: ReadonlyMap<number, number>;
  readonly maxNameLength?: number;
}

/** Spans in the order they started. */
export function SpanTable(props: SpanTableProps) {
  const { spans, nameLabel, outcomeLabel, kinds = false, transactions, maxNameLength } = props;
  return (
    <table class="list">
      <TableHead names={['Start', 'Duration', ...(kinds ? ['Kind'] : []), nameLabel, outcomeLabel]} />
      <tbody>
        {spans.map((span) => (
          <tr>
            <td class="figure">{formatDuration(span.at)}</td>
            <td class="figure">
              {span.duration === null ? (
                <span class="none">not finished</span>
              ) : (
                <span>{formatDuration(span.duration)}</span>
              )}
            </td>
            {kinds && <td>{span.kind}</td>}
            <td class="mono">
              <CutText text={span.name} {...(maxNameLength !== undefined && { maxLength: maxNameLength })} />
              {span.calledFrom !== undefined && (
                <span class="called-from"> from {visibleText(span.calledFrom)}</span>
              )}
            </td>
            <td>
              <Outcome span={span} transaction={transactions?.get(span.transaction ?? Number.NaN)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Outcome({ span, transaction }: { span: Span; transaction: number | undefined }) {
  const { error } = span;
  return (
    <>
      {outcomeText(span, transaction)}{' '}
      {error !== undefined && <span class="failure">failed: {visibleText(error)}</span>}
    </>
  );
}
