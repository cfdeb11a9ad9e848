import type { Finding, FindingKind } from '../../../findings/finding.ts';
import { findingsSentence, findingText } from '../../../findings/text/finding-text.ts';
import { oneLine, visibleText } from '../../../format/visible-text.ts';
import { OptionalLink } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { Part } from './overview-lists.tsx';

interface LookFirstProps {
  readonly findings: readonly Finding[];
  readonly search: GroupedSearch;
  /** Whether only the last day was looked at: the search has no start. */
  readonly isLastDay: boolean;
}

const LISTED = 6;
const MAX_LENGTH = 240;
/** The colours of the tags; grey for the others. */
const CLASSES: { readonly [kind in FindingKind]?: string } = {
  new: 's5',
  back: 's5',
  'failing-job': 's5',
  slower: 's4',
  'got-through': 's4',
};

/** What is wrong in a sentence, and the findings that say it. */
export function LookFirst({ findings, search, isLastDay }: LookFirstProps) {
  const { rows, context } = search;
  return (
    <>
      <p class="sentence">
        {visibleText(findingsSentence(findings))}
        {isLastDay && ' (last 24 hours)'}
      </p>
      {findings.length > 0 && (
        <Part id="findings" title="Look at these first">
          <ul class="findings">
            {findings.slice(0, LISTED).map((finding) => {
              const { tag, subject, evidence, count } = findingText(finding, context.zone);
              const href = finding.query === null ? null : rows.href(finding.query);
              return (
                <li>
                  <span class={`tag ${CLASSES[finding.kind] ?? ''}`.trim()}>{visibleText(tag)}</span>
                  <p>
                    <strong>{oneLine(subject, MAX_LENGTH)}</strong> {oneLine(evidence, MAX_LENGTH)}
                  </p>
                  <OptionalLink href={href}>{count}</OptionalLink>
                </li>
              );
            })}
          </ul>
        </Part>
      )}
    </>
  );
}
