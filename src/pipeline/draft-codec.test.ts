import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import type { Seq } from '../profile/token.ts';
import type { Draft } from './draft.ts';
import { decodeDrafts, encodeDrafts } from './draft-codec.ts';

/** Any part may be as it mostly is, or as strange as it gets. */
const drafts = fc.array(
  fc
    .record({
      seq: fc.option(fc.nat()) as fc.Arbitrary<Seq | null>,
      host: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      secure: fc.boolean(),
      dialled: fc.constantFrom('', '[::1]:80'),
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
    .map((given) => sampleDraft('/a', given)),
);

test('what is packed comes out as it was', () => {
  fc.assert(
    fc.property(drafts, (given) => {
      expect(decodeDrafts(encodeDrafts(given))).toEqual(given);
    }),
  );
});

test('one that can not be packed does not take the others with it', () => {
  const odd = sampleDraft('/odd', { time: 1n as unknown as number });
  const packed = encodeDrafts([sampleDraft('/a'), odd, sampleDraft('/b')]);
  expect(decodeDrafts(packed).map(({ target }) => target)).toEqual(['/a', '/b']);
});
