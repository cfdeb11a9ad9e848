import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../src/cli/demo/random.ts';
import { type InCommon, inCommon } from '../../src/findings/in-common/in-common.ts';
import { traitText } from '../../src/findings/text/trait-text.ts';
import { termsOf } from '../../src/store/conformance/case.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Figure, quantile } from '../figures.ts';
import { type Cause, names, plantCauses } from './causes.ts';
import { draftRequest, ROUTES, toProfile } from './requests.ts';

export interface Size {
  readonly requests: number;
  readonly causes: number;
  /** Selections without a cause. */
  readonly chances: number;
}

const BATCH = 5000;
const DEADLINE = 30_000;

/** Plants causes among requests, and counts how often they are named. */
export async function measureInCommon(
  { requests, causes: count, chances }: Size,
  verbose: boolean,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-findings-'));
  const book = await openStore(`sqlite:${join(folder, 'book')}`, { inThisThread: true });
  const random = createRandom(11);
  const causes = plantCauses(count, random);
  const byRoute = Map.groupBy(causes, ({ route }) => route);
  await book.lease(requests);
  for (let first = 0; first < requests; first += BATCH) {
    const profiles = Array.from({ length: Math.min(BATCH, requests - first) }, (_, i) => {
      const draft = draftRequest(random);
      for (const cause of byRoute.get(draft.route) ?? []) cause.apply(draft, random);
      // Failures without a cause: each has an error of its own.
      if (draft.error === '' && random.chance(0.04))
        draft.error = `Chance: ${draft.route + ROUTES * random.int(0, Math.ceil(chances / ROUTES) - 1)}`;
      return toProfile(draft, first + i, random);
    });
    await book.write({ id: `b${first}`, profiles });
  }
  const times: number[] = [];
  const ask = async (query: string): Promise<InCommon> => {
    const start = performance.now();
    const found = await inCommon(book, termsOf(query), {
      deadline: DEADLINE,
      signal: new AbortController().signal,
    });
    times.push(performance.now() - start);
    return found;
  };
  const places: number[] = [];
  for (const cause of causes) places.push(placeOf(await ask(cause.query), cause, verbose));
  let named = 0;
  for (let n = 0; n < chances; n++) if ((await ask(`error:"Chance: ${n}"`)).lines.length > 0) named++;
  await book.close();
  rmSync(folder, { recursive: true });
  const share = (most: number) => places.filter((place) => place < most).length / count;
  return [
    { name: 'in common: the cause is first', value: share(1), unit: '', min: 0.9 },
    { name: 'in common: the cause is among the first three', value: share(3), unit: '', min: 0.97 },
    { name: 'in common: named without a cause', value: named / chances, unit: '', max: 0.05 },
    { name: 'in common: median', value: quantile(times, 0.5), unit: 'ms' },
    { name: 'in common: p95', value: quantile(times, 0.95), unit: 'ms' },
  ];
}

function placeOf(found: InCommon, cause: Cause, verbose: boolean): number {
  const place = found.lines.findIndex((line) => names(line, cause));
  if (verbose && place !== 0) {
    const lines = found.lines.map(({ traits }) => traits.map(traitText).join(' and '));
    console.log(
      `${cause.kind}: ${cause.traits.join(' and ')} is ${place + 1} of ${JSON.stringify(lines)}, ${found.selected} requests`,
    );
  }
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}
