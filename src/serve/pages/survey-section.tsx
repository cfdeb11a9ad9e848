import type { Child } from 'hono/jsx';
import { visibleText } from '../../format/visible-text.ts';
import type { Micros } from '../../profile/time.ts';
import type { Survey } from '../../store/survey.ts';
import { countText } from './count-text.ts';
import { Facets } from './facets.tsx';
import { className, Histogram } from './histogram.tsx';
import type { SearchLinks } from './search-links.ts';
import { TimeText } from './values.tsx';

/** What came of counting all the matches. */
export type Surveyed = Survey | { readonly failure: string };

interface SurveySectionProps {
  readonly surveyed: Surveyed;
  readonly search: SearchLinks;
  readonly zone: string;
}

/** All matches at a glance, beside the few that are listed. */
export function SurveySection({ surveyed, search, zone }: SurveySectionProps) {
  if ('failure' in surveyed) {
    return (
      <Glance title="All matches">
        <p class="survey-state">
          The matches could not be counted: {visibleText(surveyed.failure)} The listing is not affected;{' '}
          <a href={search.to(search.text)}>try again</a>.
        </p>
      </Glance>
    );
  }
  const { searchedTo, matches } = surveyed;
  if (matches === 0 && searchedTo === null) return null;
  return (
    <Glance
      title={`${countText(matches)}${searchedTo === null ? '' : '+'} ${matches === 1 ? 'match' : 'matches'}`}
    >
      <p class="classes">
        <Classes bins={surveyed.bins} search={search} />
      </p>
      {searchedTo !== null && <CountedTo time={searchedTo} search={search} zone={zone} />}
      {matches > 0 && (
        <div class="figures">
          <Histogram survey={surveyed} search={search} zone={zone} />
          <Facets facets={surveyed.facets} search={search} />
        </div>
      )}
    </Glance>
  );
}

/** How far it was counted, and the way to a search that is counted whole. */
function CountedTo({ time, search, zone }: { time: Micros; search: SearchLinks; zone: string }) {
  const to = search.within({ from: time, to: Number.MAX_SAFE_INTEGER });
  return (
    <p class="survey-state">
      Counted back to <TimeText time={time} zone={zone} />, then the time ran out: what is older is not in
      these figures. {to !== null && <a href={to}>Search from there on</a>}
    </p>
  );
}

function Glance({ title, children }: { title: string; children?: Child }) {
  return (
    <section class="survey" id="survey" aria-labelledby="survey-title">
      <h2 id="survey-title">{title}</h2>
      {children}
    </section>
  );
}

/** How many of each class: the key to the colours of the bars, and the way to those requests alone. */
function Classes({ bins, search }: { bins: Survey['bins']; search: SearchLinks }) {
  const totals = Array.from({ length: 10 }, (_, hundreds) =>
    bins.reduce((sum, counts) => sum + (counts[hundreds] ?? 0), 0),
  );
  // Of one class there is nothing to narrow.
  const isMixed = totals.filter((total) => total > 0).length > 1;
  return totals.map((total, hundreds) => {
    if (total === 0) return null;
    const text = `${className(hundreds)} ${countText(total)}`;
    const to = isMixed && hundreds > 0 ? search.also('status', className(hundreds)) : null;
    const mark = `class-total c${hundreds}`;
    return to === null ? (
      <span class={mark}>{text}</span>
    ) : (
      <a class={mark} href={to}>
        {text}
      </a>
    );
  });
}
