/** Names whose values are never kept: the union of what Sentry, OpenTelemetry and Datadog withhold. */
const ANYWHERE = [
  'auth',
  'token',
  'secret',
  'sess',
  'passw',
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
const WORDS = new Set(['sid', 'otp', 'totp', 'sig', 'code', 'state', 'pass', 'pin', 'cvv', 'cvc']);

/** Whether a query, form or JSON key (`a[token]`, `accessToken`, `%74oken`) names a secret. */
export function isSecretKey(name: string): boolean {
  const plain = decode(name).toLowerCase();
  if (ANYWHERE.some((part) => plain.includes(part))) return true;
  return plain.split(/[^a-z0-9]+/).some((word) => WORDS.has(word) || word.startsWith('sign'));
}

function decode(name: string): string {
  if (!name.includes('%') && !name.includes('+')) return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // Not decodable, so not readable: its value goes too.
    return `secret:${name}`;
  }
}
