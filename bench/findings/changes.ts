import { createRandom, type Random } from '../../src/cli/demo/random.ts';
import { readFindings } from '../../src/findings/findings.ts';
import { termsOf } from '../../src/store/conformance/case.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Figure } from '../figures.ts';

const HOUR = 36e8;
const ROUTES = ['/a', '/b', '/c'] as const;
/** Errors that always happened now and then. */
const USUAL = ['Error: timeout', 'Error: conflict', 'RangeError: too large'] as const;
const KINDS = ['new', 'back', 'slower'] as const;
type Kind = (typeof KINDS)[number];

/** Plants changes in the last hour of books with few and with many requests, and counts which are found. */
export async function measureChanges(changes: number, most: number, verbose: boolean): Promise<Figure[]> {
  const random = createRandom(5);
  let [found, wrong, quiet] = [0, 0, 0];
  for (let n = 0; n < 2 * changes; n++) {
    const planted = n < changes ? (KINDS[n % KINDS.length] as Kind) : null;
    const requests = Math.round(50 * (most / 50) ** random.next());
    const kinds = await kindsIn(requests, planted, random);
    const others = kinds.filter((kind) => kind !== planted);
    if (planted && kinds.includes(planted)) found++;
    else if (planted && verbose)
      console.log(`${planted} is not found among ${requests} requests: ${kinds.join()}`);
    if (!planted && others.length > 0) quiet++;
    if (others.length > 0 && verbose)
      console.log(`${others.join()} in ${requests} requests with ${planted ?? 'nothing'}`);
    wrong += others.length;
  }
  return [
    { name: 'changes: recall', value: found / changes, unit: '', min: 0.95 },
    { name: 'changes: precision', value: found / (found + wrong), unit: '', min: 0.95 },
    { name: 'changes: quiet periods with a finding', value: quiet / changes, unit: '', max: 0.05 },
  ];
}

/** Ten days of requests, most of them in the last hours, so that the last one has about as many as asked for. */
async function kindsIn(requests: number, planted: Kind | null, random: Random): Promise<readonly string[]> {
  const profiles = Array.from({ length: requests * 4 }, () => {
    const age = random.chance(0.2) ? random.next() * 240 : random.next() * 3;
    const isNow = age < 1;
    const route = random.pick(ROUTES);
    const sample: Omit<Sample, 'seq'> = {
      time: Math.round(T0 - age * HOUR),
      route,
      release: age < 2 ? '1.5.0' : '1.4.0',
      duration: random.around(40_000),
      detail: 'policy',
    };
    if (planted === 'slower' && isNow && route === '/a')
      return { ...sample, duration: (sample.duration ?? 0) * 3 };
    const isPlanted = planted === 'new' ? isNow : planted === 'back' ? isNow || age > 200 : false;
    if (isPlanted && random.chance(0.25)) return fail(sample, 'TypeError: planted');
    return random.chance(0.02) ? fail(sample, random.pick(USUAL)) : sample;
  });
  const book = await openStore('memory:');
  await book.write({
    id: 'a',
    profiles: profiles.map((sample, seq) => ({ ...sampleProfile({ ...sample, seq }), detail: null })),
  });
  const text = 'since:1h until:now';
  const options = { deadline: 60_000, signal: new AbortController().signal };
  const { found } = await readFindings(book, { text, terms: termsOf(text) }, options);
  await book.close();
  return found.map(({ kind }) => kind);
}

function fail(sample: Omit<Sample, 'seq'>, errorGroup: string): Omit<Sample, 'seq'> {
  return { ...sample, status: 500, error: errorGroup.split(':', 1)[0] ?? '', errorGroup };
}
