import { visibleText } from '../../format/visible-text.ts';
import type { Header } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

interface HeadersProps {
  readonly id: string;
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly headers: readonly Header[];
}

/** The headers of a request or response, below some facts about it. Withheld ones are counted. */
export function Headers({ id, title, facts, headers }: HeadersProps) {
  const withheld = headers.filter(([, value]) => value === null);
  return (
    <div id={id}>
      <h3>{title}</h3>
      <table class="facts">
        <tbody>
          {Object.entries(facts).map(([name, value]) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{visibleText(value) || <span class="none">none</span>}</td>
            </tr>
          ))}
          {headers.map(
            ([name, value]) =>
              value !== null && (
                <tr>
                  <th scope="row">
                    <code>{visibleText(name)}</code>
                  </th>
                  <td>
                    <code>
                      <CutText text={value} />
                    </code>
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      {withheld.length > 0 && (
        <details class="withheld">
          <summary title="Their values are not recorded: these headers are not on the allow-list">
            {withheld.length} withheld
          </summary>
          <ul>
            {withheld.map(([name]) => (
              <li>
                <code>{visibleText(name)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
