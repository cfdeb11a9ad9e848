import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { spreadOf, timed } from '../../figures.ts';
import { builtBook } from '../../store/build.ts';
import { singleCases, toCase } from '../../store/cases.ts';
import { builtIndex } from '../../symfony/build-index.ts';
import { type SymfonySearch, startSymfony, symfonyVersions } from '../../symfony/symfony.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';

/** The same searches for both. */
async function searches(
  store: Store,
): Promise<readonly (readonly [name: string, query: string, SymfonySearch])[]> {
  const cases = await singleCases(store);
  const queryOf = (name: string) => cases.find((single) => single.name === name)?.query ?? '';
  const rareIp = queryOf('ip rare').replace('ip:', '');
  const rareUrl = queryOf('URL very rare');
  return [
    ['newest page', '', {}],
    ['common status', 'status:200', { status: '200' }],
    ['rare status', 'status:503', { status: '503' }],
    ['rare address', `ip:${rareIp}`, { ip: rareIp }],
    ['absent address', 'ip:240.1.2.3', { ip: '240.1.2.3' }],
    ['rare URL', rareUrl, { url: rareUrl }],
    ['absent URL', 'zqxjkvw', { url: 'zqxjkvw' }],
    ['common address, absent status', 'ip:10.0.0.7 status:418', { ip: '10.0.0.7', status: '418' }],
  ];
}

/** Searches beside those of Symfony's profiler in an index of the same requests. */
export const symfony: Part = async ({ isTiny, profiles }) => {
  const versions = symfonyVersions();
  if (!versions)
    return {
      tables: [],
      plots: [],
      notes: [
        'Not measured: install `php-cli` and `php-symfony-http-kernel` (Debian), or set `SYMFONY` to the folder of symfony/http-kernel.',
      ],
    };
  const php = startSymfony(await builtIndex(profiles));
  const store = await openStore(`sqlite:${await builtBook(profiles)}`);
  const compared = (await searches(store)).map(([name, query, search]) => ({
    name,
    search,
    terms: toCase(name, query).terms,
    ours: [] as number[],
    theirs: [] as number[],
  }));
  const rounds = isTiny ? 1 : 3;
  for (let round = -1; round < rounds; round++) {
    for (const { search, terms, ours, theirs } of compared) {
      // A scan takes seconds, so there are few; a search needs more turns for a steady median.
      for (let turn = 0; turn < 5; turn++) {
        const ms = await timed(() => store.search({ terms, limit: 10, cursor: null }));
        if (round >= 0) ours.push(ms);
      }
      if (round >= 0) theirs.push((await php.find(search)).ms);
    }
  }
  php.stop();
  await store.close();
  const name = versions.at(-1) ?? 'Symfony';
  return {
    tables: [
      {
        head: [
          `10 newest of ${profiles.toLocaleString('en')}`,
          'Gatebook, ms',
          `${name}, ms`,
          'Symfony / Gatebook',
        ],
        rows: compared.map(({ name, ours, theirs }) => [
          name,
          spreadText(spreadOf(ours)),
          spreadText(spreadOf(theirs)),
          `${numberText(spreadOf(theirs).median / spreadOf(ours).median)} x`,
        ]),
      },
    ],
    plots: [
      {
        title: `The same searches in Gatebook and in the profiler of Symfony`,
        description: `Dots of the milliseconds of eight searches over ${profiles.toLocaleString('en')} requests, by Gatebook and by Symfony's file storage, on a logarithmic axis. The table above has the same figures.`,
        unit: 'ms, logarithmic; lines are quartiles',
        kind: 'dots',
        names: ['Gatebook', name],
        groups: [
          {
            name: '',
            rows: compared.map(({ name, ours, theirs }) => ({
              label: name,
              values: [spreadOf(ours), spreadOf(theirs)],
            })),
          },
        ],
      },
    ],
    compared: versions,
  };
};
