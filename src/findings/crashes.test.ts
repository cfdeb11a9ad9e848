import { expect, test } from 'vitest';
import { PROCESS_VANISHED } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { termsOf } from '../store/conformance/case.ts';
import { sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { readFindings } from './findings.ts';
import { findingsSentence, findingText } from './text/finding-text.ts';

const GROUP = "TypeError: reading 'rows' at writeReport (report.mjs)";
const MINUTE = 60e6;

test('processes that crashed are named by what ended them, and their errors are not named again', async () => {
  const book = openMemoryStore();
  const failed = { status: 500, error: 'TypeError', errorGroup: GROUP, release: '1.5.0' } as const;
  const end = { ...failed, kind: 'process', operation: 'exit' } as const;
  const samples = [
    ...Array.from({ length: 200 }, (_, n) => ({ time: (T0 - (300 - n) * MINUTE) as Micros })),
    ...Array.from({ length: 9 }, (_, n) => ({ ...failed, time: (T0 - (9 - n) * MINUTE) as Micros })),
    { ...end, time: (T0 - 3 * MINUTE) as Micros },
    { ...end, time: (T0 - 2 * MINUTE) as Micros, instance: 'web-2' },
    { ...end, error: PROCESS_VANISHED, errorGroup: '', time: (T0 - MINUTE) as Micros },
    { ...end, status: 200, error: '', errorGroup: '', time: T0 },
  ];
  await book.write({
    id: 'a',
    profiles: samples.map((sample, n) => sampleProfile({ seq: n + 1, ...sample })),
  });
  const text = 'since:1h until:now';
  const options = { deadline: 20_000, signal: new AbortController().signal };
  const { found } = await readFindings(book, { text, terms: termsOf(text) }, options);
  expect(found).toMatchObject([
    { kind: 'crashed', subject: '', count: 1 },
    { kind: 'crashed', subject: GROUP, count: 2, evidence: { release: '1.5.0', instance: 'web-2' } },
  ]);
  expect(findingsSentence({ found, isComplete: true })).toBe('A process crashed 3 times.');
  const texts = found.map((finding) => findingText(finding, 'UTC'));
  expect(texts).toMatchObject([
    { tag: 'Crashed', subject: 'Ended without a word', count: '1 time' },
    { subject: GROUP, evidence: expect.stringMatching(/^ended the process, last at .* \(web-2, 1\.5\.0\)$/) },
  ]);
  expect((await book.count(termsOf(found[0]?.query ?? ''), 100)).matches).toBe(3);
});
