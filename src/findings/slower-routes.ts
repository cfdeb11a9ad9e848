import { DAY, type Micros } from '../profile/time.ts';
import { groupQuery } from '../report/groups/group-query.ts';
import type { ReleaseStart } from '../report/groups/release-starts.ts';
import { isSlower } from '../report/groups/route-change.ts';
import { compareRoutes, type RouteGroups, routeTerms } from '../report/groups/route-groups.ts';
import { addClause, removeClauses } from '../search/edit-query.ts';
import { termsIn, timeBounds } from '../search/time-bounds.ts';
import { sinceText } from '../search/time-range-text.ts';
import { type Durations, percentileOf, timedRequests } from '../store/durations.ts';
import { CHANCE, chanceOfLead } from './chance.ts';
import type { SlowerRoute } from './finding.ts';
import type { Asked, Period } from './period.ts';
import { slowerBecause } from './slower-because.ts';

/** In microseconds. Shorter delays are not noticed. */
const MIN_DELAY = 20_000;
/** Routes whose cause is looked for, those that delay most first. */
const MAX_FOUND = 6;

/** The time of the release before that is compared, at most. */
const RELEASE_BEFORE = 7 * DAY;

/** Routes that became much slower than in the release before, if a release began in the period, or than in the period before. */
export async function slowerRoutes(
  asked: Asked,
  { from, to, releases }: Pick<Period, 'from' | 'to' | 'releases'>,
  routes: RouteGroups,
): Promise<readonly SlowerRoute[]> {
  const at = releases.findLastIndex(({ time }) => time > from && time < to);
  const begun = releases[at];
  const ofRelease = begun ? await slowerSince(asked, begun, releases[at - 1]) : [];
  const known = new Set(ofRelease.map(({ subject }) => subject));
  const ofPeriod = await compared(asked, routes, '');
  return [...ofRelease, ...ofPeriod.filter(({ subject }) => !known.has(subject))];
}

async function slowerSince(
  { book, text, terms, deadline }: Asked,
  { release, time }: ReleaseStart,
  previous: ReleaseStart | undefined,
): Promise<readonly SlowerRoute[]> {
  if (deadline.isOver) return [];
  const since: Asked = {
    book,
    text: addClause(removeClauses(text, ['since']), `since:${sinceText(time, 'UTC')}`),
    terms: termsIn(terms, { from: time, to: timeBounds(terms).to }),
    deadline,
  };
  const from = Math.max(previous?.time ?? 0, time - RELEASE_BEFORE) as Micros;
  const before = { from, to: (time - 1) as Micros };
  const routes = await compareRoutes(book, since.terms, deadline, before).catch(() => null);
  return routes ? compared(since, routes, release) : [];
}

async function compared(
  asked: Asked,
  { groups, before }: RouteGroups,
  release: string,
): Promise<readonly SlowerRoute[]> {
  if (before?.state !== 'compared') return [];
  const p90 = (durations: Durations) => percentileOf(durations, 0.9) ?? 0;
  const slower = groups.flatMap((group) => {
    const { before: was, durations } = group;
    if (!was || !isSlower(group, was) || p90(durations) - p90(was.durations) < MIN_DELAY) return [];
    const chance = chanceOfLead(leadOf(was.durations, durations), [
      timedRequests(was.durations),
      timedRequests(durations),
    ]);
    if (chance * groups.length >= CHANCE) return [];
    return [{ group, was: p90(was.durations), p90: p90(durations) }];
  });
  const isMixed = groups.some(({ isRoute }) => isRoute);
  const delay = ({ group, ...each }: (typeof slower)[number]) => (each.p90 - each.was) * group.requests;
  const found: SlowerRoute[] = [];
  for (const { group, ...times } of slower.toSorted((a, b) => delay(b) - delay(a)).slice(0, MAX_FOUND)) {
    const query = groupQuery(asked.text, group, isMixed);
    const why = await slowerBecause(asked, routeTerms(group, isMixed), before);
    found.push({
      kind: 'slower',
      subject: `${group.method} ${group.value}`,
      count: group.requests,
      query,
      evidence: { ...times, since: group.worseSince, release, why },
    });
  }
  return found;
}

/** How much larger the share of `was` is that had ended after the same time, at most. */
function leadOf(was: Durations, now: Durations): number {
  const ended = (durations: Durations) => {
    const all = timedRequests(durations);
    return (step: number) => (durations.counts[step - durations.first] ?? 0) / Math.max(1, all);
  };
  const [ofWas, ofNow] = [ended(was), ended(now)];
  let [lead, difference] = [0, 0];
  const last = Math.max(was.first + was.counts.length, now.first + now.counts.length);
  for (let step = Math.min(was.first, now.first); step < last; step++) {
    difference += ofWas(step) - ofNow(step);
    lead = Math.max(lead, difference);
  }
  return lead;
}
