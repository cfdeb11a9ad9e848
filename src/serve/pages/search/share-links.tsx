import { hasRelativeTime, withAbsoluteTimes } from '../../../search/time-range.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import { queryString, type SearchLinks } from '../search-links.ts';

interface ShareLinksProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly search: SearchLinks;
  readonly context: ParseContext;
}

/** A link to these results with absolute times, and one with the relative times of the search. The script copies them. */
export function ShareLinks({ base, params, search, context }: ShareLinksProps) {
  const { text, columns } = search;
  const [limit, cursor] = [params.get('limit') ?? '', params.get('cursor') ?? ''];
  const href = (query: string) => {
    const address = base + queryString({ text: query, limit, zone: context.zone, columns });
    return cursor === ''
      ? address
      : `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  };
  return (
    <p class="switch share">
      <a href={href(withAbsoluteTimes(text, context))} title="Link to these results, with absolute times">
        Share
      </a>
      {hasRelativeTime(text, context) && (
        <>
          {' '}
          <a href={href(text)} title="Link to this search, with its relative times">
            relative
          </a>
        </>
      )}
    </p>
  );
}
