import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import type { Seq } from '../profile/token.ts';
import type { Draft } from './draft.ts';
import { decodeDrafts, encodeDrafts } from './draft-codec.ts';

/** Each field is either ordinary or unusual. */
const drafts = fc.array(
  fc
    .record({
      seq: fc.option(fc.nat()) as fc.Arbitrary<Seq | null>,
      host: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      secure: fc.boolean(),
      localHost: fc.constantFrom('', '[::1]:80'),
      traceparent: fc.constantFrom('', '00-1-2-3'),
      error: fc.oneof(fc.constant(''), fc.string({ unit: 'binary' })),
      stages: fc.constantFrom<Draft['stages']>([], [{ seq: null, kind: 'sub', name: 'x', duration: 1 }]),
      detail: fc.constantFrom<Draft['detail']>(null, {
        httpVersion: '1.1',
        socketIp: '::1',
        headers: ['a', 'b'],
        sent: '',
        exception: null,
      }),
    })
    .map((overrides) => sampleDraft('/a', overrides)),
);

test('decodes what it has encoded', () => {
  fc.assert(
    fc.property(drafts, (sample) => {
      expect(decodeDrafts(encodeDrafts(sample))).toEqual(sample);
    }),
  );
});

test("leaves out a draft that can't be encoded and keeps the others", () => {
  const odd = sampleDraft('/odd', { time: 1n as unknown as number });
  const encoded = encodeDrafts([sampleDraft('/a'), odd, sampleDraft('/b')]);
  expect(decodeDrafts(encoded).map(({ target }) => target)).toEqual(['/a', '/b']);
});
