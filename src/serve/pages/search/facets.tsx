import { countText } from '../../../format/count-text.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { FACETS, type Facet, type FacetValue, type Survey } from '../../../store/survey.ts';
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

/** Errors come right after the status, because readers of failures look for them. */
const IN_ORDER: readonly Facet[] = [
  'status',
  'error',
  ...FACETS.filter((facet) => facet !== 'status' && facet !== 'error'),
];

/** Most apps have none of these, and most requests no error. */
const OF_SOME: ReadonlySet<Facet> = new Set(['operation', 'error', 'user', 'tag']);

/** Most books have a single value of these. */
const OF_SEVERAL: ReadonlySet<Facet> = new Set(['service', 'instance', 'environment', 'release']);

/** Values shown at first; the others are collapsed. */
const SHOWN = 4;

interface FacetsProps {
  readonly survey: Pick<Survey, 'facets' | 'labelled'>;
  readonly search: SearchLinks;
}

/**
 * The most frequent values among the matches. Each value links to a search with it or, if it
 * is a filter already, without that filter; and to one that excludes it.
 */
export function Facets({ survey: { facets, labelled }, search }: FacetsProps) {
  return (
    <div class="facets">
      {IN_ORDER.map((facet) => {
        const values = facet === 'error' ? facets.error.filter(({ value }) => value !== '') : facets[facet];
        if (OF_SOME.has(facet) && values.every(({ value }) => value === '')) return null;
        const isChosen = values.some(({ value }) => search.hasFilter(facet, value));
        if (OF_SEVERAL.has(facet) && values.length < 2 && !isChosen) return null;
        const isLabel = facet === 'user' || facet === 'tag';
        const note = isLabel && labelled !== null ? `newest ${countText(labelled)}` : '';
        return <FacetSection facet={facet} name={NAMES[facet]} note={note} values={values} search={search} />;
      })}
    </div>
  );
}

interface FacetSectionProps {
  readonly facet: Facet;
  readonly name: string;
  /** Which matches were counted, if not all. */
  readonly note: string;
  readonly values: readonly FacetValue[];
  readonly search: SearchLinks;
}

function FacetSection({ facet, name, note, values, search }: FacetSectionProps) {
  const item = (value: FacetValue) => <FacetItem facet={facet} facetValue={value} search={search} />;
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
  readonly search: SearchLinks;
}

function FacetItem({ facet, facetValue: { value, count }, search }: FacetItemProps) {
  const isActive = search.hasFilter(facet, value);
  const href = isActive ? search.removeFilter(facet) : value === '' ? null : search.setFilter(facet, value);
  const text = value === '' ? <span class="none">none</span> : visibleText(value);
  return (
    <li>
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
      <span class="n">{countText(count)}</span>
    </li>
  );
}
