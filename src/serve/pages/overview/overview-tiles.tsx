import type { LoopDelay } from '../../../findings/loop-delay.ts';
import { countOf, countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import { sumFigures, type TimeBins } from '../../../report/groups/group-bins.ts';
import { COUNTED_KINDS, type Overview } from '../../../report/groups/overview.ts';
import { isMuchMore, MIN_REQUESTS } from '../../../report/groups/route-change.ts';
import type { NumberRange } from '../../../search/criteria.ts';
import { SORT_BY } from '../../../search/criteria.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { percentileOf, timedRequests } from '../../../store/durations.ts';
import { Tile } from '../card.tsx';
import { OptionalLink } from '../entry-values.tsx';
import type { GroupedSearch } from '../grouping-page.tsx';
import { Sparkline } from '../sparkline.tsx';

interface OverviewTilesProps {
  readonly overview: Overview;
  /** `null` if no detail of this time, or of the time before, says it. */
  readonly loop: { readonly now: LoopDelay | null; readonly before: LoopDelay | null };
  /** The time of the delays. */
  readonly range: NumberRange;
  readonly search: GroupedSearch;
}

const FAILED = 5;

/** How much, how bad, how slow: each figure now, before, and over time. */
export function OverviewTiles({ overview, loop, range, search }: OverviewTilesProps) {
  const { survey, durations } = overview;
  const { rows, context } = search;
  const { matches, bins, from, step } = survey;
  const before = overview.before && overview.before.requests >= MIN_REQUESTS ? overview.before : null;
  const was = matches >= MIN_REQUESTS ? before : null;
  const failed = bins.reduce((sum, classes) => sum + (classes[FAILED] ?? 0), 0);
  const [share, shareWas] = [failed / matches, was && was.failed / was.requests];
  const all = sumFigures(durations.bins.filter((bin) => bin !== null));
  const p90 = percentileOf(all.durations, 0.9);
  const p90Was = was && percentileOf(was.durations, 0.9);
  const plot = { from, step, zone: context.zone };
  return (
    <div class="tiles">
      <Tile
        id="requests"
        colour="c2"
        label={labelOf(overview)}
        figure={
          <OptionalLink href={rows.addFilters({ kind: COUNTED_KINDS })}>
            {countText(matches)}
            {survey.searchedTo !== null && '+'}
          </OptionalLink>
        }
        note={was && `was ${countText(was.requests)}`}
      >
        <Sparkline {...plot} bins={bins.map((classes) => classes.reduce((sum, count) => sum + count, 0))} />
      </Tile>
      <Tile
        id="failed"
        colour="c5"
        label="Failed (5xx)"
        figure={
          <OptionalLink href={failed === 0 ? null : rows.addFilters({ status: '5xx', kind: COUNTED_KINDS })}>
            {shareText(share)}
          </OptionalLink>
        }
        note={shareWas !== null && <Was now={shareText(share)} was={shareText(shareWas)} />}
        isBad={shareWas !== null && failed > 0 && isMuchMore(share, shareWas)}
      >
        <Sparkline {...plot} bins={bins.map((classes) => classes[FAILED] ?? 0)} />
      </Tile>
      <Tile
        id="p90"
        label={leavesOutMonitors(durations) ? 'p90 duration, without monitors' : 'p90 duration'}
        figure={
          p90 === null ? (
            '–'
          ) : (
            <OptionalLink href={rows.addFilter(SORT_PARAM, SORT_BY)}>{formatDuration(p90)}</OptionalLink>
          )
        }
        note={
          durations.searchedTo === null
            ? p90 !== null &&
              p90Was !== null && <Was now={formatDuration(p90)} was={formatDuration(p90Was)} />
            : `since ${formatTime(durations.searchedTo, context.zone)}`
        }
      >
        <Sparkline
          {...plot}
          from={durations.from}
          step={durations.step}
          bins={durations.bins.map((bin) => (bin && percentileOf(bin.durations, 0.9)) ?? 0)}
          format={formatDuration}
        />
      </Tile>
      <LoopTile loop={loop} range={range} zone={context.zone} />
    </div>
  );
}

function leavesOutMonitors({ bins }: TimeBins): boolean {
  return bins.some((bin) => bin !== null && timedRequests(bin.durations) < bin.requests);
}

/** Both are counted, and searches may ask for one of them. */
function labelOf({ survey: { matches }, jobs }: Overview): string {
  if (jobs === 0) return 'Requests';
  return jobs === matches ? 'Jobs' : 'Requests and jobs';
}

function LoopTile({
  loop: { now, before },
  range,
  zone,
}: Pick<OverviewTilesProps, 'loop' | 'range'> & { zone: string }) {
  const label = 'Event-loop delay, p99';
  if (now === null) return <Tile id="loop-delay" label={label} figure="–" note="not measured" />;
  const { p99, sampled, bins } = now;
  const isCompared = before !== null && Math.min(before.sampled, sampled) >= MIN_REQUESTS;
  return (
    <Tile
      id="loop-delay"
      label={label}
      figure={formatDuration(p99)}
      note={
        isCompared ? (
          <Was now={formatDuration(p99)} was={formatDuration(before.p99)} />
        ) : (
          `in ${countOf(sampled, 'request')}`
        )
      }
    >
      <Sparkline
        bins={bins}
        from={range.from as Micros}
        step={(range.to - range.from + 1) / bins.length}
        zone={zone}
        format={formatDuration}
      />
    </Tile>
  );
}

function Was({ now, was }: { now: string; was: string }) {
  return <>{now !== was && `was ${was}`}</>;
}
