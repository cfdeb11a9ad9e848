import type { Child } from 'hono/jsx';
import { countOf, countText } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatTime } from '../../profile/time.ts';
import type { ReleaseStart } from '../../report/groups/release-starts.ts';
import type { NumberRange } from '../../search/criteria.ts';
import type { SearchLinks } from './search-links.ts';

/** What a histogram shows besides its bars. */

export const MAX_RELEASE_LENGTH = 16;
/** Names that are closer than this share of the plot would overlap. */
const NAME_WIDTH = 0.1;

interface ReleasesProps {
  readonly releases: readonly ReleaseStart[];
  readonly axis: NumberRange;
  readonly search: SearchLinks;
  readonly zone: string;
}

/** When releases began: a dashed line and the name, which searches from there on. An image of its own, which is not stretched. */
export function Releases({ releases, axis, search, zone }: ReleasesProps) {
  if (releases.length === 0) return null;
  let free = 0;
  return (
    <svg class="releases" aria-hidden="true">
      {releases.map(({ release, time }) => {
        const share = (time - axis.from) / (axis.to + 1 - axis.from);
        const x = `${round(share * 100)}%`;
        const isNamed = share >= free;
        if (isNamed) free = share + NAME_WIDTH;
        const isAtEnd = share > 1 - NAME_WIDTH;
        return (
          <BarLink href={search.inTimeRange({ from: time, to: search.bounds.to })}>
            <title>{`Release ${visibleText(release)} began, ${formatTime(time, zone)}`}</title>
            <line x1={x} x2={x} y2="100%" />
            {isNamed && (
              <text x={x} y="11" dx={isAtEnd ? -4 : 4} text-anchor={isAtEnd ? 'end' : 'start'}>
                {visibleText(textStart(release, MAX_RELEASE_LENGTH))}
              </text>
            )}
          </BarLink>
        );
      })}
    </svg>
  );
}

interface ProcessMarkProps {
  readonly event: Entry;
  readonly x: number;
  readonly height: number;
  readonly zone: string;
}

/** A line when a process started or ended. */
export function ProcessMark({ event, x, height, zone }: ProcessMarkProps) {
  const { operation, status, error, errorGroup, instance, time } = event;
  const reason = errorGroup || error;
  return (
    <line
      class={status >= 500 ? 'process failed' : 'process'}
      x1={round(x)}
      x2={round(x)}
      y2={height}
      vector-effect="non-scaling-stroke"
    >
      <title>
        {`${formatTime(time, zone)}, process ${visibleText(instance)}: ${operation}${reason === '' ? '' : `, ${visibleText(reason)}`}`}
      </title>
    </line>
  );
}

/** How many processes started and ended in the time of the plot, with a link to them. */
export function ProcessEvents({ events, href }: { events: readonly Entry[]; href: string }) {
  if (events.length === 0) return null;
  const failed = events.filter(({ status }) => status >= 500).length;
  const started = events.filter(({ operation }) => operation === 'start').length;
  const counts = [
    ...(started > 0 ? [countOf(started, 'process start')] : []),
    ...(failed > 0 ? [`${countText(failed)} failed`] : []),
  ];
  return (
    <p class="process-events">
      <a href={href}>{counts.join(', ') || countOf(events.length, 'process end')}</a>
    </p>
  );
}

/** The marks of a bar, as a link unless it would change nothing. */
export function BarLink({ href, children }: { href: string | null; children?: Child }) {
  if (href === null) return <g>{children}</g>;
  return (
    <a href={href} tabindex={-1}>
      {children}
    </a>
  );
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
