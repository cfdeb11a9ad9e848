import { type Figure, quantile, timed } from '../figures.ts';
import { builtBook, TO } from '../store/build.ts';

const BASE = '/_profiler';
const PAGES = ['clients', 'routes', 'overview'] as const;
const DAY = 864e5;
/** Days before the end of the book, and the goal in ms. */
const PERIODS = [
  { days: 1, max: 300 },
  { days: 30, max: 1500 },
] as const;

/** The time of each page that groups requests, from the request to the end of the HTML. The pages are asked for in turns. */
export async function pages(profiles: number, rounds: number): Promise<Figure[]> {
  const dist = (name: string) => import(new URL(`../../dist/${name}.js`, import.meta.url).href);
  const [{ openStore }, { createApp }] = await Promise.all([dist('store'), dist('app')]);
  const store = await openStore(`sqlite:${await builtBook(profiles)}`);
  const app = createApp({ base: BASE, store: async () => store });
  const cases = PERIODS.flatMap(({ days, max }) =>
    PAGES.map((page) => ({ page, days, max, times: [] as number[], isCut: false })),
  );
  for (let round = -1; round < rounds; round++) {
    for (const each of cases) {
      const query = `since:${isoTime(TO / 1000 - each.days * DAY)} until:${isoTime(TO / 1000)}`;
      let html = '';
      const ms = await timed(async () => {
        const response = await app.request(
          `${BASE}/${each.page}?q=${encodeURIComponent(query)}`,
          {},
          { path: `${BASE}/${each.page}` },
        );
        html = await response.text();
      });
      if (round >= 0) each.times.push(ms);
      each.isCut ||= html.includes('reached its time limit');
    }
  }
  await store.close();
  return cases.map(({ page, days, max, times, isCut }) => ({
    name: `${page}, ${days} ${days === 1 ? 'day' : 'days'} of ${profiles} profiles${isCut ? ' (cut by its deadline)' : ''}`,
    value: quantile(times, 0.5),
    unit: 'ms',
    max,
  }));
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
