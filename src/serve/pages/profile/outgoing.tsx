import { formatDuration } from '../../../profile/figures.ts';
import type { Span } from '../../../profile/profile.ts';
import { CutText } from './cut-text.tsx';
import { Outcome, Took } from './span-table.tsx';

export function isOutgoing({ kind }: Span): boolean {
  return kind === 'http';
}

/** Requests that the app made itself meanwhile. */
export function Outgoing({ spans }: { spans: readonly Span[] }) {
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">Start</th>
          <th scope="col">Took</th>
          <th scope="col">Request</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        {spans.map((span) => (
          <tr>
            <td class="figure">{formatDuration(span.at)}</td>
            <td class="figure">
              <Took span={span} />
            </td>
            <td class="mono">
              <CutText text={span.name} />
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
