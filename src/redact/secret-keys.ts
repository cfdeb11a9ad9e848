import { decodeLayer, MAX_LAYERS } from './decode.ts';
import { type CheckPart, memoizeParts } from './memoize.ts';

/** Names of secrets, the union of what Sentry, OpenTelemetry and Datadog redact. These match anywhere in a key. */
const ANYWHERE =
  /auth|token|secret|sess|passw|passphrase|passcode|pwd|pword|key|jwt|bearer|sso|saml|csrf|xsrf|credential|identity|cookie|private|signature|x[-_]amz[-_]|x[-_]goog[-_]|consumer[-_]|consumerid|two[-_. ]?factor/;
/** Too short to match anywhere: `encode` contains `code`, `design` contains `sign`. Every logger writes a `statusCode`. */
const WORDS = '(?<!status[-_. ]?)code|state|totp|mfa|2fa|hmac|pw|creds|pin|cvv|cvc';
const BEGINNINGS = 'sign|otp';
const ENDINGS = 'sid|sig|otp|pass';
/** An added name this short matches whole words only. */
const SHORT = /^[a-z0-9]{1,4}$/;
const MALFORMED = /%(?![0-9a-f]{2})/i;

export interface SecretKeys {
  /** Whether a key of a query, form or JSON (`a[token]`, `accessToken`, `%74oken`) names a secret. */
  readonly isSecret: CheckPart;
  /** Whether a text may contain such a name. Does not decode it and ignores the allowed keys. */
  readonly isSuspect: CheckPart;
  isAllowed(key: string): boolean;
}

/** `add` are additional names that match like the default ones; `allow` are whole keys that are not secrets. */
export function createSecretKeys(add: readonly string[], allow: readonly string[]): SecretKeys {
  const names = add.map((name) => stripPunctuation(name.toLowerCase()));
  const words = [WORDS, ...names.filter((name) => SHORT.test(name))].join('|');
  // The names have only letters and digits, and look behind themselves at a fixed word, so the pattern cannot backtrack.
  const short = new RegExp(
    `(?<![a-z0-9])(?:(?:${words})\\d*(?![a-z0-9])|${BEGINNINGS})|(?:${ENDINGS})\\d*(?![a-z0-9])`,
  );
  // A quick check that most keys fail.
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
    // A key that cannot be decoded may name a secret.
    return plain === null || (namesSecret(plain) && !isAllowed(key));
  }
  return { isSecret: memoizeParts(isSecret), isSuspect: memoizeParts(namesSecret), isAllowed };
}

/** Splits `userSID_otpCode` into words, after the unsplit key: splitting `2FA` would break the word. */
function splitWords(text: string, lower: string): string {
  if (text === lower) return lower;
  const words = text.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return `${lower} ${words.toLowerCase()}`;
}

/** `tax-id`, `tax_id` and `tax id` all become `taxid`. */
export function stripPunctuation(name: string): string {
  return name.replace(/[\s!-/:-@[-`{-~]+/g, '');
}

/** Decodes a key; `null` if it cannot be decoded. */
function decodeKey(key: string): string | null {
  if (!/[%+\\]/.test(key)) return key;
  let plain = decodeLayer(key);
  if (MALFORMED.test(key) || plain.includes('\uFFFD')) return null;
  for (let layer = 1; layer < MAX_LAYERS && plain.includes('%'); layer++) plain = decodeLayer(plain);
  return plain;
}
