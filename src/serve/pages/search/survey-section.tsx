import type { Child } from 'hono/jsx';
import { countText } from '../../../format/count-text.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Entry } from '../../../profile/entry.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import type { ReleaseStart } from '../../../report/groups/release-starts.ts';
import type { LastSeen } from '../../../report/last-seen.ts';
import type { Term } from '../../../search/criteria.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import { type Survey, shownRange } from '../../../store/survey.ts';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import { Histogram, statusClassName } from '../histogram.tsx';
import type { SearchLinks } from '../search-links.ts';
import { Facets } from './facets.tsx';

/** The survey of all matches, or why it failed. */
export type SurveyResult = Survey | { readonly failure: string };

interface SurveySectionProps {
  readonly result: SurveyResult;
  /** The terms of the survey, which give the time range of the histogram. */
  readonly terms?: readonly Term[];
  /** Starts and ends of processes in the time of the survey. */
  readonly events?: readonly Entry[];
  /** Releases that began in it. */
  readonly releases?: readonly ReleaseStart[];
  /** When services and instances had their last request. */
  readonly lastSeen?: LastSeen;
  readonly search: SearchLinks;
  /** When the matches were counted, and the time zone of the page. */
  readonly context: ParseContext;
}

/** With fewer matches, a plot has less to show than the list. */
export const MIN_PLOTTED = 5;

/** The number of all matches, over time and by their most frequent values. */
export function SurveySection(props: SurveySectionProps) {
  const { result, terms = [], events = [], releases = [], lastSeen, search, context } = props;
  const { now, zone } = context;
  if ('failure' in result) {
    return (
      <Section title="">
        <p class="chart survey-state">
          The matches could not be counted: {visibleText(result.failure)} The list is not affected.{' '}
          <a href={search.href(search.text)}>Try again</a>
        </p>
      </Section>
    );
  }
  const { searchedTo, matches, errorStages, from, step, bins } = result;
  const counted = { from, to: from + bins.length * step - 1 };
  if (matches === 0 && errorStages === 0 && searchedTo === null) return null;
  return (
    <Section
      title={`of ${countText(matches)}${searchedTo === null ? '' : '+'}`}
      countedAt={formatTime(now, zone).slice(-'hh:mm:ss'.length, -':ss'.length)}
    >
      <div class="chart">
        <p class="classes">
          <StatusClasses bins={result.bins} search={search} />
          <ErrorStages count={errorStages} search={search} />
        </p>
        {searchedTo !== null && <CountedTo time={searchedTo} search={search} zone={zone} />}
        {matches >= MIN_PLOTTED && (
          <Histogram
            survey={result}
            range={shownRange(counted, terms)}
            events={events}
            releases={releases}
            search={search}
            zone={zone}
          />
        )}
      </div>
      {matches > 0 && <Facets survey={result} lastSeen={lastSeen} search={search} context={context} />}
    </Section>
  );
}

/** Says that the error stages, which are listed as rows, are not in the counts. */
function ErrorStages({ count, search }: { count: number; search: SearchLinks }) {
  if (count === 0) return null;
  const text = `${countText(count)} ${count === 1 ? 'error stage' : 'error stages'}`;
  const href = search.setFilter('kind', 'error');
  return (
    <span class="stages">
      <OptionalLink href={href}>{text}</OptionalLink> not counted
    </span>
  );
}

interface SectionProps {
  readonly title: string;
  /** For the script, which says it when there are newer rows. */
  readonly countedAt?: string;
  readonly children?: Child;
}

function Section({ title, countedAt, children }: SectionProps) {
  return (
    <section class="survey" id="survey" aria-label="All matches" data-counted={countedAt}>
      {title !== '' && <h2 id="survey-title">{title}</h2>}
      {children}
    </section>
  );
}

/** The number of matches by status class: the legend of the histogram, and links to each class. */
function StatusClasses({ bins, search }: { bins: Survey['bins']; search: SearchLinks }) {
  const totals = Array.from({ length: 10 }, (_, hundreds) =>
    bins.reduce((sum, counts) => sum + (counts[hundreds] ?? 0), 0),
  );
  // With a single class, a filter would change nothing.
  const isMixed = totals.filter((total) => total > 0).length > 1;
  return totals.map((total, hundreds) => {
    if (total === 0) return null;
    const text = `${statusClassName(hundreds)} ${countText(total)}`;
    const href = isMixed && hundreds > 0 ? search.addFilter('status', statusClassName(hundreds)) : null;
    const classes = `class-total c${hundreds}`;
    return href === null ? (
      <span class={classes}>{text}</span>
    ) : (
      <a class={classes} href={href}>
        {text}
      </a>
    );
  });
}

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
