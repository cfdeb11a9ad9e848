import { isAt, WORD } from './characters.ts';
import { byFormat, type Found } from './found.ts';

/** A bit set of the valid lengths: 13, 14, 15, 16 and 19 digits. */
const LENGTHS = (1 << 13) | (1 << 14) | (1 << 15) | (1 << 16) | (1 << 19);
const MAX_DIGITS = 19;
/** Card numbers are written in groups of at least this many digits; dates and lists of numbers are not. */
const MIN_GROUP_DIGITS = 3;
const FIRST_GROUP_DIGITS = 4;
const [SPACE, PLUS, DASH, DOT, ZERO] = [32, 43, 45, 46, 48];

/** Finds card numbers, including those inside longer words. */
export function findCards(text: string, found: Found[]): void {
  let afterDigit = false;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    const isDigit = digit >= 0 && digit <= 9;
    const end = isDigit && !afterDigit ? cardEnd(text, at) : -1;
    afterDigit = isDigit;
    if (end < 0) continue;
    found.push(byFormat(at, end, 'card number'));
    at = end - 1;
  }
}

/** The end of the longest card number that starts at `from`, the first digit of a run, or -1. Reads at most 19 digits. */
function cardEnd(text: string, from: number): number {
  if (!startsCard(text, from)) return -1;
  // Inside a longer word, such as a hash or a UUID, a card number has no separators.
  const grouped = !isAt(text, from - 1, WORD);
  let end = -1;
  let count = 0;
  let group = 0;
  // The Luhn sums with the last digit not doubled (`sum`) and doubled (`other`).
  let sum = 0;
  let other = 0;
  const { length } = text;
  for (let at = from; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 0;
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (++count > MAX_DIGITS) return end;
      group++;
      const doubled = sum + (digit > 4 ? digit * 2 - 9 : digit * 2);
      sum = other + digit;
      other = doubled;
      continue;
    }
    // The first group has four digits, if there are groups.
    if (group < (count === group ? FIRST_GROUP_DIGITS : MIN_GROUP_DIGITS)) return end;
    if (sum % 10 === 0 && isCardLength(text, from, count)) end = at;
    if (!grouped || (code !== SPACE && code !== DASH && code !== PLUS)) return end;
    group = 0;
  }
  return end;
}

/** Card numbers start with 2 to 6; `0.4111…` is a fraction. */
function startsCard(text: string, from: number): boolean {
  const first = digitAt(text, from);
  if (first < 2 || first > 6) return false;
  return from < 2 || text.charCodeAt(from - 1) !== DOT || digitAt(text, from - 2) < 0;
}

/** Numbers that start with 2 are cards only with 16 digits and 22 to 27: `20261114090507` is a time. */
function isCardLength(text: string, from: number, count: number): boolean {
  if (digitAt(text, from) !== 2) return ((LENGTHS >> count) & 1) === 1;
  const second = digitAt(text, from + 1);
  return count === 16 && second >= 2 && second <= 7;
}

function digitAt(text: string, at: number): number {
  const digit = at >= 0 && at < text.length ? text.charCodeAt(at) - ZERO : -1;
  return digit <= 9 ? digit : -1;
}
