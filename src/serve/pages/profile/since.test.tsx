import { expect, test } from 'vitest';
import { profile, textOf } from '../../../../test/support/test-page.ts';
import { findSameErrors, type SameErrors } from '../../../report/profile/related.ts';
import { T0 } from '../../../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../../store/memory/memory-store.ts';
import { SameErrorsText } from './since.tsx';

const GROUP = 'TypeError: x * y at charge (src/pay.ts)';
const failed = { error: 'TypeError', errorGroup: GROUP };
const render = (found: SameErrors) =>
  String(
    <SameErrorsText
      found={found}
      view={{ base: '/_profiler', profile: profile({ seq: 1, ...failed }), zone: 'UTC' }}
    />,
  );

async function bookOf(...samples: Parameters<typeof profile>[0][]) {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: samples.map((sample) => profile(sample)) });
  return store;
}

test('counts the errors of the same group, without their stages, and finds the first and the last', async () => {
  const book = await bookOf(
    { seq: 1, time: T0 + 3e6, ...failed },
    { seq: 2, time: T0 + 3e6, kind: 'error', parent: 1, ...failed },
    { seq: 3, time: T0, ...failed },
    { seq: 4, time: T0 + 9e6, ...failed, errorGroup: GROUP.replace('*', 'and') },
    { seq: 5, time: T0 + 5e6, ...failed },
    { seq: 6, time: T0 - 9e6 },
  );
  const found = await findSameErrors(book, profile({ seq: 1, ...failed }).entry, {});
  expect(found).toEqual({ count: { matches: 3, capped: false }, first: T0, last: T0 + 5e6 });
  const html = found ? render(found) : '';
  expect(textOf(html).replaceAll(' ,', ',').replaceAll(' .', '.')).toBe(
    'Same error: 3 times, first seen 06-Nov-2026 21:20:00, last seen 06-Nov-2026 21:20:05.',
  );
  expect(html).toContain('href="/_profiler?q=error:%22TypeError:+x+%5C*+y+at+charge+(src/pay.ts)%22"');
});

test('says so if there was no time to find the first one', () => {
  const found = { count: { matches: 12, capped: true }, first: null, last: T0 };
  const text = textOf(render(found));
  expect(text).toContain('12+ times');
  expect(text).toContain('The search for the first one reached its time limit.');
});

test('an error with only a known class is not counted', async () => {
  const book = await bookOf({ seq: 1, ...failed });
  for (const errorGroup of ['TypeError', '(other)', ''])
    expect(await findSameErrors(book, profile({ seq: 1, ...failed, errorGroup }).entry, {})).toBeNull();
});
