import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import { DETAIL_STATES } from '../../profile/entry.ts';
import type { Activity } from '../../profile/profile.ts';
import type { Seq } from '../../profile/token.ts';
import type { Draft, EncodedDrafts } from './draft.ts';
import { decodeDrafts } from './draft-decoder.ts';
import { DraftEncoder } from './draft-encoder.ts';

const body = fc.record({
  type: fc.constantFrom('', 'text/plain; charset=é…'),
  bytes: fc.nat(),
  kept: fc.uint8Array({ maxLength: 50 }),
  missing: fc.constantFrom(null, 'type', 'binary'),
});

const ERROR = { name: 'E', message: 'm', stack: '', cause: null };

/** Each field is either ordinary or unusual. */
const drafts = fc.array(
  fc
    .record({
      seq: fc.option(fc.nat()) as fc.Arbitrary<Seq | null>,
      host: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      secure: fc.boolean(),
      localHost: fc.constantFrom('', '[::1]:80'),
      traceparent: fc.constantFrom('', '00-1-2-3'),
      kind: fc.constantFrom('main', 'job'),
      operation: fc.string({ unit: 'binary' }),
      user: fc.string({ unit: 'binary' }),
      tags: fc.array(fc.constantFrom('', 'é…', 'beta')),
      queryTimes: fc.array(fc.nat()),
      error: fc.oneof(fc.constant(''), fc.string({ unit: 'binary' }), fc.constant('\ud800 alone')),
      stages: fc.constantFrom<Draft['stages']>([], [{ seq: null, kind: 'sub', name: 'x', duration: 1 }]),
      detail: fc.constantFrom<Draft['detail']>(null, {
        httpVersion: '1.1',
        socketIp: '::1',
        headers: ['a', 'b'],
        sent: '',
        exception: null,
      }),
      activity: fc.constantFrom<Activity | null>(
        null,
        {},
        { phases: { finished: 9 } },
        { phases: { handler: 0, headers: 5, finished: 9 }, cpu: 0, loopDelay: 3 },
        { logs: [{ at: 1, source: 'app', level: '', text: 'x' }], omitted: { logs: 2 } },
      ),
      bodies: fc.record({ requestBody: body, responseBody: body }, { requiredKeys: [] }),
      exception: fc.constantFrom(null, ERROR, {
        ...ERROR,
        fields: '{"code":"É"}',
        errors: [ERROR],
        moreErrors: 2,
      }),
    })
    .map(({ activity, exception, detail, bodies, ...overrides }) =>
      sampleDraft('/a', { ...overrides, detail: detail && { ...detail, activity, exception, ...bodies } }),
    ),
);

const decode = (encoded: EncodedDrafts, copy = false) => [...decodeDrafts(encoded, copy)];

/** Joins the texts of this many drafts. */
function encode(sample: readonly Draft[], perText: number) {
  const encoder = new DraftEncoder();
  const failed: string[] = [];
  for (const [i, draft] of sample.entries()) {
    try {
      encoder.add(draft);
    } catch {
      failed.push(draft.target);
    }
    if (i % perText === perText - 1) encoder.endText();
  }
  return { failed, encoded: structuredClone(encoder.take()) };
}

test('decodes what it has encoded', () => {
  fc.assert(
    fc.property(drafts, fc.integer({ min: 1, max: 5 }), fc.boolean(), (sample, perText, copy) => {
      expect(decode(encode(sample, perText).encoded, copy)).toEqual(sample);
    }),
  );
});

test.each<Activity>([
  { logs: [{ at: 1, source: 'app', level: '', text: 'x' }] },
  { spans: [] },
  { notes: [] },
  { omitted: { logs: 1 } },
  { held: 0 },
  { waitedFor: { seq: 1 as Seq, duration: 2 } },
  { endedBy: 'SIGTERM' },
])('an activity that has only this is decoded: %j', (activity) => {
  const detail = { httpVersion: '1.1', socketIp: '::1', headers: [], sent: '', exception: null, activity };
  expect(decode(encode([sampleDraft('/a', { detail })], 1).encoded)[0]?.detail?.activity).toEqual(activity);
});

test.each(DETAIL_STATES)('the state of a detail is decoded: %s', (state) => {
  expect(decode(encode([sampleDraft('/a', { state })], 1).encoded)[0]?.state).toBe(state);
});

test('a request over HTTP without anything optional is decoded as it is', () => {
  const draft = sampleDraft('/a', { secure: false, host: undefined });
  expect(decode(encode([draft], 1).encoded)).toEqual([draft]);
});

test.each([0, 1, 2])('a draft with %d tags and times of queries is decoded', (count) => {
  const tags = Array.from({ length: count }, (_, i) => `tag ${i}`);
  const draft = sampleDraft('/a', { tags, queryTimes: tags.map((_, i) => i * 100) });
  expect(decode(encode([draft, draft], 2).encoded)).toEqual([draft, draft]);
});

test('hands over the start of an exception if its detail is dropped', () => {
  const fatal = {
    ...ERROR,
    message: 'm'.repeat(5000),
    stack: '    at f (/app/a.js:1:2)\n    at g (/app/b.js:3:4)',
  };
  const [draft] = decode(encode([sampleDraft('/a', { state: 'budget', fatal })], 1).encoded);
  expect(draft?.detail).toBeNull();
  expect(draft?.fatal).toMatchObject({ name: 'E', stack: fatal.stack });
  expect(draft?.fatal?.message.length).toBeLessThan(1100);
});

test('decodes drafts without any text', () => {
  const empty = { ip: '', method: '', host: undefined, agent: '' };
  const sample = ['', '/a', '', '', '/b', ''].map((target) => sampleDraft(target, empty));
  for (const perText of [1, 2, 3, 6]) expect(decode(encode(sample, perText).encoded)).toEqual(sample);
});

test('counts the seqs that are missing', () => {
  const encoder = new DraftEncoder();
  const stage = (seq: number | null) => ({
    seq: seq as Seq | null,
    kind: 'sub' as const,
    name: '',
    duration: 1,
  });
  encoder.add(sampleDraft('/', { seq: 5 as Seq, stages: [stage(6), stage(5), stage(4), stage(null)] }));
  expect(encoder.take().missingSeqs).toBe(3);
  encoder.add(sampleDraft('/', { seq: null, stages: [stage(7)] }));
  encoder.add(sampleDraft('/', { seq: null }));
  expect(encoder.take().missingSeqs).toBe(3);
  expect(encoder.take().missingSeqs).toBe(0);
});

test("leaves out a draft that can't be encoded and keeps the others", () => {
  const odd = [
    sampleDraft('/time', { time: 1n as unknown as number }),
    sampleDraft('/method', { method: 5 as unknown as string }),
    sampleDraft('/headers', {
      detail: {
        httpVersion: '1.1',
        socketIp: '',
        headers: ['a', ['b'] as unknown as string],
        sent: '',
        exception: null,
      },
    }),
  ];
  for (const draft of odd) {
    const { encoded, failed } = encode([sampleDraft('/a'), draft, sampleDraft('/b')], 10);
    expect(decode(encoded).map(({ target }) => target)).toEqual(['/a', '/b']);
    expect(failed).toEqual([draft.target]);
  }
});
