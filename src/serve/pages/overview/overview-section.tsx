import type { Finding } from '../../../findings/finding.ts';
import { countOf } from '../../../format/count-text.ts';
import type { Overview } from '../../../report/groups/overview.ts';
import type { Term } from '../../../search/criteria.ts';
import { hasStart } from '../../../search/time-bounds.ts';
import { shownRange } from '../../../store/survey.ts';
import type { RecordingStats } from '../../recording-stats.ts';
import { EmptyGroups, type GroupedSearch } from '../grouping-page.tsx';
import { Histogram } from '../histogram.tsx';
import { CountedTo, MIN_PLOTTED, StatusClasses } from '../search/survey-section.tsx';
import { LookFirst } from './look-first.tsx';
import { Errors, Part, Recording, Scanners, SlowRoutes } from './overview-lists.tsx';
import { PercentilesPlot } from './percentiles-plot.tsx';

interface OverviewSectionProps {
  readonly overview: Overview;
  /** `null` if they could not be read. */
  readonly findings: readonly Finding[] | null;
  /** The terms of the plots, which have an end. */
  readonly terms: readonly Term[];
  readonly search: GroupedSearch;
  readonly base: string;
  /** Recording statistics of this process; `null` if it only reads a book. */
  readonly stats: RecordingStats | null;
}

/** The requests of a search at a glance: over time, and in short lists. */
export function OverviewSection({ overview, findings, terms, search, base, stats }: OverviewSectionProps) {
  const { survey, jobs, durations } = overview;
  const { here, rows, context } = search;
  const { searchedTo, matches, from, step, bins } = survey;
  if (matches === 0)
    return <EmptyGroups search={search} searchedTo={searchedTo} counted="main requests and jobs" />;
  const range = shownRange({ from, to: from + bins.length * step - 1 }, terms);
  const more = searchedTo === null ? '' : '+';
  const list = { overview, search, base };
  const isPlotted = matches >= MIN_PLOTTED;
  return (
    <div class="groups-section overview">
      {searchedTo !== null && <CountedTo time={searchedTo} search={here} zone={context.zone} />}
      {findings && <LookFirst findings={findings} search={search} isLastDay={!hasStart(search.terms)} />}
      <div class="plots">
        <Part id="traffic" title={trafficTitle(matches, jobs, more)}>
          <p class="classes">
            <StatusClasses bins={bins} search={rows} />
          </p>
          {isPlotted && <Histogram survey={survey} range={range} search={here} zone={context.zone} />}
        </Part>
        {isPlotted && durations.bins.some((bin) => bin !== null) && (
          <Part id="durations" title="Durations">
            <p class="classes">
              Lines at p50 and p90, a band up to p99
              {durations.searchedTo !== null &&
                '. Counting reached its time limit, so older ones are missing'}
            </p>
            <PercentilesPlot durations={durations} here={here} zone={context.zone} />
          </Part>
        )}
      </div>
      <div class="lists">
        <SlowRoutes {...list} />
        <Scanners {...list} />
        <Errors {...list} />
        {stats && <Recording {...stats} />}
      </div>
    </div>
  );
}

/** `8,658 requests, 96 jobs` */
function trafficTitle(matches: number, jobs: number | null, more: '' | '+'): string {
  if (jobs === null) return `${countOf(matches, 'request', more)} and jobs`;
  const requests = matches - jobs;
  if (jobs === 0) return countOf(requests, 'request', more);
  const jobsText = countOf(jobs, 'job', more);
  return requests > 0 ? `${countOf(requests, 'request', more)}, ${jobsText}` : jobsText;
}
