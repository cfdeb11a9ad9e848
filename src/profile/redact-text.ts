import { cardEnd, redactCards } from './redact-cards.ts';
import { WITHHELD } from './redacted.ts';
import { isSecretKey } from './secret-key.ts';

const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';
const SCHEME_WORDS = new Set(['bearer', 'basic', 'digest', 'token', 'negotiate']);
const WORD = /[A-Za-z0-9_.~%-]/;
const SPACE = /[ \t]/;
const VALUE_END = /[\s&,;<>()[\]{}]/;
const AUTHORITY_END = /[\s/?#"'<>]/;
const HOST_AND_PORT = /[A-Za-z0-9_.~%-]+:\d{1,5}(?![^\s/?#"'<>,;)])/y;
/** Too short and too plain to hold any secret: most names and values, told by one look. */
const HARMLESS = /^[A-Za-z0-9_~ -]{0,12}$/;
const ENCODED = /%[0-9a-f]{2}|\+/i;
/** How often a text may have been percent-encoded and is still seen through. */
const LAYERS = 2;

/**
 * Free text without its secrets: values behind a secret's name, URL userinfo, JWTs, PEM blocks, GitHub
 * tokens, card numbers, percent-encoded or not. It goes word by word: its cost is linear in the text
 * whatever the text holds.
 */
export function redactText(text: string, layers = LAYERS): string {
  return HARMLESS.test(text) ? text : redactCards(redactWords(text, layers));
}

/** Whether a secret shows once percent-encoding is taken off. */
export function hidesSecret(text: string, layers = LAYERS): boolean {
  if (layers === 0 || !ENCODED.test(text)) return false;
  const plain = decodeBytes(text);
  return redactText(plain, layers - 1) !== plain || hidesSecret(plain, layers - 1);
}

function redactWords(text: string, layers: number): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (text.startsWith(PEM_BEGIN, at)) {
      out += WITHHELD;
      at = pemEnd(text, at);
    } else if (text.startsWith('//', at)) {
      const host = userinfoEnd(text, at + 2);
      const end = portEnd(text, host);
      out += `//${host > at + 2 ? `${WITHHELD}@` : ''}${redactWord(text.slice(host, end), layers)}`;
      at = end;
    } else if (!isWord(text, at)) {
      out += text[at++];
    } else {
      const end = wordEnd(text, at);
      const word = text.slice(at, end);
      const valueAt = valueStart(text, end);
      const named = valueAt > 0 && isSecretKey(word);
      out += redactWord(word, layers) + (named ? text.slice(end, valueAt) + WITHHELD : '');
      at = named ? valueEnd(text, valueAt) : end;
    }
  }
  return out;
}

/** A word without the token in it, if it holds one. */
function redactWord(word: string, layers: number): string {
  if (word.includes('%') && hidesSecret(word, layers)) return WITHHELD;
  const jwt = word.indexOf('eyJ');
  if (jwt >= 0 && word.slice(jwt).split('.', 3).filter(Boolean).length === 3)
    return word.slice(0, jwt) + WITHHELD;
  for (const mark of ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_']) {
    const found = word.indexOf(mark);
    if (found >= 0 && word.length - found - mark.length >= 16) return word.slice(0, found) + WITHHELD;
  }
  return word;
}

/** Byte by byte, so that nothing is undecodable. Only ASCII comes out right, and secrets are found by nothing else. */
function decodeBytes(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function isWord(text: string, at: number): boolean {
  return WORD.test(text[at] ?? ' ');
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWord(text, end) && !(text[end] === '-' && text.startsWith(PEM_BEGIN, end)))
    end++;
  return end;
}

/** Where the value behind a name starts (`=`, `:`, `=>`, spaces and the name's closing quote passed over), or -1. */
function valueStart(text: string, nameEnd: number): number {
  let at = nameEnd;
  if (text[at] === '\\') at++;
  if (text[at] === '"' || text[at] === "'") at++;
  while (SPACE.test(text[at] ?? '')) at++;
  if (text[at] !== '=' && text[at] !== ':') return -1;
  if (text.startsWith('://', at)) return -1;
  at += text.startsWith('=>', at) ? 2 : 1;
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
  if (SCHEME_WORDS.has(text.slice(from, Math.min(end, from + 16)).toLowerCase())) {
    while (SPACE.test(text[end] ?? '')) end++;
    while (end < text.length && !VALUE_END.test(text[end] ?? '')) end++;
  }
  // A card number may hold spaces.
  return Math.max(end, cardEnd(text, from));
}

/** Behind `//`: where the host starts. */
function userinfoEnd(text: string, from: number): number {
  let last = from;
  for (let at = from; at < text.length && !AUTHORITY_END.test(text[at] ?? ''); at++) {
    if (text[at] === '@' && at > from) last = at + 1;
  }
  return last;
}

/** The end of a host with a port, which is no value of a secret whatever the host is called; without one, nothing is passed over. */
function portEnd(text: string, from: number): number {
  HOST_AND_PORT.lastIndex = from;
  return from + (HOST_AND_PORT.exec(text)?.[0].length ?? 0);
}

function pemEnd(text: string, from: number): number {
  const end = text.indexOf(PEM_END, from);
  if (end < 0) return text.length;
  const close = text.indexOf('-----', end + PEM_END.length);
  return close < 0 ? text.length : close + 5;
}
