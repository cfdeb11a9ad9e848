import { createDeadline } from '../../src/report/deadline.ts';
import { readOverview } from '../../src/report/groups/overview.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { builtBook } from './build.ts';
import { type Case, toCase } from './cases.ts';

/** Searches that find too little to stop early, and that no summary of a segment rules out. */
const SEARCHES = [
  'client:scanner queries:>20',
  'kind:error querytime:>100ms',
  '-client:scanner ip:240.0.0.0/4,::/8',
];
/** What a page asks for, with the limit that the page has. */
const CALLS: Readonly<Record<string, (store: Store, period: Case) => Promise<unknown>>> = {
  survey: (store, { terms }) => store.survey(terms, PATIENT),
  'groups by client': (store, { terms }) => store.groups(terms, 'client', 100, PATIENT),
  'groups by route': (store, { terms }) => store.groups(terms, 'route', 500, PATIENT),
  'groups by time': (store, { terms }) => store.groups(terms, 'time', 30, PATIENT),
  Overview: (store, { terms }) =>
    readOverview(store, terms, createDeadline(60_000, new AbortController().signal)),
};
const PERIODS = [
  { period: toCase('a day', 'since:1d'), max: 200 },
  { period: toCase('30 days', 'since:30d'), max: 1500 },
];
/** So that the whole book is read, however long that takes. */
const PATIENT = { deadline: 60_000 };

async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return quantile(times, 0.5);
}

/** Measures what reads the whole book: searches without a page of matches, and the figures of a period. */
export async function wholeBook(size: number, rounds: number): Promise<Figure[]> {
  const store = await openStore(`sqlite:${await builtBook(size)}`);
  const figures: Figure[] = [];
  for (const query of SEARCHES) {
    const { terms } = toCase(query, query);
    const search = () => store.search({ terms, limit: 10, cursor: null }, PATIENT);
    figures.push({ name: query, value: await median(rounds, search), unit: 'ms', max: 1000 });
  }
  for (const { period, max } of PERIODS)
    for (const [name, call] of Object.entries(CALLS)) {
      const value = await median(rounds, () => call(store, period));
      figures.push({ name: `${name} of ${period.name}`, value, unit: 'ms', max });
    }
  await store.close();
  return figures;
}
