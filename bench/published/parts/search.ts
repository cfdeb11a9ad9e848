import { openStore } from '../../../src/store/open-store.ts';
import { quantile, spreadOf } from '../../figures.ts';
import { builtBook } from '../../store/build.ts';
import { singleCases } from '../../store/cases.ts';
import { timeCases } from '../../store/searching.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';

/** One of each kind of criterion, with the values that are hardest to find. */
const SHOWN = [
  'newest page',
  'ip rare',
  'ip absent',
  'CIDR rare',
  'status rare',
  'class rare',
  'route rare',
  'token',
  'trace',
  'client rare',
  'time range, old',
  'URL rare',
  'URL very rare',
  'URL absent',
  'URL absent, common trigrams',
  'error rare',
  'user rare',
  'tag rare',
  'queries',
];

/** The time of a search in a small and in a large book. */
export const search: Part = async ({ isTiny, profiles }) => {
  const sizes = [profiles / 10, profiles];
  const names = sizes.map((size) => `${size.toLocaleString('en')} profiles`);
  const stores = [];
  for (const size of sizes) stores.push(await openStore(`sqlite:${await builtBook(size)}`));
  const [, large] = stores;
  if (!large) throw new Error('The book was not built.');
  const cases = (await singleCases(large)).filter(({ name }) => SHOWN.includes(name));
  const times = await timeCases(cases, stores, isTiny ? 2 : 40);
  for (const store of stores) await store.close();
  const rows = cases.map(({ name, query }, i) => ({ name, query, times: times[i] ?? [] }));
  return {
    tables: [
      {
        head: ['search', ...names.map((name) => `${name}, ms`), 'p95, ms'],
        rows: rows.map(({ name, query, times: [small = [], big = []] }) => [
          query === '' ? name : `${name}: \`${query.replaceAll('|', '\\|').slice(0, 80)}\``,
          spreadText(spreadOf(small)),
          spreadText(spreadOf(big)),
          numberText(quantile(big, 0.95)),
        ]),
      },
    ],
    plots: [
      {
        title: 'Time of a search, by the size of the book',
        description: `Dots of the milliseconds that a search takes in a book of ${names.join(' and of ')}, on a logarithmic axis. The table above has the same figures.`,
        unit: 'ms, logarithmic; lines are quartiles',
        kind: 'dots',
        names,
        groups: [
          { name: '', rows: rows.map(({ name, times }) => ({ label: name, values: times.map(spreadOf) })) },
        ],
      },
    ],
    compared: [`SQLite ${process.versions.sqlite}`],
  };
};
