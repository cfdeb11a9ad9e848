import assert from 'node:assert/strict';
import type { Lease } from '../store.ts';
import { conformanceCase, micros, retentionCase, write } from './case.ts';
import { T0 } from './sample-profile.ts';

function seqsIn({ first, end }: Lease): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}

export const LEASES = [
  conformanceCase('never leases a seq twice, also to concurrent callers', async (store) => {
    const sizes = Array.from({ length: 50 }, (_, i) => 1 + (i % 7));
    const leases = await Promise.all(sizes.map((size) => store.lease(size)));
    assert.deepEqual(
      leases.map(({ first, end }) => end - first),
      sizes,
    );
    const seqs = leases.flatMap(seqsIn);
    assert.equal(new Set(seqs).size, seqs.length);
    const tokens = new Set(leases.flatMap(seqsIn).map((seq) => store.tokens.tokenOf(seq as Lease['first'])));
    assert.equal(tokens.size, seqs.length);
  }),

  retentionCase('does not lease the seqs of deleted profiles again', async (store) => {
    const before = seqsIn(await store.lease(5));
    await write(store, ...before.map((seq) => ({ seq })));
    assert.equal(await store.prune(micros(T0 + 1)), 5);
    const after = seqsIn(await store.lease(5));
    assert.equal(new Set([...before, ...after]).size, 10);
  }),
];

export const CLAIMS = [
  conformanceCase(
    'gives a name to one caller only',
    async (store) => {
      const claim = (name: string) => store.claim?.(name, micros((Date.now() + 60_000) * 1000));
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim('a name')));
      assert.equal(claims.filter((isMine) => isMine === true).length, 1);
      assert.equal(await claim('a name'), false);
      assert.equal(await claim('another name'), true);
    },
    ['claim'],
  ),
];
