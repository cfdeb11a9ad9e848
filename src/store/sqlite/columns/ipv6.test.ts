import fc from 'fast-check';
import { expect, test } from 'vitest';
import { first64, isIn } from '../../../net/ip.ts';
import {
  createIpv6Keys,
  decodeIpv6,
  findIpv6,
  IPV6,
  networkDigits,
  networkFinder,
  networkHash,
} from './ipv6.ts';
import { encodeTexts } from './texts.ts';

/** Few digits, so that addresses share words and networks. */
const word = fc.constantFrom('00000000', '00000001', '7fffffff', '80000000', 'ffffffff', '2a02abcd');
const address = fc.tuple(word, word, word, word).map((words) => words.join(''));
/** What else is in a list of addresses: IPv4 has no text, and others may have any. */
const other = fc.constantFrom('', '=unknown', '=a:b', '=\n:', '=\ud800', '=');
const text = fc.oneof(
  { weight: 3, arbitrary: address.map((digits) => IPV6 + digits) },
  { weight: 1, arbitrary: other },
);
const BEFORE = 2;

function keysOf(texts: readonly string[]) {
  const keys = createIpv6Keys(BEFORE + texts.length);
  decodeIpv6(encodeTexts(texts), keys, BEFORE);
  return keys;
}

test('finds the addresses of a range as their texts are compared, and nothing among other texts', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), address, address, (texts, from, to) => {
      const keys = keysOf(texts);
      const found = new Uint8Array(BEFORE + texts.length);
      findIpv6(keys, from, to, found);
      expect([...keys.isIpv6.subarray(0, BEFORE)]).toEqual([0, 0]);
      for (const [at, stored] of texts.entries()) {
        const id = BEFORE + at;
        expect(keys.isIpv6[id]).toBe(stored.startsWith(IPV6) ? 1 : 0);
        expect(found[id] === 1).toBe(stored.startsWith(IPV6) && isIn(stored.slice(1), [{ from, to }]));
      }
    }),
    { numRuns: 1000 },
  );
});

test('addresses of one network have one id, digits and hash, and those of others another id', () => {
  fc.assert(
    fc.property(fc.array(address, { minLength: 1, maxLength: 40 }), (addresses) => {
      const keys = keysOf(addresses.map((digits) => IPV6 + digits));
      const find = networkFinder(keys);
      for (const [at, digits] of addresses.entries()) {
        const first = BEFORE + addresses.findIndex((one) => first64(one) === first64(digits));
        expect(find(BEFORE + at)).toBe(first);
        expect(networkDigits(keys, BEFORE + at)).toBe(first64(digits));
        expect(networkHash(keys, BEFORE + at)).toBe(networkHash(keys, first));
      }
    }),
    { numRuns: 500 },
  );
});
