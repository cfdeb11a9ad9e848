import type { Random } from './secrets-random.ts';

/** The text of a secret, and its parts that must never be found in stored data. */
export interface Secret {
  readonly text: string;
  readonly canaries: readonly string[];
}

/** Names from docs/security.md that are secret whatever their value is. */
const NAMES = `
  token secret password passwd pass pwd passphrase passcode pin jwt bearer authorization credential credentials cookie
  csrf xsrf sid otp totp mfa 2fa saml hmac sig signature ssn iban cvv cvc senha passwort
  auth_token auth-key authHeader api_key apiKey access_key access_token refreshToken id_token private_key secret-key
  signing_key encryption-key client_secret session_id sessionId PHPSESSID connect.sid two-factor otp_code saml_response
  card_number x-amz-signature x-amz-credential x-amz-date x-goog-signature AWS_ACCESS_KEY_ID
`
  .trim()
  .split(/\s+/);
/** Names that are secret if their value looks like it. */
const AMBIGUOUS = ['key', 'code', 'state', 'sign', 'hash', 'nonce', 'ticket', 'consumer_key', 'licenseKey'];
/** Characters inside a password that is not quoted. */
const SEPARATORS = [...'!$*.~^@#/+=?|:,;()[]<>{}', '"', "'", '', '-', '_', '%'];

export function secretName(random: Random): string {
  const name = random.pick(NAMES);
  return random.pick([
    name,
    name,
    // In capitals, `apiKey` would be one word.
    /[a-z][A-Z]/.test(name) ? name : name.toUpperCase(),
    `user_${name}`,
    `${name}_value`,
    `${name}2`,
    `my-${name}`,
  ]);
}

export function ambiguousName(random: Random): string {
  return random.pick(AMBIGUOUS);
}

/** A secret that its name and its look reveal. */
export function randomKey(random: Random): Secret {
  const text = `${random.word(12)}${random.digits(3)}x${random.word(12)}`;
  return { text, canaries: [text] };
}

/** A secret that only its name reveals. */
export function password(random: Random): Secret {
  const parts = [random.word(10), random.word(10)];
  return { text: parts.join(random.pick(SEPARATORS)), canaries: parts };
}

/** A secret that its format reveals. */
export function knownFormat(random: Random): Secret {
  return random.pick([jwt, jwt, github, card, pem])(random);
}

function jwt(random: Random): Secret {
  const header = Buffer.from(
    random.pick([
      '{"alg":"HS256","typ":"JWT"}',
      '{"typ":"JWT","alg":"none"}',
      '{ "alg": "RS256" }',
      '{\n  "kid": "1"\n}',
      '{"2":"alg"}',
    ]),
  ).toString('base64url');
  const payload = Buffer.from(`{"sub":"${random.word(12)}"}`).toString('base64url');
  const signature = random.word(43);
  return { text: `${header}.${payload}.${signature}`, canaries: [payload, signature] };
}

function github(random: Random): Secret {
  const token = random.word(36);
  return {
    text: random.pick(['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_']) + token,
    canaries: [token],
  };
}

function card(random: Random): Secret {
  const [start, length] = random.pick([
    ['4', 16],
    ['4', 13],
    ['51', 16],
    ['2345', 16],
    ['37', 15],
    ['36', 14],
    ['6011', 16],
    ['63', 19],
  ] as const);
  const body = start + random.digits(length - start.length - 1);
  const digits = body + checkDigit(body);
  const groups = digits
    .match(length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.{3,})$/)
    ?.slice(1);
  const between = length === 16 || length === 15 ? random.pick(['', '', ' ', '-']) : '';
  const text = groups && between !== '' ? groups.join(between) : digits;
  return { text, canaries: [text, encodeURIComponent(text), text.replaceAll(' ', '+')] };
}

/** The Luhn check digit. */
function checkDigit(body: string): number {
  let sum = 0;
  for (let at = 0; at < body.length; at++) {
    const digit = Number(body[body.length - 1 - at]);
    sum += at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return (10 - (sum % 10)) % 10;
}

function pem(random: Random): Secret {
  const lines = [random.word(30), `${random.word(14)}/${random.word(14)}`, `${random.word(20)}==`];
  const kind = random.pick(['PRIVATE KEY', 'RSA PRIVATE KEY', 'CERTIFICATE', 'PGP MESSAGE']);
  return {
    text: `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----`,
    canaries: lines.flatMap((line) => line.replace(/=+$/, '').split('/')),
  };
}
