import { ageOf, hasRelativeTime, withAbsoluteTimes } from '../../../search/time-range.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import { blockListLinks, exportLinks } from '../../export/links.ts';
import { queryString, type SearchLinks } from '../search-links.ts';

interface ShareLinksProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly search: SearchLinks;
  readonly context: ParseContext;
}

const AGES: Readonly<Record<string, string>> = {
  '15m': 'the last 15 minutes',
  '1h': 'the last hour',
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
};

/** A link to these results with absolute times, and one with the relative times of the search. The script copies them. */
export function ShareLinks({ base, params, search, context }: ShareLinksProps) {
  const { text, columns, order } = search;
  const [limit, cursor] = [params.get('limit') ?? '', params.get('cursor') ?? ''];
  const href = (query: string) => {
    const address = base + queryString({ text: query, limit, zone: context.zone, columns, order });
    return cursor === ''
      ? address
      : `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  };
  return (
    <details class="menu drop share">
      <summary>Share</summary>
      <ul>
        <li>
          <a href={href(withAbsoluteTimes(text, context))}>Link to these times</a>
        </li>
        {hasRelativeTime(text, context) && (
          <li>
            <a href={href(text)}>Link to {AGES[ageOf(text) ?? ''] ?? 'a time relative to now'}</a>
          </li>
        )}
      </ul>
    </details>
  );
}

interface ExportMenuProps {
  readonly base: string;
  readonly params: URLSearchParams;
  /** A list of the clients to block is offered for scanners only. */
  readonly isOfScanners: boolean;
}

/** Downloads of all matches, not only those on this page. */
export function ExportMenu({ base, params, isOfScanners }: ExportMenuProps) {
  const blockLists = isOfScanners ? blockListLinks(base, params) : [];
  return (
    <details class="menu drop export">
      <summary>Export</summary>
      <ul aria-label="All matches as a file">
        {exportLinks(base, params).map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
        {blockLists.map(({ label, href }) => (
          <li>
            <a href={href}>Block list for {label}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
