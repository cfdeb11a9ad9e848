import type { Micros } from '../../profile/time.ts';
import { TimeText } from './entry-values.tsx';
import type { SearchLinks } from './search-links.ts';

/** How far back the matches were counted, with a link to a search that can be counted completely. */
export function CountedTo({ time, search, zone }: { time: Micros; search: SearchLinks; zone: string }) {
  const href = search.inTimeRange({ from: time, to: Number.MAX_SAFE_INTEGER });
  return (
    <p class="survey-state">
      Counted back to <TimeText time={time} zone={zone} />. Counting reached its time limit, so older requests
      are not included. {href !== null && <a href={href}>Search only the counted range</a>}
    </p>
  );
}
