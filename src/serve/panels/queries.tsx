import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { CutText } from './cut-text.tsx';
import type { QueryGroup } from './query-groups.ts';

/** From here on a repeat is taken for a loop that asks once for each row. */
const LOOP = 5;

/** What was asked of databases and caches, the same query once. */
export function Queries({ groups }: { groups: readonly QueryGroup[] }) {
  return (
    <>
      <Loops groups={groups} />
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Times</th>
            <th scope="col">Took</th>
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
                {count > 1 && <span class="repeat"> {count} times the same query</span>}
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

/** The N+1, by name. */
function Loops({ groups }: { groups: readonly QueryGroup[] }) {
  const loops = groups.filter(({ count, kind }) => count >= LOOP && kind !== 'cache');
  if (loops.length === 0) return null;
  const worst = loops.reduce((a, b) => (b.count > a.count ? b : a));
  const took = formatDuration(worst.total);
  return (
    <p class="warning">
      <strong>An N+1:</strong> {worst.count} times the same query, {took} in all
      {loops.length > 1 && `, and ${loops.length - 1} more like it`}. One query for all rows would do.
    </p>
  );
}
