import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { CutText } from './cut-text.tsx';
import type { QueryGroup } from './query-groups.ts';

/** From this many repeats on, a query is reported as an N+1 query. */
const MIN_N_PLUS_ONE = 5;

/** Database and cache queries. Identical queries share a row. */
export function Queries({ groups }: { groups: readonly QueryGroup[] }) {
  return (
    <>
      <NPlusOneWarning groups={groups} />
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Count</th>
            <th scope="col">Total</th>
            <th scope="col">Longest</th>
            <th scope="col">System</th>
            <th scope="col">Query</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ kind, system, statement, count, total, longest, errors }) => (
            <tr class={count > 1 ? 'repeated' : undefined}>
              <td class="figure">{count}</td>
              <td class="figure">{formatDuration(total)}</td>
              <td class="figure">{formatDuration(longest)}</td>
              <td>{visibleText(system) || kind}</td>
              <td class="mono">
                <CutText text={statement} lines />
                {count > 1 && <span class="repeat"> ran {count} times</span>}
                {errors.slice(0, 3).map((error) => (
                  <span class="failure"> failed: {visibleText(error)}</span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function NPlusOneWarning({ groups }: { groups: readonly QueryGroup[] }) {
  const repeated = groups.filter(({ count, kind }) => count >= MIN_N_PLUS_ONE && kind !== 'cache');
  if (repeated.length === 0) return null;
  const worst = repeated.reduce((a, b) => (b.count > a.count ? b : a));
  const others = repeated.length - 1;
  return (
    <p class="warning">
      <strong>N+1 query:</strong> the same query ran {worst.count} times, {formatDuration(worst.total)} in
      total
      {others > 0 && `, and ${others} more ${others === 1 ? 'query' : 'queries'} repeated like this`}. Load
      all rows with one query instead.
    </p>
  );
}
