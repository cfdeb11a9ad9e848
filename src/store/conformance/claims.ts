import assert from 'node:assert/strict';
import { conformanceCase, micros } from './case.ts';

/** For stores that implement `claim`. */
export const CLAIMS = [
  conformanceCase('gives a name to one caller only', async (store) => {
    if (!store.claim) return;
    const until = micros((Date.now() + 60_000) * 1000);
    const claims = await Promise.all(Array.from({ length: 8 }, () => store.claim?.('a name', until)));
    assert.equal(claims.filter((isMine) => isMine === true).length, 1);
    assert.equal(await store.claim('a name', until), false);
    assert.equal(await store.claim('another name', until), true);
  }),
];
