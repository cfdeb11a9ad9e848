import { visibleText } from '../../format/visible-text.ts';
import { FACETS, type Facet, type FacetValue, type Survey } from '../../store/survey.ts';
import { countText } from './count-text.ts';
import type { SearchLinks } from './search-links.ts';

const NAMES = {
  status: 'Status',
  method: 'Method',
  host: 'Host',
  route: 'Route',
  client: 'Client',
} as const satisfies Record<Facet, string>;

/** Those shown at once; the others are a click away. */
const SHOWN = 4;

interface FacetsProps {
  readonly facets: Survey['facets'];
  readonly search: SearchLinks;
}

/** What the matches have in common, most frequent first. Each value narrows the search to it, or lets it go again. */
export function Facets({ facets, search }: FacetsProps) {
  return (
    <div class="facets">
      {FACETS.map((facet) => {
        const item = (counted: FacetValue) => <FacetItem facet={facet} counted={counted} search={search} />;
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
      })}
    </div>
  );
}

interface FacetItemProps {
  readonly facet: Facet;
  readonly counted: FacetValue;
  readonly search: SearchLinks;
}

function FacetItem({ facet, counted: { value, count }, search }: FacetItemProps) {
  const isOn = search.has(facet, value);
  const to = isOn ? search.any(facet) : value === '' ? null : search.only(facet, value);
  const text = value === '' ? <span class="none">none</span> : visibleText(value);
  return (
    <li>
      {to === null ? (
        <span class="value">{text}</span>
      ) : (
        <a
          class={isOn ? 'value on' : 'value'}
          href={to}
          title={isOn ? 'let this criterion go' : visibleText(value)}
        >
          {text}
        </a>
      )}{' '}
      <span class="n">{countText(count)}</span>
    </li>
  );
}
