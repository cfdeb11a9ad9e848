import { visibleText } from '../../format/visible-text.ts';
import type { Header } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

interface HeadersProps {
  readonly facts: Readonly<Record<string, string>>;
  readonly headers: readonly Header[];
}

/** The headers of a request or response, below some facts about it. */
export function Headers({ facts, headers }: HeadersProps) {
  return (
    <table class="facts">
      <tbody>
        {Object.entries(facts).map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{visibleText(value) || <span class="none">none</span>}</td>
          </tr>
        ))}
        {headers.map(([name, value]) => (
          <tr>
            <th scope="row">
              <code>{visibleText(name)}</code>
            </th>
            <td>
              {value === null ? (
                <span class="none" title="The value is not recorded: this header is not on the allow-list">
                  withheld
                </span>
              ) : (
                <code>
                  <CutText text={value} />
                </code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
