import { expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { figure } from '../support/figure.ts';
import { instanceOf } from '../support/regressions/instance.ts';
import { PLANTS, type Planted, withInnocentDifferences } from '../support/regressions/planted.ts';
import { createRandom, type Random } from '../support/regressions/random.ts';
import { MODELS, type Model } from '../support/regressions/requests.ts';
import { servePages, textOf } from '../support/test-page.ts';

const PAIRS = Number(process.env.PAIRS ?? 200);
const SECOND = 1e6;
/** The profiles of a pair, and which of them worked last and which failed. */
const [SIZE, LAST, FAILED] = [6, 2, 5];
const isRight = (line: string, cause: readonly string[]) => cause.every((part) => line.includes(part));

/** The lines of "Since it last worked". */
function sinceLines(html: string): string[] {
  const [, list = ''] = /<ul class="differences">(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) => unescaped(textOf(line)));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Each pair has a route of its own, so that the last success is the one of the pair. */
const ownRoute = (model: Model, pair: number): Model => ({
  ...model,
  route: model.route.replace(/^\//, `/p${pair}/`),
});

function plantIn(pair: number, random: Random): Planted {
  const kinds = Object.values(PLANTS);
  for (let i = 0; ; i++) {
    const model = MODELS[(pair + i) % MODELS.length] as Model;
    const planted = kinds[pair % kinds.length]?.(model, random);
    if (planted) return planted;
  }
}

test(`the cause of a planted regression is in the first two lines, of ${PAIRS} pairs`, async () => {
  const random = createRandom(17);
  const missed: string[] = [];
  for (let from = 0; from < PAIRS; from += 100) {
    const plants = Array.from({ length: Math.min(100, PAIRS - from) }, (_, i) => plantIn(from + i, random));
    const profiles: Profile[] = plants.flatMap(({ model }, i) => {
      const [seq, time] = [i * SIZE + 1, T0 + i * 120 * SECOND];
      const worked = ownRoute(MODELS.find(({ route }) => route === model.route) as Model, i);
      const differs = random.chance(0.3) ? withInnocentDifferences(model, random) : model;
      // Other users succeeded before, so who asked is a reason only if nothing else differs.
      const user = model.user === 'ana' ? random.pick(['ana', 'cid', 'dan']) : model.user;
      return [
        ...['cid', 'dan'].map((name, n) =>
          instanceOf({ ...worked, user: name }, seq + n, time + n * SECOND, random),
        ),
        instanceOf(worked, seq + LAST, time + 10 * SECOND, random),
        // Other routes and an earlier failure are in between.
        instanceOf(random.pick(MODELS), seq + 3, time + 11 * SECOND, random),
        instanceOf(
          { ...ownRoute(model, i), release: '2.4.1', user: 'eve' },
          seq + 4,
          time + 12 * SECOND,
          random,
        ),
        instanceOf(
          { ...ownRoute(differs, i), user },
          seq + FAILED,
          time + random.between(13, 60) * SECOND,
          random,
        ),
      ];
    });
    const { open, tokenOf } = await servePages(...profiles);
    for (const [i, { name, cause }] of plants.entries()) {
      const { html, text } = await open(i * SIZE + 1 + FAILED);
      const lines = sinceLines(html);
      expect(text).toContain(`Last worked`);
      expect(html).toContain(tokenOf(i * SIZE + 1 + LAST));
      if (!lines.slice(0, 2).some((line) => isRight(line, cause)))
        missed.push(`${name} (${cause.join(' ')}): ${lines.join(' | ')}`);
    }
  }
  const share = 1 - missed.length / PAIRS;
  figure(
    `planted regressions whose cause is in the first two lines, of ${PAIRS}`,
    `${(100 * share).toFixed(1)} %`,
  );
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
}, 600_000);

test(`equal requests show no difference, of ${PAIRS} pairs`, async () => {
  const random = createRandom(71);
  const different: string[] = [];
  for (let from = 0; from < PAIRS; from += 100) {
    const count = Math.min(100, PAIRS - from);
    const profiles = Array.from({ length: 2 * count }, (_, i) =>
      instanceOf(MODELS[(i >> 1) % MODELS.length] as Model, i + 1, T0 + i * SECOND, random),
    );
    const { read, tokenOf } = await servePages(...profiles);
    for (let i = 0; i < count; i++) {
      const { text } = await read(`/compare?a=${tokenOf(2 * i + 1)}&b=${tokenOf(2 * i + 2)}`);
      if (!text.includes('No differences')) different.push(text.replace(/^.*What differs/, '').slice(0, 300));
    }
  }
  const share = 1 - different.length / PAIRS;
  figure(`equal requests without a difference, of ${PAIRS}`, `${(100 * share).toFixed(1)} %`);
  expect(share, different.join('\n')).toBeGreaterThanOrEqual(0.99);
}, 600_000);
