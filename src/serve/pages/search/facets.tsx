import type { Child } from 'hono/jsx';
import { countText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import type { LastSeen } from '../../../report/last-seen.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import type { Facet, FacetValue, Survey } from '../../../store/survey.ts';
import { notLink } from '../entry-values.tsx';
import type { SearchLinks } from '../search-links.ts';

const NAMES = {
  status: 'Status',
  method: 'Method',
  host: 'Host',
  route: 'Route',
  operation: 'Operation',
  error: 'Error',
  client: 'Client',
  service: 'Service',
  instance: 'Instance',
  environment: 'Environment',
  release: 'Release',
  user: 'User',
  tag: 'Tag',
} as const satisfies Record<Facet, string>;

/** What readers look for first. */
const IN_ORDER: readonly Facet[] = [
  ...(['error', 'status', 'route', 'user', 'release', 'client', 'host', 'method'] as const),
  ...(['operation', 'service', 'instance', 'environment', 'tag'] as const),
];
/** Values shown at first; the others are collapsed. */
const SHOWN = 4;

interface FacetsProps {
  readonly survey: Pick<Survey, 'facets' | 'labelled' | 'matches'>;
  readonly lastSeen?: LastSeen | undefined;
  readonly search: SearchLinks;
  readonly context: ParseContext;
}

/**
 * The most frequent values among the matches. Each value links to a search with it or, if it
 * is a filter already, without that filter; and to one that excludes it.
 */
export function Facets({ survey: { facets, labelled, matches }, lastSeen, search, context }: FacetsProps) {
  const same: string[] = [];
  const sections = IN_ORDER.map((facet) => {
    // Most requests have no error.
    const values = facet === 'error' ? facets.error.filter(({ value }) => value !== '') : facets[facet];
    const [first] = values;
    const isChosen = values.some(({ value }) => search.hasFilter(facet, value));
    if (first === undefined || (!isChosen && values.every(({ value }) => value === ''))) return null;
    if (!isChosen && values.length === 1 && first.count === matches) {
      same.push(first.value);
      return null;
    }
    const isLabel = facet === 'user' || facet === 'tag';
    const note = isLabel && labelled !== null ? `newest ${countText(labelled)}` : '';
    const seen = facet === 'service' || facet === 'instance' ? lastSeen?.[facet] : undefined;
    return (
      <FacetSection
        facet={facet}
        name={NAMES[facet]}
        note={note}
        values={values}
        seen={seen}
        search={search}
        context={context}
      />
    );
  });
  return (
    <div class="facets">
      {sections}
      {same.length > 0 && (
        <section class="facet same">
          <h3>Same for all</h3>
          <p>{visibleText(same.join(', '))}</p>
        </section>
      )}
    </div>
  );
}

interface FacetSectionProps {
  readonly facet: Facet;
  readonly name: string;
  /** Which matches were counted, if not all. */
  readonly note: string;
  readonly values: readonly FacetValue[];
  /** When each value had its last request. */
  readonly seen: ReadonlyMap<string, Micros> | undefined;
  readonly context: ParseContext;
  readonly search: SearchLinks;
}

function FacetSection({ facet, name, note, values, seen, search, context }: FacetSectionProps) {
  const most = Math.max(...values.map(({ count }) => count));
  const item = (value: FacetValue) => (
    <FacetItem facet={facet} facetValue={value} share={value.count / most} search={search}>
      <Seen time={seen?.get(value.value)} {...context} />
    </FacetItem>
  );
  const more = values.slice(SHOWN);
  return (
    <section class={`facet facet-${facet}`}>
      <h3>
        {name}
        {note !== '' && <small> {note}</small>}
      </h3>
      <ul>{values.slice(0, SHOWN).map(item)}</ul>
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          <ul>{more.map(item)}</ul>
        </details>
      )}
    </section>
  );
}

interface FacetItemProps {
  readonly facet: Facet;
  readonly facetValue: FacetValue;
  /** Of the most frequent value, for the bar behind it. */
  readonly share: number;
  readonly search: SearchLinks;
  readonly children?: Child;
}

/** `40 s ago`: how long ago the last request was. */
function Seen({ time, now, zone }: ParseContext & { readonly time: Micros | undefined }) {
  if (time === undefined) return null;
  const ago = Math.max(1e6, Math.round((now - time) / 1e6) * 1e6);
  return (
    <small class="seen" title={`Last request ${formatTime(time, zone)}`}>
      {formatDuration(ago)} ago
    </small>
  );
}

function FacetItem({ facet, facetValue: { value, count }, share, search, children }: FacetItemProps) {
  const isActive = search.hasFilter(facet, value);
  const href = isActive ? search.removeFilter(facet) : value === '' ? null : search.setFilter(facet, value);
  const text = value === '' ? <span class="none">none</span> : visibleText(value);
  return (
    <li>
      <svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.max(1, Math.round(share * 100))} height="1" />
      </svg>
      {href === null ? (
        <span class="value">{text}</span>
      ) : (
        <a
          class={isActive ? 'value on' : 'value'}
          href={href}
          title={isActive ? 'Remove filter' : visibleText(value)}
        >
          {text}
        </a>
      )}{' '}
      {value !== '' && !isActive && notLink(search.exclude(facet, value), value)}
      {children}
      <span class="n">{countText(count)}</span>
    </li>
  );
}
