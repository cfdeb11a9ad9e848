import { isOAuthSecret } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { AT, BREAK, CAPITAL, DASH, DOT, ESCAPE, isAt, PLUS, UNDERSCORE, WORD } from './characters.ts';
import { decodeText } from './decode.ts';
import { byFormat, type Found } from './found.ts';

/** Secrets that are recognized by their form, wherever they are. docs/security.md is written from this list. */
export interface Format {
  readonly name: string;
  readonly pattern: string;
}

/** A token does not start in the middle of a word. */
const START = '(?<![A-Za-z0-9])';

export const FORMATS: readonly Format[] = [
  { name: 'PEM', pattern: '-----BEGIN[\\s\\S]*?(?:-----END[^\\n]{0,60}?-----|$)' },
  { name: 'JWT', pattern: `${START}e(?:y[A-Z]|w[o0])[\\w-]{5,}={0,2}\\.[\\w-]{2,}={0,2}(?:\\.[\\w-]*){0,3}` },
  { name: 'GitHub', pattern: `${START}(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\\w{16,})` },
  { name: 'GitLab', pattern: `${START}gl(?:pat|dt|rt|cbt|ptt|oas|soat|agent)-[\\w.-]{16,}` },
  { name: 'AWS', pattern: `${START}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])` },
  {
    name: 'Google',
    pattern: `${START}(?:AIza[\\w-]{30,}|ya29\\.[\\w-]{16,}|GOCSPX-[\\w-]{16,}|1//0[\\w-]{20,})`,
  },
  { name: 'Slack', pattern: `${START}(?:xox[a-z]-[\\w-]{8,}|xapp-[\\w-]{8,})` },
  { name: 'Slack', pattern: 'hooks\\.slack\\.com/services/[\\w/]{8,}' },
  {
    name: 'Stripe',
    pattern: `${START}(?:[srp]k_(?:live|test)_\\w{8,}|whsec_\\w{8,}|[a-z]{2,4}_[A-Za-z0-9]+_secret_\\w{8,})`,
  },
  { name: 'npm', pattern: `${START}npm_[A-Za-z0-9]{24,}` },
  { name: 'OpenAI', pattern: `${START}sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9][\\w-]{18,}` },
  { name: 'Anthropic', pattern: `${START}sk-ant-[\\w-]{12,}` },
  { name: 'Twilio', pattern: `${START}(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])` },
  { name: 'SendGrid', pattern: `${START}SG\\.[\\w-]{16,}\\.[\\w-]{16,}` },
  { name: 'Shopify', pattern: `${START}shp(?:at|ca|pa|ss)_\\w{16,}` },
  { name: 'DigitalOcean', pattern: `${START}do[opr]_v1_\\w{16,}` },
  { name: 'Vault', pattern: `${START}hv[bs]\\.[\\w-]{16,}` },
  { name: 'Square', pattern: `${START}sq0[a-z]{3}-[\\w-]{16,}` },
  { name: 'Postman', pattern: `${START}PMAK-[\\w-]{16,}` },
  { name: 'Linear', pattern: `${START}lin_api_\\w{16,}` },
  { name: 'Telegram', pattern: `${START}\\d{6,12}:AA[\\w-]{30,}` },
  { name: 'bcrypt', pattern: '\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{50,}' },
  { name: 'Hugging Face', pattern: `${START}hf_[A-Za-z0-9]{24,}` },
  { name: 'Gatebook', pattern: `${START}\\d{10,12}-[\\w-]{11}\\.[\\w-]{43}` },
  { name: 'Bearer', pattern: `(?<=${START}bearer(?:\\s{1,4}|%20|\\+))[\\w.~+/=-]{6,}` },
  { name: 'Basic', pattern: `(?<=${START}basic(?:\\s{1,4}|%20|\\+))[A-Za-z0-9+/_-]{6,}={0,2}` },
];

/** Before a host: slashes, and a user name. After it, a port is not a password. */
const AUTHORITY =
  /(?<=(?:[a-z0-9]:|[\s"'(=]|^)[/\\]{2,4})(?![/\\])[^\s/?#"'<>@:\\]{0,256}(?:@|:(?!\d{1,5}(?:[/?#\s"']|$)))/giu;
const AUTHORITY_END = /[/?#\s<>]/g;
const WORD_END = /[\s<>]/g;
/** Each group of formats needs these kinds of characters, and one of these marks. */
const SUSPECTS: readonly (readonly [kinds: number, suspect: RegExp])[] = [
  [UNDERSCORE, /gh[pousr]_|github_pat_|k_(?:live|test)_|whsec_|_secret_|npm_|hf_|shp[a-z]{2}_|_v1_|n_api_/],
  [DASH, /-----BEGIN|gl[a-z]{2,5}-|xox[a-z]-|xapp-|sk-|GOCSPX-|sq0|PMAK-|\d{10}-/],
  [DOT | CAPITAL, /e(?:y[A-Z]|w[o0])|ya29\.|SG\.|hv[bs]\.|slack\.com\/s/],
  [CAPITAL, /A(?:KIA|SIA|Iza|C[0-9a-f]{6})|SK[0-9a-f]{6}|1\/\/0|\d:AA|\$2[aby]\$/],
];
/** Before a blank, which may be encoded. */
const SCHEME = /earer|EARER|asic|ASIC/;
const COMPILED = FORMATS.map(({ name, pattern }) => ({
  name,
  pattern: new RegExp(pattern, name === 'Bearer' || name === 'Basic' ? 'gi' : 'g'),
}));
/** `basic knowledge`, `Bearer token`: a word of a sentence. */
const PLAIN_WORD = /^[A-Z]?[a-z]+[.,:]?$/;

export function findFormats(text: string, kinds: number, rules: RedactRules, found: Found[]): void {
  if ((kinds & AT) !== 0 && text.includes('/')) findUserinfo(text, found);
  findOAuth(text, rules, found);
  const isSuspect = SUSPECTS.some(([all, suspect]) => (kinds & all) === all && suspect.test(text));
  if (!isSuspect && ((kinds & (BREAK | ESCAPE | PLUS)) === 0 || !SCHEME.test(text))) return;
  for (const { name, pattern } of COMPILED)
    if ((name !== 'Bearer' && name !== 'Basic') || !rules.isAllowed('authorization'))
      findAll(pattern, name, text, found);
}

function findAll(pattern: RegExp, name: string, text: string, found: Found[]): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [secret] = match;
    const isWord = (name === 'Bearer' || name === 'Basic') && PLAIN_WORD.test(secret);
    if (!isWord) found.push(byFormat(match.index, match.index + secret.length, name));
  }
}

/** The user name and password of a URL, up to the last `@` before the path. A password may have a slash that is not encoded. */
function findUserinfo(text: string, found: Found[]): void {
  let wordEnd = 0;
  let lastInWord = -1;
  AUTHORITY.lastIndex = 0;
  for (let match = AUTHORITY.exec(text); match; match = AUTHORITY.exec(text)) {
    const { index, 0: start } = match;
    let end = index + start.length - 1;
    if (!start.endsWith('@')) {
      if (index >= wordEnd) {
        wordEnd = indexOf(WORD_END, text, index);
        lastInWord = lastAt(text, index, wordEnd);
      }
      const last = lastAt(text, end, indexOf(AUTHORITY_END, text, end));
      end = last < 0 ? lastInWord : last;
    }
    if (end <= index) continue;
    found.push(byFormat(index, end, 'user and password'));
    AUTHORITY.lastIndex = end;
  }
}

/** The index of the last `@` between two places, or -1. Looks no further, so that a text of many URLs takes linear time. */
function lastAt(text: string, from: number, to: number): number {
  const at = text.slice(from, to).lastIndexOf('@');
  return at < 0 ? -1 : from + at;
}

function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The value of a code or a state, in a query or an object. */
const OAUTH_VALUE = /(?<![\w-])(?:code|state)["']?\s?[=:]\s?["']?([^&\s#"'<>\\,;}]+)/g;
/** What requests and answers of OAuth have besides a code or a state, in their query, path or object. */
const OAUTH =
  /(?<![\w-])(?:grant_type|code_verifier|id_token|access_token|redirect_uri|session_state|client_id)["']?\s?[=:]|\/(?:callback|oauth2?|authorize)\b/;

const EXCHANGE = /(?<![\w-])(?:grant_type|code_verifier)["']?\s?[=:]/;

/** The code and state of OAuth, which are ordinary words elsewhere. */
function findOAuth(text: string, rules: RedactRules, found: Found[]): void {
  const [hasCode, hasState] = [text.includes('code'), text.includes('state')];
  if ((!hasCode && !hasState) || rules.isAllowed('code') || rules.isAllowed('state')) return;
  const values = [...text.matchAll(OAUTH_VALUE)].map(({ index, 0: whole, 1: value = '' }) => ({
    from: index + whole.length - value.length,
    to: index + whole.length,
    value,
  }));
  if (values.length === 0 || !((hasCode && hasState) || OAUTH.test(text))) return;
  const secrets = values.filter(({ value }) => isOAuthSecret(decodeText(value)));
  // In a query with one of them, the other belongs to it. What is exchanged for a token is a secret, whatever it looks like.
  const isWhole = EXCHANGE.test(text) || secrets.some(({ from }) => text[from - 1] === '=');
  for (const { from, to } of isWhole ? values : secrets) found.push(byFormat(from, to, 'OAuth'));
}

/** A bit set of the valid lengths: 13, 14, 15, 16 and 19 digits. */
const LENGTHS = (1 << 13) | (1 << 14) | (1 << 15) | (1 << 16) | (1 << 19);
const MAX_DIGITS = 19;
/** Card numbers are written in groups of at least this many digits; dates and lists of numbers are not. */
const MIN_GROUP_DIGITS = 3;
const FIRST_GROUP_DIGITS = 4;
const [SPACE_CODE, PLUS_CODE, DASH_CODE, DOT_CODE, ZERO] = [32, 43, 45, 46, 48];

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
    if (!grouped || (code !== SPACE_CODE && code !== DASH_CODE && code !== PLUS_CODE)) return end;
    group = 0;
  }
  return end;
}

/** Card numbers start with 2 to 6; `0.4111…` is a fraction. */
function startsCard(text: string, from: number): boolean {
  const first = digitAt(text, from);
  if (first < 2 || first > 6) return false;
  return from < 2 || text.charCodeAt(from - 1) !== DOT_CODE || digitAt(text, from - 2) < 0;
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
