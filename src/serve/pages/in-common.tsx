import { shareOf } from '../../findings/chance.ts';
import type { InCommon } from '../../findings/in-common/in-common.ts';
import type { CommonLine } from '../../findings/in-common/rank-lines.ts';
import type { Trait } from '../../findings/in-common/trait.ts';
import { lineQuery, NOTHING_IN_COMMON } from '../../findings/text/trait-text.ts';
import { countOf, countText, shareText } from '../../format/count-text.ts';
import { oneLine, visibleText } from '../../format/visible-text.ts';
import { MAX_QUERY_LENGTH } from '../../search/query-text.ts';
import { Card } from './card.tsx';
import { TimeText } from './entry-values.tsx';
import type { SearchLinks } from './search-links.ts';

interface InCommonProps {
  readonly found: InCommon;
  /** The query of what was asked about, which *Only this* adds to. */
  readonly text: string;
  /** Which of the requests were asked about, if the heading of the page does not say it: `with 5xx`. */
  readonly which?: string;
  readonly here: SearchLinks;
  readonly zone: string;
}

const MAX_LENGTH = 200;

/** What the requests of a search have in common and others do not: the shares of both, side by side. */
export function InCommonCard({ found, text, which, here, zone }: InCommonProps) {
  const { selected, rest, of, sampled, lines, searchedTo } = found;
  const others = `${countOf(rest, 'other')}${of === null ? '' : ` of ${visibleText(of.name)}`}`;
  return (
    <Card
      id="in-common"
      title={`What ${which ? `the ${countText(selected)} ${which}` : `these ${countText(selected)}`} have in common`}
      note={`compared with ${others}`}
    >
      {lines.length === 0 ? (
        <p class="empty">{NOTHING_IN_COMMON}</p>
      ) : (
        <table class="groups in-common">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">These</th>
              <th scope="col">Others</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line line={line} text={text} here={here} />
            ))}
          </tbody>
        </table>
      )}
      {searchedTo !== null && (
        <p class="note">
          Only requests since <TimeText time={searchedTo} zone={zone} /> were compared: counting reached its
          time limit.
        </p>
      )}
      {lines.some(({ traits }) => traits.some(({ clause }) => clause === null)) && (
        <p class="note">
          Headers, queries, calls and logs are those of {countText(sampled.selected)} of these and{' '}
          {countText(sampled.rest)} of the others.
        </p>
      )}
    </Card>
  );
}

function Line({ line, text, here }: { line: CommonLine } & Pick<InCommonProps, 'text' | 'here'>) {
  const { traits, alike, selected, rest } = line;
  const query = lineQuery(text, line);
  const isLink = query !== null && query !== text && query.length <= MAX_QUERY_LENGTH;
  return (
    <tr>
      <th scope="row" class="name">
        {traits.map((trait, n) => (
          <>
            {n > 0 && <span class="none"> and </span>}
            <TraitName trait={trait} />
          </>
        ))}
        {alike.map((trait) => (
          <small>
            also <TraitName trait={trait} />
          </small>
        ))}
      </th>
      <ShareCell label="These" share={shareOf(selected)} kind="c5" />
      <ShareCell label="Others" share={shareOf(rest)} kind="c2" />
      <td class="figure">{isLink && <a href={here.href(query)}>Only this</a>}</td>
    </tr>
  );
}

function TraitName({ trait: { subject, name, outcome } }: { trait: Trait }) {
  return (
    <span title={visibleText(name)}>
      {subject !== 'time' && <span class="none">{subject} </span>}
      {oneLine(name, MAX_LENGTH)}
      {outcome !== '' && ` ${outcome}`}
    </span>
  );
}

interface ShareCellProps {
  readonly label: string;
  readonly share: number;
  readonly kind: string;
}

function ShareCell({ label, share, kind }: ShareCellProps) {
  return (
    <td class="share-cell" data-label={label}>
      <svg class={kind} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(1, Math.round(share * 100))} height="1" />
      </svg>
      <span>{shareText(share)}</span>
    </td>
  );
}
