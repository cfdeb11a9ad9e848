/**
 * The number of a profile. Its token is the seq mapped through a keyed bijection, in lowercase hex: six digits for the
 * first 2^24 profiles, eight up to 2^32, twelve beyond. Tokens are distinct by construction.
 */
export type Seq = number & { readonly __brand: 'Seq' };
export type Token = string & { readonly __brand: 'Token' };

/** Four 32-bit round keys, created with the book and never changed. */
export type TokenKey = readonly [number, number, number, number];

export interface Tokens {
  readonly key: TokenKey;
  tokenOf(seq: Seq): Token;
  /** `null` if the text is not a token of this book: wrong length, not hex, or out of range for its length. */
  seqOf(token: string): Seq | null;
}

export const SEQ_END = 2 ** 48;

/** Each width has its own range of seqs: n digits always decode to a seq that encodes to n digits. */
interface Width {
  readonly halfBits: number;
  readonly from: number;
  readonly end: number;
}
const SIX: Width = { halfBits: 12, from: 0, end: 2 ** 24 };
const EIGHT: Width = { halfBits: 16, from: 2 ** 24, end: 2 ** 32 };
const TWELVE: Width = { halfBits: 24, from: 2 ** 32, end: SEQ_END };

const HEX_3 = Array.from({ length: 4096 }, (_, n) => n.toString(16).padStart(3, '0'));

export function newTokenKey(): TokenKey {
  const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));
  return [a, b, c, d];
}

/** A Feistel network with four rounds, unrolled because it runs on the request thread for every request. */
export function createTokens(key: TokenKey): Tokens {
  const [k0, k1, k2, k3] = key;
  return {
    key,
    tokenOf(seq) {
      if (!(seq >= 0 && seq < SEQ_END && Number.isInteger(seq)))
        throw new RangeError(`seq out of range: ${seq}`);
      const { halfBits } = seq < SIX.end ? SIX : seq < EIGHT.end ? EIGHT : TWELVE;
      let left = Math.floor(seq / 2 ** halfBits);
      let right = seq - left * 2 ** halfBits;
      left ^= mix(right, k0, halfBits);
      right ^= mix(left, k1, halfBits);
      left ^= mix(right, k2, halfBits);
      right ^= mix(left, k3, halfBits);
      return (toHex(left, halfBits) + toHex(right, halfBits)) as Token;
    },
    seqOf(token) {
      const { length } = token;
      if (length !== 6 && length !== 8 && length !== 12) return null;
      const { halfBits, from } = length === 6 ? SIX : length === 8 ? EIGHT : TWELVE;
      let left = fromHex(token, 0, length / 2);
      let right = fromHex(token, length / 2, length);
      if (left < 0 || right < 0) return null;
      right ^= mix(left, k3, halfBits);
      left ^= mix(right, k2, halfBits);
      right ^= mix(left, k1, halfBits);
      left ^= mix(right, k0, halfBits);
      const seq = left * 2 ** halfBits + right;
      return seq >= from ? (seq as Seq) : null;
    },
  };
}

/** The round function. Any function gives a bijection; this one scatters consecutive numbers well. */
function mix(half: number, roundKey: number, bits: number): number {
  let x = Math.imul(half ^ roundKey, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca77);
  return (x ^ (x >>> 13)) >>> (32 - bits);
}

function toHex(half: number, bits: number): string {
  if (bits === 12) return HEX_3[half] ?? '';
  if (bits === 24) return (HEX_3[half >>> 12] ?? '') + (HEX_3[half & 4095] ?? '');
  return half.toString(16).padStart(4, '0');
}

/** The value of lowercase hex digits, or -1 if a character is not one. */
function fromHex(text: string, from: number, end: number): number {
  let value = 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) value = value * 16 + code - 48;
    else if (code >= 97 && code <= 102) value = value * 16 + code - 87;
    else return -1;
  }
  return value;
}
