import { textStart } from '../../format/cut-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { formatTime } from '../../profile/time.ts';
import type { ReleaseStart } from '../../report/groups/release-starts.ts';
import { FOREVER } from '../../search/time-bounds.ts';
import { AGES, ageOf, hasTime, withAge, withoutTime, withStart, zoomedOut } from '../../search/time-range.ts';
import type { ParseContext } from '../../search/time-text.ts';
import { MAX_RELEASE_LENGTH } from './histogram-marks.tsx';
import type { SearchLinks } from './search-links.ts';

interface TimeLinksProps {
  readonly search: SearchLinks;
  readonly context: ParseContext;
  /** The newest release; `null` if none began in the book. */
  readonly release: ReleaseStart | null;
}

/** Links to common time ranges, to that of the newest release, and to a longer one around the current. */
export function TimeLinks({ search, context, release }: TimeLinksProps) {
  const { text, bounds } = search;
  const isSinceRelease = release?.time === bounds.from && bounds.to === FOREVER;
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
      {release && (
        <a
          class="since-release"
          href={search.href(withStart(text, release.time, context.zone))}
          aria-current={isSinceRelease ? 'true' : undefined}
          title={`Since release ${visibleText(release.release)} began, ${formatTime(release.time, context.zone)}`}
        >
          Since {visibleText(textStart(release.release, MAX_RELEASE_LENGTH))}
        </a>
      )}
      {current !== 'All' && <a href={search.href(zoomedOut(text, bounds, context))}>Zoom out</a>}
    </nav>
  );
}
