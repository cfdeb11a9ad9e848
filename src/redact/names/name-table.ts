/** The names of secrets. docs/security.md is written from these tables. */

/** A name with one of these words names a secret. */
export const SECRET_WORDS: readonly string[] = `
  password passwords passwd pass passcode pwd pword pw passphrase pin secret secrets creds credential credentials token jwt
  bearer authorization cookie cookies sid csrf xsrf otp totp mfa 2fa saml hmac signature sig ssn iban cvv cvc
  passwort kennwort senha contraseña contrasena motdepasse пароль 密码 パスワード passe masterauth requirepass awsaccesskeyid
`
  .trim()
  .split(/\s+/);

/** A name with one of these sequences names a secret, also if it is written as one word. */
export const SECRET_SEQUENCES: readonly string[] = `
  api key|access key|secret key|private key|signing key|encryption key|client secret|auth key|auth token|auth code|auth header|
  key auth|token auth|session id|sess id|pin code|card number|one time code|two factor|verification code|recovery code|backup code|
  sms code|app key|security answer|maiden name|mot de passe|x amz|x goog|key value|2 fa
`
  .trim()
  .split(/\s*\|\s*/);

/** A word with one of these endings names a secret: `xauthtoken`, `mypassword`. */
export const SECRET_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'secret',
  'token',
  'apikey',
  'sessionid',
  'sessid',
];

/** Names a secret if it is the whole name. */
export const SECRET_ALONE: readonly string[] = ['auth'];
/** The value of such a name is a secret unless it is a number: `max_tokens: 200`. */
export const COUNTED_WORDS: readonly string[] = ['tokens', 'apikeys'];

/** The value of a name with one of these endings is a secret if it looks like one. */
export const AMBIGUOUS_ENDINGS: readonly string[] = [
  'key',
  'code',
  'state',
  'sign',
  'hash',
  'nonce',
  'ticket',
  'salt',
  'session',
  'verifier',
  'challenge',
  'sso',
  'oauth',
  'private',
  'magic',
  'invite',
  'invitation',
  'confirmation',
  'license',
  'voucher',
  'assertion',
  'id',
];
/** The value of one of these names is a secret if it looks like one. */
export const AMBIGUOUS_ALONE: readonly string[] = ['identity'];

/**
 * After the word of a secret, one of these says something about the secret: `tokenType`, `passwordUpdatedAt`. The value is hidden if it
 * looks like a secret.
 */
export const ABOUT: readonly string[] = `
  type kind at expires expired expiry expiration in length count size limit error errors exception invalid valid missing required
  enabled disabled status url uri name names endpoint ttl age min max policy strength provider method scheme domain path
  secure only consent banner page reset changed updated created verified version algorithm issuer audience bucket index usage used
  per field label title format regex rule rules prefix parser parsers handler service middleware guard store
`
  .trim()
  .split(/\s+/);

/** `{ path: 'password', value: '…' }`: the last word of a key that holds a name, and of one that holds the named value. */
export const NAME_KEYS: readonly string[] =
  'name key path field fields property param parameter loc location pointer header attribute variable label argument column type source k'.split(
    ' ',
  );
export const VALUE_KEYS: readonly string[] = 'value val v input data content received actual given'.split(
  ' ',
);
/** A message often repeats the value that was refused. */
export const MESSAGE_KEYS: readonly string[] = ['message', 'msg', 'reason', 'detail', 'error'];
/** Keys whose values are the parameters of a statement or command. */
export const STATEMENT_VALUE_KEYS: readonly string[] =
  'parameters params bindings bind replacements values args arguments'.split(' ');
