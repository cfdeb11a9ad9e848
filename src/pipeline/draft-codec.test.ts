import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import type { Activity } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import type { Draft } from './draft.ts';
import { decodeDrafts } from './draft-decoder.ts';
import { DraftEncoder } from './draft-encoder.ts';
import type { EncodedDrafts } from './encoded-drafts.ts';

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

test('hands over the start of an exception if its detail is dropped', () => {
  const fatal = {
    ...ERROR,
    message: 'm'.repeat(5000),
    stack: '    at f (/app/a.js:1:2)\n    at g (/app/b.js:3:4)',
  };
  const [draft] = decode(encode([sampleDraft('/a', { state: 'budget', fatal })], 1).encoded);
  expect(draft?.detail).toBeNull();
  expect(draft?.fatal).toMatchObject({ name: 'E', stack: '    at f (/app/a.js:1:2)' });
  expect(draft?.fatal?.message.length).toBeLessThan(1100);
});

test('decodes drafts without any text', () => {
  const empty = { ip: '', method: '', host: undefined, agent: '' };
  const sample = ['', '/a', '', '', '/b', ''].map((target) => sampleDraft(target, empty));
  for (const perText of [1, 2, 3, 6]) expect(decode(encode(sample, perText).encoded)).toEqual(sample);
});

test('starts again after the encoded drafts were taken', () => {
  const encoder = new DraftEncoder();
  for (const target of ['/a', '/b']) {
    encoder.add(sampleDraft(target));
    expect(encoder.pendingBytes).toBeGreaterThan(100);
    expect(decode(encoder.take()).map((draft) => draft.target)).toEqual([target]);
    expect(encoder.pendingBytes).toBe(0);
  }
});

test('reuses memory that was released, and only that', () => {
  const encoder = new DraftEncoder();
  const encodeMany = (target: string) => {
    for (let n = 0; n < 1000; n++) {
      encoder.add(sampleDraft(`${target}${n}`, { agent: 'x'.repeat(500) }));
      if (n % 10 === 9) encoder.endText();
    }
    return encoder.take();
  };
  const targets = (encoded: EncodedDrafts) => decode(encoded).map(({ target }) => target);
  const [first, second] = [encodeMany('/a'), encodeMany('/b')];
  encoder.release(first);
  const third = encodeMany('/c');
  const last = encodeMany('/d');
  expect(new Set([first, second, third, last].map(({ bytes }) => bytes.buffer)).size).toBe(3);
  for (const [name, encoded] of Object.entries({ b: second, d: last }))
    expect(targets(encoded)).toEqual(Array.from({ length: 1000 }, (_, n) => `/${name}${n}`));
});

test('a backlog of batches reuses the memory of the one before, and memory that is not needed is let go', () => {
  const encoder = new DraftEncoder();
  const large = sampleDraft(`/${'x'.repeat(200_000)}`);
  const buffers = new Set<unknown>();
  const backlog = (batches: number) => {
    const taken = Array.from({ length: batches }, () => {
      encoder.add(large);
      return encoder.take();
    });
    for (const encoded of taken) {
      buffers.add(encoded.bytes.buffer);
      encoder.release(encoded);
    }
  };
  for (let round = 0; round < 20; round++) backlog(60);
  expect(buffers.size).toBeLessThanOrEqual(61);
  for (let round = 0; round < 3000; round++) backlog(2);
  buffers.clear();
  backlog(60);
  const kept = buffers.size;
  for (let round = 0; round < 3000; round++) backlog(2);
  const before = new Set(buffers);
  buffers.clear();
  backlog(60);
  expect(kept).toBe(60);
  expect([...buffers].filter((buffer) => before.has(buffer)).length).toBeLessThan(10);
});

test('a small batch does not keep a large block of memory', () => {
  const encoder = new DraftEncoder();
  encoder.add(sampleDraft('/a'));
  const { bytes, numbers } = encoder.take();
  expect(bytes.buffer.byteLength + numbers.buffer.byteLength).toBeLessThan(500);
});

test('counts the seqs that are missing', () => {
  const encoder = new DraftEncoder();
  const stage = (seq: number | null) => ({
    seq: seq as Seq | null,
    kind: 'sub' as const,
    name: '',
    duration: 1,
  });
  encoder.add(sampleDraft('/', { seq: 5 as Seq, stages: [stage(6), stage(4), stage(null)] }));
  encoder.add(sampleDraft('/', { seq: null, stages: [stage(7)] }));
  expect(encoder.take().missingSeqs).toBe(4);
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

test('bodies stay whole while the memory for them grows, and from batch to batch', () => {
  const encoder = new DraftEncoder();
  for (const size of [200_000, 300_000]) {
    const sent = [1, 2, 3, 4].map((byte) => {
      const kept = new Uint8Array(size).fill(byte);
      const requestBody = { type: 'text/plain', bytes: size, kept, missing: null };
      const detail = {
        httpVersion: '1.1',
        socketIp: '::1',
        headers: [],
        sent: '',
        exception: null,
        requestBody,
      };
      return sampleDraft('/', { state: 'kept', detail });
    });
    for (const draft of sent) encoder.add(draft);
    const bodies = [...decodeDrafts(encoder.take())].map(({ detail }) => detail?.requestBody?.kept);
    const summary = bodies.map((kept) => [kept?.length, kept?.[0], kept?.at(-1)]);
    expect(summary).toEqual([1, 2, 3, 4].map((byte) => [size, byte, byte]));
  }
});
