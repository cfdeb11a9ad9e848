import { visibleText } from '../../format/visible-text.ts';
import { FACETS, type Facet, type FacetValue, type Survey } from '../../store/survey.ts';
import { countText } from './count-text.ts';
import type { SearchLinks } from './search-links.ts';

const NAMES = {
  status: 'Status',
  method: 'Method',
  host: 'Host',
  route: 'Route',
  operation: 'Operation',
  client: 'Client',
} as const satisfies Record<Facet, string>;

/** Values shown at first; the others are collapsed. */
const SHOWN = 4;

interface FacetsProps {
  readonly facets: Survey['facets'];
  readonly search: SearchLinks;
}

/** The most frequent values among the matches. A click on a value adds it as a filter, or removes that filter. */
export function Facets({ facets, search }: FacetsProps) {
  return (
    <div class="facets">
      {FACETS.filter((facet) => facet !== 'operation' || facets[facet].some(({ value }) => value !== '')).map(
        (facet) => {
          const item = (value: FacetValue) => <FacetItem facet={facet} facetValue={value} search={search} />;
          const shown = facets[facet].slice(0, SHOWN);
          const more = facets[facet].slice(SHOWN);
          return (
            <section class={`facet facet-${facet}`}>
              <h3>{NAMES[facet]}</h3>
              <ul>{shown.map(item)}</ul>
              {more.length > 0 && (
                <details>
                  <summary>{more.length} more</summary>
                  <ul>{more.map(item)}</ul>
                </details>
              )}
            </section>
          );
        },
      )}
    </div>
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
      <span class="n">{countText(count)}</span>
    </li>
  );
}
