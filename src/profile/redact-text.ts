import { isSecretKey } from './secret-key.ts';

export const WITHHELD = '***';

const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';
const SCHEME_WORDS = new Set(['bearer', 'basic', 'digest', 'token', 'negotiate']);
const WORD = /[A-Za-z0-9_.~%-]/;
const SPACE = /[ \t]/;
const VALUE_END = /[\s&,;<>()[\]{}]/;

/**
 * Free text without its secrets: values behind a secret's name, URL userinfo, JWTs, PEM blocks, GitHub
 * tokens, card numbers. One pass, word by word: its cost is linear in the text whatever the text holds.
 */
export function redactText(text: string): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (text.startsWith(PEM_BEGIN, at)) {
      out += WITHHELD;
      at = pemEnd(text, at);
      continue;
    }
    if (!isWord(text, at)) {
      out += text[at++];
      continue;
    }
    const end = wordEnd(text, at);
    const cardEnd = cardNumberEnd(text, at);
    if (cardEnd > 0) {
      out += WITHHELD;
      at = cardEnd;
      continue;
    }
    const word = text.slice(at, end);
    const valueAt = valueStart(text, end);
    if (valueAt > 0 && isSecretKey(word)) {
      out += text.slice(at, valueAt) + WITHHELD;
      at = valueEnd(text, valueAt);
    } else if (text.startsWith('://', end)) {
      out += `${word}://`;
      at = userinfoEnd(text, end + 3);
      if (at > end + 3) out += `${WITHHELD}@`;
    } else {
      out += maskShapes(word);
      at = end;
    }
  }
  return out;
}

/** A word of `[A-Za-z0-9_.~%-]` without the token in it, if it holds one. */
export function maskShapes(word: string): string {
  const jwt = word.indexOf('eyJ');
  if (jwt >= 0 && word.slice(jwt).split('.', 3).filter(Boolean).length === 3)
    return word.slice(0, jwt) + WITHHELD;
  for (const mark of ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_']) {
    const found = word.indexOf(mark);
    if (found >= 0 && word.length - found - mark.length >= 16) return word.slice(0, found) + WITHHELD;
  }
  return word;
}

function isWord(text: string, at: number): boolean {
  return WORD.test(text[at] ?? ' ');
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWord(text, end) && !(text[end] === '-' && text.startsWith(PEM_BEGIN, end)))
    end++;
  return Math.max(end, at + 1);
}

/** Where the value behind a name starts (`=`, `:`, spaces and an opening quote passed over), or -1. */
function valueStart(text: string, nameEnd: number): number {
  let at = nameEnd;
  if (text[at] === '"' || text[at] === "'") at++;
  while (SPACE.test(text[at] ?? '')) at++;
  if (text[at] !== '=' && text[at] !== ':') return -1;
  if (text.startsWith('://', at)) return -1;
  at++;
  while (SPACE.test(text[at] ?? '')) at++;
  return at < text.length ? at : -1;
}

function valueEnd(text: string, from: number): number {
  const quote = text[from];
  if (quote === '"' || quote === "'" || quote === '`') {
    for (let at = from + 1; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote) return at + 1;
    }
    return text.length;
  }
  let end = from;
  while (end < text.length && !VALUE_END.test(text[end] ?? '')) end++;
  if (!SCHEME_WORDS.has(text.slice(from, Math.min(end, from + 16)).toLowerCase())) return end;
  while (SPACE.test(text[end] ?? '')) end++;
  while (end < text.length && !VALUE_END.test(text[end] ?? '')) end++;
  return end;
}

function userinfoEnd(text: string, from: number): number {
  let last = from;
  for (let at = from; at < text.length && !/[\s/?#"'<>]/.test(text[at] ?? ''); at++) {
    if (text[at] === '@') last = at + 1;
  }
  return last;
}

function pemEnd(text: string, from: number): number {
  const end = text.indexOf(PEM_END, from);
  if (end < 0) return text.length;
  const close = text.indexOf('-----', end + PEM_END.length);
  return close < 0 ? text.length : close + 5;
}

/** The end of a card number (13 to 19 digits, single spaces or dashes between, Luhn) that starts here, or -1. */
function cardNumberEnd(text: string, from: number): number {
  let digits = '';
  let at = from;
  for (; at < text.length && digits.length < 20; at++) {
    const char = text[at] ?? '';
    if (char >= '0' && char <= '9') digits += char;
    else if (
      (char !== ' ' && char !== '-') ||
      !/\d/.test(text[at - 1] ?? '') ||
      !/\d/.test(text[at + 1] ?? '')
    )
      break;
  }
  if (digits.length < 13 || digits.length > 19) return -1;
  return luhn(digits) ? at : -1;
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
