import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redact } = createRedaction();

test.each([
  ['token=CAN,ARY kept', 'token=*** kept'],
  ['token=CANARY, kept', 'token=***, kept'],
  ['token=CANARY,b=kept', 'token=***,b=kept'],
  ['token=CANARY,"b":"kept"', 'token=***,"b":"kept"'],
  ["token=CANARY,'kept'", "token=***,'kept'"],
  ['token=CANARY&b=kept', 'token=***&b=kept'],
  ['token=CANARY);b=kept', 'token=***);b=kept'],
  ['token=(CAN)ARY kept', 'token=*** kept'],
  ['token=CAN\\ARY kept', 'token=*** kept'],
  ["'token=CANARY' kept", "'token=***' kept"],
  ["'token=CANARY'", "'token=***'"],
  ['token=CANARY.', 'token=***'],
  ['(token=CANARY)', '(token=***)'],
  ['token=CANARY\\r\\nHost: kept', 'token=***\\r\\nHost: kept'],
  ['token=CANARY\tkept', 'token=***\tkept'],
  ['token="CAN"ARY kept', 'token=*** kept'],
  ['token="CAN ARY" kept', 'token=*** kept'],
  ['key=4111 1111 1111 1111 kept', 'key=*** kept'],
  ['key=4111 1111 1111 1112 kept', 'key=*** 1111 1111 1112 kept'],
])('an unquoted value ends where the next one starts: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each(['Bearer', 'basic', 'Digest', 'Token', 'Negotiate', 'ApiKey'])(
  '%s belongs to its credential',
  (scheme) => {
    expect(redact(`auth=${scheme} CANARY kept`)).toBe('auth=*** kept');
    expect(redact(`auth=${scheme} name="CAN ARY" kept`)).toBe('auth=*** kept');
    expect(redact(`auth=${scheme} name=CANARY kept`)).toBe('auth=*** kept');
    expect(redact(`auth=${scheme}s kept`)).toBe('auth=*** kept');
    expect(redact(`auth=${scheme}, kept`)).toBe('auth=***, kept');
  },
);

test.each([
  ['Server=db;Password=two words;Encrypt=true', 'Server=db;Password=***;Encrypt=true'],
  ['Server=db; Password=two words;Encrypt=true', 'Server=db; Password=***;Encrypt=true'],
  ['Server=db;  Password=CANARY kept;Encrypt=true', 'Server=db;  Password=*** kept;Encrypt=true'],
  ['Server=db;Password=CANARY;Encrypt=true', 'Server=db;Password=***;Encrypt=true'],
  ['Server=db;Password=CANARY kept', 'Server=db;Password=*** kept'],
  ['Server=db;Password=CANARY kept\nx;y', 'Server=db;Password=*** kept\nx;y'],
  ['Server=db;Password=CANARY kept&x;y', 'Server=db;Password=*** kept&x;y'],
  ['Server=db;Password=CANARY "kept;y', 'Server=db;Password=*** "kept;y'],
  ['Server=db;Password="two words";Encrypt=true', 'Server=db;Password=***;Encrypt=true'],
  ["Server=db;Password={ a: 'two; words' };Encrypt=true", 'Server=db;Password=***;Encrypt=true'],
])('a connection string ends a value at the semicolon: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ['Authorization: Bearer CANARY kept', 'Authorization: *** kept'],
  ['Authorization: CANARY', 'Authorization: ***'],
  ['Authorization: *** kept', 'Authorization: *** kept'],
  ['Authorization: Bearer CANARY, kept', 'Authorization: ***, kept'],
  ['Authorization: Digest a="CAN ARY", b=CANARY,c="CANARY" kept', 'Authorization: *** kept'],
  ["{ authorization: 'Bearer CANARY', host: 'kept' }", "{ authorization: ***, host: 'kept' }"],
  ['Proxy-Authorization: Basic CANARY kept', 'Proxy-Authorization: *** kept'],
  ['x\\nAuthorization: Bearer CANARY one\\nHost: kept', 'x\\nAuthorization: ***\\nHost: kept'],
])('a credential ends after its pairs: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ['Cookie: a=CANARY; b=CANARY\nHost: kept', 'Cookie: ***\nHost: kept'],
  ['Cookie: a=CANARY; b=CANARY\r\nHost: kept', 'Cookie: ***\r\nHost: kept'],
  ['Cookie: a=CAN\\nARY; b=CANARY', 'Cookie: ***'],
  ['"Cookie: a=CANARY\nkept" kept', '"Cookie: ***\nkept" kept'],
  ['see Set-Cookie: a=CANARY; Path=/', 'see Set-Cookie: ***'],
  ['see cookie=a=CANARY; b=CANARY', 'see cookie=***'],
  ["{ cookie: 'a=CANARY; b', host: 'kept' }", "{ cookie: ***, host: 'kept' }"],
  ['["Cookie: a=CANARY; b=CANARY","kept"]', '["Cookie: ***","kept"]'],
  ['"[\\"Cookie: a=CANARY; b=CANARY\\",\\"kept\\"]"', '"[\\"Cookie: ***\\",\\"kept\\"]"'],
  ['GET /\\r\\nCookie: a=CANARY; b=\\"CANARY\\"\\r\\nHost: kept', 'GET /\\r\\nCookie: ***\\r\\nHost: kept'],
  ['GET /\\\\nCookie: a=CANARY; b=2\\\\nHost: kept', 'GET /\\\\nCookie: ***\\\\nHost: kept'],
  ['X-Api-Key: CANARY two words\nHost: kept', 'X-Api-Key: ***\nHost: kept'],
  ['Host: h\nX-Api-Key: CANARY two words', 'Host: h\nX-Api-Key: ***'],
  ["curl -H 'token: CANARY two words' kept", "curl -H 'token: ***' kept"],
  ["curl -X 'token: CANARY kept' kept", "curl -X 'token: *** kept' kept"],
  ['"X-Api-Key: CANARY two words" kept', '"X-Api-Key: ***" kept'],
  ['see X-Api-Key: CANARY kept', 'see X-Api-Key: *** kept'],
  ['token: CANARY kept', 'token: *** kept'],
  ['X-Api-Key=CANARY kept', 'X-Api-Key=*** kept'],
])('a header ends with its line or its quote: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});
