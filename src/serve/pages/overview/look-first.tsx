import type { FindingKind } from '../../../findings/finding.ts';
import type { Findings } from '../../../findings/findings.ts';
import { findingsSentence, findingText } from '../../../findings/text/finding-text.ts';
import { oneLine, visibleText } from '../../../format/visible-text.ts';
import { Card } from '../card.tsx';
import { OptionalLink } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import type { ViewPath } from '../layout.tsx';
import { viewHref } from '../search-links.ts';

interface LookFirstProps {
  readonly findings: Findings;
  readonly search: GroupedSearch;
  readonly base: string;
}

const LISTED = 6;
const MAX_LENGTH = 240;
/** The colours of the tags; grey for the others. */
const CLASSES: { readonly [kind in FindingKind]?: string } = {
  crashed: 's5',
  silent: 's5',
  new: 's5',
  back: 's5',
  'failing-job': 's5',
  slower: 's4',
  'got-through': 's4',
};

/** The pages that say more. The others only have requests. */
const VIEWS: { readonly [kind in FindingKind]?: ViewPath } = {
  new: '/errors',
  back: '/errors',
  slower: '/routes',
  'n+1': '/routes',
  'got-through': '/clients',
};

/** What is wrong in a sentence. */
export function Sentence({ findings, isLastDay }: Pick<LookFirstProps, 'findings'> & { isLastDay: boolean }) {
  return (
    <p class="sentence">
      {visibleText(findingsSentence(findings))}
      {isLastDay && ' (last 24 hours)'}
    </p>
  );
}

/** The findings that the sentence counts, each with its evidence. */
export function LookFirst({ findings, search, base }: LookFirstProps) {
  const { rows, context } = search;
  if (findings.found.length === 0) return null;
  return (
    <Card
      id="findings"
      title="Look at these first"
      more={<a href={`${base}/errors${rows.query}`}>All errors</a>}
    >
      <ul class="findings">
        {findings.found.slice(0, LISTED).map((finding) => {
          const { tag, subject, evidence, count } = findingText(finding, context.zone);
          const { query, kind } = finding;
          const href = query === null ? null : rows.href(query);
          const view = VIEWS[kind];
          const group = query === null || !view ? href : viewHref(base + view, query, context.zone);
          return (
            <li>
              <span class={`tag ${CLASSES[kind] ?? ''}`.trim()}>{visibleText(tag)}</span>
              <p>
                <strong>
                  <OptionalLink href={group}>{oneLine(subject, MAX_LENGTH)}</OptionalLink>
                </strong>{' '}
                {oneLine(evidence, MAX_LENGTH)}
              </p>
              <OptionalLink href={href}>{count}</OptionalLink>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
