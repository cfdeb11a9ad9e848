import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactHeader } from './redact-headers.ts';
import { redactText } from './redact-text.ts';
import { redactUrl } from './redact-url.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

describe('a recorded URL', () => {
  test('keeps what is no secret, to the letter', () => {
    for (const url of [
      'http://127.0.0.1:3000/api/index.php/v1/config/application?public=true',
      'https://shop.example/error/.env',
      'https://shop.example/a;b=1?q=caf%C3%A9&page=2&empty=&flag',
      'https://shop.example/@handle/encode?inside=1&design=2',
    ]) {
      expect(redactUrl(url)).toBe(url);
    }
  });

  test.each([
    ['https://h/?token=CANARY', 'https://h/?token=***'],
    ['https://h/?a[access_token]=CANARY&b=1', 'https://h/?a[access_token]=***&b=1'],
    ['https://h/?%74oken=CANARY', 'https://h/?%74oken=***'],
    ['https://h/?%E0%A4%A=CANARY', 'https://h/?%E0%A4%A=***'],
    ['https://h/?X-Amz-Signature=CANARY;apiKey=CANARY', 'https://h/?X-Amz-Signature=***;apiKey=***'],
    ['https://h/cb?code=CANARY&state=CANARY', 'https://h/cb?code=***&state=***'],
    ['https://user:CANARY@h/path', 'https://***@h/path'],
    [`https://h/verify/${JWT}`, 'https://h/verify/***'],
    [`https://h/?next=${JWT}`, 'https://h/?next=***'],
    ['https://h/4111111111111111/pay', 'https://h/***/pay'],
    ['https://h/x/ghp_0123456789abcdefghijABCDEFGHIJ012345', 'https://h/x/***'],
  ])('%s becomes %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });

  test('is cut when it is too long, and says so', () => {
    const cut = redactUrl(`https://h/${'a'.repeat(20_000)}`);
    expect(cut).toHaveLength(8192);
    expect(cut.endsWith('…cut')).toBe(true);
  });
});

describe('free text', () => {
  test.each([
    ['login failed for password=CANARY on host', 'login failed for password=*** on host'],
    ['{"password":"CAN\\"ARY","user":"jo"}', '{"password":***,"user":"jo"}'],
    ['Authorization: Bearer CANARY next', 'Authorization: *** next'],
    ['connect postgres://app:CANARY@db/shop failed', 'connect postgres://***@db/shop failed'],
    [`jwt was ${JWT}.`, 'jwt was ***'],
    ['card 4111 1111 1111 1111 declined', 'card *** declined'],
    ['-----BEGIN PRIVATE KEY-----\nCANARY\n-----END PRIVATE KEY----- tail', '*** tail'],
    ['order 1234567890123 shipped', 'order 1234567890123 shipped'],
  ])('%j becomes %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test('never loses its way, whatever it is given', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof redactText(text) === 'string'));
  });

  test('costs time linear in its size', () => {
    const took = (text: string) => {
      const start = performance.now();
      redactText(text);
      return performance.now() - start;
    };
    for (const unit of ['eyI', 'eyJ', 'token=', '4', 'a://', '-----BEGIN ', '"', 'ghp_']) {
      took(unit.repeat(1000));
      expect(took(unit.repeat(65_536 / unit.length))).toBeLessThan(200);
    }
  });
});

describe('a header', () => {
  test('off the list gives only its name, a cookie only its names', () => {
    expect(redactHeader('X-Api-Thing', 'CANARY')).toEqual(['x-api-thing', null]);
    expect(redactHeader('Authorization', 'CANARY')).toEqual(['authorization', null]);
    expect(redactHeader('Cookie', 'sid=CANARY; theme=CANARY')).toEqual(['cookie', 'sid=***; theme=***']);
    expect(redactHeader('Set-Cookie', 'sid=CANARY; Path=/')).toEqual(['set-cookie', 'sid=***']);
  });

  test('on the list keeps its value, links scrubbed', () => {
    expect(redactHeader('User-Agent', 'curl/8')).toEqual(['user-agent', 'curl/8']);
    expect(redactHeader('Referer', 'https://h/?token=CANARY')).toEqual(['referer', 'https://h/?token=***']);
  });
});
