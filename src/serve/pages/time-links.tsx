import { AGES, ageOf, hasTime, withAge, withoutTime, zoomedOut } from '../../search/time-range.ts';
import type { ParseContext } from '../../search/time-text.ts';
import type { SearchLinks } from './search-links.ts';

interface TimeLinksProps {
  readonly search: SearchLinks;
  readonly context: ParseContext;
}

/** Links to common time ranges, and to a longer one around the current. */
export function TimeLinks({ search, context }: TimeLinksProps) {
  const { text, bounds } = search;
  const current = hasTime(text) ? ageOf(text) : 'All';
  return (
    <nav class="times segments" aria-label="Time range">
      {AGES.map(([age]) => (
        <a href={search.href(withAge(text, age))} aria-current={age === current ? 'true' : undefined}>
          {age}
        </a>
      ))}
      <a href={search.href(withoutTime(text))} aria-current={current === 'All' ? 'true' : undefined}>
        All
      </a>
      {current !== 'All' && <a href={search.href(zoomedOut(text, bounds, context))}>Zoom out</a>}
    </nav>
  );
}
