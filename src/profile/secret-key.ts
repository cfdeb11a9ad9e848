/** Names whose values are never kept: the union of what Sentry, OpenTelemetry and Datadog withhold. */
const ANYWHERE = [
  'auth',
  'token',
  'secret',
  'sess',
  'passw',
  'passphrase',
  'pwd',
  'key',
  'jwt',
  'bearer',
  'sso',
  'saml',
  'csrf',
  'xsrf',
  'credential',
  'identity',
  'cookie',
  'private',
  'signature',
  'x-amz-',
  'x_amz_',
  'x-goog-',
  'consumer_',
  'consumer-',
  'two-factor',
  'two_factor',
  'twofactor',
];
/** Too short to look for inside other words: `code` is not in `encode`. */
const WORDS = new Set([
  'sid',
  'otp',
  'totp',
  'mfa',
  '2fa',
  'sig',
  'hmac',
  'code',
  'state',
  'pass',
  'pw',
  'creds',
  'pin',
  'cvv',
  'cvc',
]);

/** Whether a query, form or JSON key (`a[token]`, `accessToken`, `otpCode`, `%74oken`) names a secret. */
export function isSecretKey(name: string): boolean {
  const plain = decode(name);
  const lower = plain.toLowerCase();
  if (ANYWHERE.some((part) => lower.includes(part))) return true;
  return partWords(plain).some((word) => WORDS.has(word) || word.startsWith('sign'));
}

/** `userSID_otpCode` is `user`, `sid`, `otp` and `code`; but `2FA` is a word too, so each name also stands as it is. */
function partWords(name: string): string[] {
  const parted = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return `${name} ${parted}`.toLowerCase().split(/[^a-z0-9]+/);
}

function decode(name: string): string {
  if (!name.includes('%') && !name.includes('+')) return name;
  try {
    const once = decodeURIComponent(name.replaceAll('+', ' '));
    return once.includes('%') ? unescaped(once) : once;
  } catch {
    // Not decodable, so not readable: its value goes too.
    return `secret:${name}`;
  }
}

/** The second layer of a name that was encoded twice; a name that just holds a % stays as it is. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
