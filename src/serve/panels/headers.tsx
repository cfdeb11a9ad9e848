import { countOf } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Header } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';
import { FactRow, FactTable } from './facts.tsx';

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
      <FactTable>
        {Object.entries(facts).map(([name, value]) => (
          <FactRow name={name}>{visibleText(value) || <span class="none">none</span>}</FactRow>
        ))}
        {headers.map(
          ([name, value]) =>
            value !== null && (
              <FactRow name={<code>{visibleText(name)}</code>}>
                <code>
                  <CutText text={value} />
                </code>
              </FactRow>
            ),
        )}
      </FactTable>
      {withheld.length > 0 && (
        <details class="withheld">
          <summary title="Their values are not recorded: these headers are not on the allow-list">
            {countOf(withheld.length, 'header')} redacted
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
