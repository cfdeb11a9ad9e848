import fc from 'fast-check';

/** A step of a history. A share is relative to what is in the book at that time, so that each limit matters. */
export type Step =
  | { readonly do: 'write'; readonly batches: readonly number[]; readonly isLarge: boolean }
  | { readonly do: 'keep'; readonly limit: 'entries' | 'bytes' | 'age'; readonly share: number }
  | { readonly do: 'keep everything' }
  | { readonly do: 'prune'; readonly share: number }
  | { readonly do: 'close segments' }
  | { readonly do: 'fill the disk'; readonly leave: number }
  | { readonly do: 'free the disk' }
  | { readonly do: 'kill' }
  | { readonly do: 'close' };

const share = fc.integer({ min: 1, max: 15 }).map((tenths) => tenths / 10);

const write = fc.record({
  do: fc.constant('write' as const),
  batches: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 }),
  isLarge: fc.boolean(),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: write, weight: 8 },
  {
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      limit: fc.constantFrom('entries' as const, 'bytes' as const, 'age' as const),
      share,
    }),
    weight: 4,
  },
  { arbitrary: fc.constant({ do: 'keep everything' as const }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('prune' as const), share }), weight: 2 },
  { arbitrary: fc.constant({ do: 'close segments' as const }), weight: 1 },
  {
    arbitrary: fc.record({
      do: fc.constant('fill the disk' as const),
      leave: fc.constantFrom(0, 0, 0, 1, 3, 10, 30),
    }),
    weight: 3,
  },
  { arbitrary: fc.constant({ do: 'free the disk' as const }), weight: 1 },
  { arbitrary: fc.constant({ do: 'kill' as const }), weight: 2 },
  { arbitrary: fc.constant({ do: 'close' as const }), weight: 1 },
);

/** Begins with enough writes for several segments. */
export const history: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.array(write, { minLength: 1, maxLength: 2 }), fc.array(step, { minLength: 3, maxLength: 10 }))
  .map(([first, rest]) => [...first, ...rest]);
