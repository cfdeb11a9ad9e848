import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redact } = createRedaction();
const GITHUB = 'ghp_0123456789abcdef';

test.each([
  // Announced by the word before it.
  ['mysql --password "CAN ARY" kept', 'mysql --password *** kept'],
  ['mysql --password CANARY --user jo', 'mysql --password *** --user jo'],
  ['Bearer CANARY1 kept', 'Bearer *** kept'],
  ['Basic CANARY1, kept', 'Basic ***, kept'],
  // In the authority of a URL.
  ['see //bob:CANARY@h/x', 'see //***@h/x'],
  ['http://secret-host:12a kept', 'http://secret-host:*** kept'],
  [`http://${GITHUB}:8080/x`, 'http://***:8080/x'],
  // Keys in PEM, at any place.
  ['x -----BEGIN KEY-----\nCANARY\n-----END KEY----- kept', 'x *** kept'],
  ['x-----BEGIN KEY-----CANARY-----END KEY-----kept', 'x***kept'],
  ['x -----BEGIN KEY-----\nCANARY', 'x ***'],
  // After an escaped line break or tab.
  ['"x\\nsid=CANARY"', '"x\\nsid=***"'],
  ['"x\\tsid=CANARY"', '"x\\tsid=***"'],
  // In a name.
  [`${GITHUB}token=CANARY kept`, '***=*** kept'],
  [`token[${GITHUB}]=CANARY kept`, 'token[***]=*** kept'],
  // Encoded, up to three times.
  ['q=token%3DCANARY kept', 'q=*** kept'],
  ['q=token%253DCANARY kept', 'q=*** kept'],
  ['q=token%25253DCANARY kept', 'q=*** kept'],
  ['n=4111%201111%201111%201111 kept', 'n=*** kept'],
  [`q=x%20${GITHUB} kept`, 'q=x%20*** kept'],
  // What was encoded may go on after the word, unless its quotes are closed.
  ['q=token%3DCAN,ARY kept', 'q=*** kept'],
  ['q=token%3D%22CANARY%22,kept kept', 'q=***,kept kept'],
  ['q=%2D----BEGIN%20KEY,CANARY kept', 'q=*** kept'],
])('redacts %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ['"x\\nbindings: [1, CANARY]"', '"x\\nbindings: ***"'],
  ['<password>CANARY</password> kept', '<password>***</password> kept'],
  ['<ns:password a="b">CANARY</ns:password>', '<ns:password a="b">***</ns:password>'],
])('redacts %j by what is around it', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  'a password kept</password>',
  '<password/>kept</password>',
  'mysql --password --user jo',
  'x -token kept',
  'mysql --verbose kept',
  'a bearer token, Basic authentication',
  'see http://token:8080/x, http://auth:80, http://auth:80; (http://auth:80)',
  'q=token%2525253Dkept kept',
  'the token)kept and token,kept or token;kept',
])('keeps %j', (text) => {
  const line = `${text}\npassword=***`;
  expect(redact(line)).toBe(line);
});

test('strictly, all values of forms are redacted, except those of allowed names', () => {
  const { text } = createRedaction({ strict: true, allow: ['page', 'authorization'] });
  expect(text('a=CANARY&page=kept b: kept')).toBe('a=***&page=kept b: kept');
  expect(text('Bearer kept1')).toBe('Bearer kept1');
});

test('the value of an allowed name is read for known formats only', () => {
  const { value } = createRedaction({ allow: ['note'] });
  expect(value('note', 'password=kept&a=b')).toBe('password=kept&a=b');
  expect(value('note', `password=kept ${GITHUB}`)).toBe('password=kept ***');
});

test('a host stays as it is, and users are hashed only if asked', () => {
  expect(createRedaction().host('example.com:8080')).toBe('example.com:8080');
  expect(createRedaction().hashesUsers).toBe(false);
  expect(createRedaction({}).hashesUsers).toBe(false);
  expect(createRedaction({ user: 'hash' }).hashesUsers).toBe(true);
});
