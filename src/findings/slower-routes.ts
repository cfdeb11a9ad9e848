import { groupQuery } from '../report/groups/group-query.ts';
import { isSlower } from '../report/groups/route-change.ts';
import { type RouteGroups, routeTerms } from '../report/groups/route-groups.ts';
import { type Durations, percentileOf } from '../store/durations.ts';
import { CHANCE, chanceOfLead } from './chance.ts';
import type { SlowerRoute } from './finding.ts';
import type { Asked } from './period.ts';
import { slowerBecause } from './slower-because.ts';

/** In microseconds. Shorter delays are not noticed. */
const MIN_DELAY = 20_000;
/** Routes whose cause is looked for, those that delay most first. */
const MAX_FOUND = 6;

/** Routes that became much slower than in the period before, and why. */
export async function slowerRoutes(
  asked: Asked,
  { groups, before }: RouteGroups,
): Promise<readonly SlowerRoute[]> {
  if (before?.state !== 'compared') return [];
  const p90 = (durations: Durations) => percentileOf(durations, 0.9) ?? 0;
  const slower = groups.flatMap((group) => {
    const { before: was, durations, requests } = group;
    if (!was || !isSlower(group, was) || p90(durations) - p90(was.durations) < MIN_DELAY) return [];
    const chance = chanceOfLead(leadOf(was.durations, durations), [was.requests, requests]);
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
      evidence: { ...times, since: group.worseSince, why },
    });
  }
  return found;
}

/** How much larger the share of `was` is that had ended after the same time, at most. */
function leadOf(was: Durations, now: Durations): number {
  const ended = (durations: Durations) => {
    const all = durations.counts.reduce((sum, count) => sum + count, 0);
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
