import { decodeLayer, MAX_LAYERS } from './decode.ts';
import { remembered } from './memory.ts';

/** The names of secrets: the union of what Sentry, OpenTelemetry and Datadog withhold. These are found inside other words. */
const ANYWHERE =
  /auth|token|secret|sess|passw|passphrase|passcode|pwd|pword|key|jwt|bearer|sso|saml|csrf|xsrf|credential|identity|cookie|private|signature|x[-_]amz[-_]|x[-_]goog[-_]|consumer[-_]|consumerid|two[-_. ]?factor/;
/** Too short for that: `code` is not in `encode`, nor `sign` in `design`. */
const WORDS = 'code|state|totp|mfa|2fa|hmac|pw|creds|pin|cvv|cvc';
const BEGINNINGS = 'sign|otp';
const ENDINGS = 'sid|sig|otp|pass';
/** An added name this short is a word of a key as well. */
const SHORT = /^[a-z0-9]{1,4}$/;
const MALFORMED = /%(?![0-9a-f]{2})/i;

export interface SecretKeys {
  /** Whether a query, form or JSON key (`a[token]`, `accessToken`, `otpCode`, `%74oken`) names a secret. */
  isSecret(key: string): boolean;
  /** Whether a text may hold such a name. It is not decoded, and nothing is allowed. */
  isSuspect(text: string): boolean;
  isAllowed(key: string): boolean;
}

/** `add` are matched as the default names are; `allow` are whole keys that are no secrets after all. */
export function createSecretKeys(add: readonly string[], allow: readonly string[]): SecretKeys {
  const names = add.map((name) => stripPunctuation(name.toLowerCase()));
  const words = [WORDS, ...names.filter((name) => SHORT.test(name))].join('|');
  // All of it is letters and digits: nothing in it can backtrack.
  const short = new RegExp(
    `(?<![a-z0-9])(?:(?:${words})\\d*(?![a-z0-9])|${BEGINNINGS})|(?:${ENDINGS})\\d*(?![a-z0-9])`,
  );
  // One look that lets most names pass: none of it stands in them.
  const any = new RegExp(`${ANYWHERE.source}|${words}|${BEGINNINGS}|${ENDINGS}`);
  const long = names.filter((name) => !SHORT.test(name));
  const allowed = new Set(allow.map((name) => name.toLowerCase()));

  function namesSecret(text: string): boolean {
    const lower = text.toLowerCase();
    if (any.test(lower) && (ANYWHERE.test(lower) || short.test(splitWords(text, lower)))) return true;
    if (long.length === 0) return false;
    const plain = stripPunctuation(lower);
    return long.some((name) => plain.includes(name));
  }
  function isAllowed(key: string): boolean {
    return allowed.size > 0 && allowed.has((decodeKey(key) ?? '').toLowerCase());
  }
  function isSecret(key: string): boolean {
    const plain = decodeKey(key);
    // Not decodable, so not readable: its value goes too.
    return plain === null || (namesSecret(plain) && !isAllowed(key));
  }
  return { isSecret: remembered(isSecret), isSuspect: remembered(namesSecret), isAllowed };
}

/** `userSID_otpCode` is `user`, `sid`, `otp` and `code`; but `2FA` is a word too, so each name also stands as it is. */
function splitWords(text: string, lower: string): string {
  if (text === lower) return lower;
  const words = text.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return `${lower} ${words.toLowerCase()}`;
}

/** `tax-id`, `tax_id` and `tax id` are all `taxid`. */
export function stripPunctuation(name: string): string {
  return name.replace(/[\s!-/:-@[-`{-~]+/g, '');
}

/** A key as its reader will read it, or `null` when nobody can. */
function decodeKey(key: string): string | null {
  if (!/[%+\\]/.test(key)) return key;
  let plain = decodeLayer(key);
  if (MALFORMED.test(key) || plain.includes('\uFFFD')) return null;
  for (let layer = 1; layer < MAX_LAYERS && plain.includes('%'); layer++) plain = decodeLayer(plain);
  return plain;
}
