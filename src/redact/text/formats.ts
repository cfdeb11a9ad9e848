import { isOAuthSecret } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { decodeText } from './decode.ts';
import { byFormat, type Found } from './found.ts';
import { AT, BLANK, CAPITAL, DASH, DOT, ESCAPE, PLUS, UNDERSCORE } from './signs.ts';

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
  { name: 'Shopify', pattern: `${START}shp(?:at|ca|pa|ss)_[0-9a-fA-F]{16,}` },
  { name: 'DigitalOcean', pattern: `${START}do[opr]_v1_[0-9a-f]{16,}` },
  { name: 'Vault', pattern: `${START}hv[bs]\\.[\\w-]{16,}` },
  { name: 'Square', pattern: `${START}sq0[a-z]{3}-[\\w-]{16,}` },
  { name: 'Postman', pattern: `${START}PMAK-[0-9a-f-]{16,}` },
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
/** Which signs, each or any of these, and which letters a text with some of the formats has. */
const SUSPECTS: readonly (readonly [sign: number, other: number, suspect: RegExp])[] = [
  [
    UNDERSCORE,
    UNDERSCORE,
    /gh[pousr]_|github_pat_|k_(?:live|test)_|whsec_|_secret_|npm_|hf_|shp[a-z]{2}_|_v1_|n_api_/,
  ],
  [DASH, DASH, /-----BEGIN|gl[a-z]{2,5}-|xox[a-z]-|xapp-|sk-|GOCSPX-|sq0|PMAK-|\d{10}-/],
  [DOT, CAPITAL, /e(?:y[A-Z]|w[o0])|ya29\.|SG\.|hv[bs]\.|slack\.com\/s/],
  [
    CAPITAL | BLANK | ESCAPE | PLUS,
    CAPITAL | BLANK | ESCAPE | PLUS,
    /A(?:KIA|SIA|Iza|C[0-9a-f]{6})|SK[0-9a-f]{6}|1\/\/0|\d:AA|\$2[aby]\$|earer|EARER|asic|ASIC/,
  ],
];
const COMPILED = FORMATS.map(({ name, pattern }) => ({
  name,
  pattern: new RegExp(pattern, name === 'Bearer' || name === 'Basic' ? 'gi' : 'g'),
}));
/** `basic knowledge`, `Bearer token`: a word of a sentence. */
const PLAIN_WORD = /^[A-Z]?[a-z]+[.,:]?$/;

export function findFormats(text: string, signs: number, rules: RedactRules, found: Found[]): void {
  if ((signs & AT) !== 0 && text.includes('/')) findUserinfo(text, found);
  findOAuth(text, rules, found);
  if (
    !SUSPECTS.some(
      ([sign, other, suspect]) => (signs & sign) !== 0 && (signs & other) !== 0 && suspect.test(text),
    )
  )
    return;
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

/** The user name and password of a URL, up to the last `@` before the path. A password may have a slash that should have been encoded. */
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
const OAUTH_VALUE = /(?<=(?<![\w-])(?:code|state)["']?\s?[=:]\s?["']?)[^&\s#"'<>\\,;}]+/g;
/** What the query, the path or the object of an OAuth request or answer has besides a code or a state. */
const OAUTH =
  /(?<![\w-])(?:grant_type|code_verifier|id_token|access_token|redirect_uri|session_state|client_id)["']?\s?[=:]|\/(?:callback|oauth2?|authorize)\b/;

/** The code and state of OAuth, which are ordinary words elsewhere. */
function findOAuth(text: string, rules: RedactRules, found: Found[]): void {
  const [hasCode, hasState] = [text.includes('code'), text.includes('state')];
  if ((!hasCode && !hasState) || !((hasCode && hasState) || OAUTH.test(text))) return;
  if (rules.isAllowed('code') || rules.isAllowed('state')) return;
  const values = [...text.matchAll(OAUTH_VALUE)];
  const secrets = values.filter(([value]) => isOAuthSecret(decodeText(value)));
  // In a query with one of them, the other belongs to it.
  const isQuery = secrets.some(({ index }) => text[index - 1] === '=');
  for (const { index, 0: value } of isQuery ? values : secrets)
    found.push(byFormat(index, index + value.length, 'OAuth'));
}
