import { WITHHELD } from './redacted.ts';

const LENGTHS = new Set([13, 14, 15, 16, 19]);
const LONGEST = 19;
/** Cards are written in groups of at least this many digits; dates and lists of numbers are not. */
const SMALLEST_GROUP = 3;
const SEPARATORS = ' -+';
/** A text without this many digits in a row holds no card: the common case, told by one look. */
const SUSPECT = /\d(?:[ +-]?\d){12}/;

/** The text without its card numbers, be they words of their own or inside longer ones. */
export function redactCards(text: string): string {
  if (!SUSPECT.test(text)) return text;
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; at++) {
    if (digitAt(text, at) < 0 || digitAt(text, at - 1) >= 0) continue;
    const end = cardEnd(text, at);
    if (end < 0) continue;
    out += text.slice(kept, at) + WITHHELD;
    kept = end;
    at = end - 1;
  }
  return out + text.slice(kept);
}

/** The end of the longest card number that starts with this first digit of a run, or -1. It looks no further than 19 digits. */
export function cardEnd(text: string, from: number): number {
  if (!startsCard(text, from)) return -1;
  // Inside a longer word, such as a hash or a UUID, only an unbroken number counts.
  const grouped = !/[A-Za-z0-9]/.test(text[from - 1] ?? '');
  let end = -1;
  let count = 0;
  let group = 0;
  // Luhn's sum if the 1st, 3rd, 5th … digit is doubled, and if the 2nd, 4th, 6th … is.
  let oddDoubled = 0;
  let evenDoubled = 0;
  for (let at = from; ; at++) {
    const digit = digitAt(text, at);
    if (digit >= 0) {
      if (++count > LONGEST) return end;
      group++;
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
      oddDoubled += count % 2 === 1 ? doubled : digit;
      evenDoubled += count % 2 === 0 ? doubled : digit;
      if (digitAt(text, at + 1) >= 0 || group < SMALLEST_GROUP) continue;
      const sum = count % 2 === 0 ? oddDoubled : evenDoubled;
      if (sum % 10 === 0 && isCardLength(text, from, count)) end = at + 1;
    } else {
      const joins = grouped && group >= SMALLEST_GROUP && SEPARATORS.includes(text[at] ?? '.');
      if (!joins || digitAt(text, at + 1) < 0) return end;
      group = 0;
    }
  }
}

/** Cards start with 2 to 6; and `0.4111…` is a fraction. */
function startsCard(text: string, from: number): boolean {
  const first = digitAt(text, from);
  if (first < 2 || first > 6) return false;
  return !(text[from - 1] === '.' && digitAt(text, from - 2) >= 0);
}

/** Of those with a 2 only 22 to 27 with 16 digits are cards: `20261114090507` is a time. */
function isCardLength(text: string, from: number, count: number): boolean {
  if (digitAt(text, from) !== 2) return LENGTHS.has(count);
  const second = digitAt(text, from + 1);
  return count === 16 && second >= 2 && second <= 7;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
