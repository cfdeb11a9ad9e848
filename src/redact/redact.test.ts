import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { url: redactUrl, text: redactText, header: redactHeader } = createRedaction();
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

describe('a URL', () => {
  test('keeps URLs without secrets unchanged', () => {
    for (const url of [
      'http://127.0.0.1:3000/api/index.php/v1/config/application?public=true',
      'https://shop.example/error/.env',
      'https://shop.example/a;b=1?q=caf%C3%A9&page=2&empty=&flag',
      'https://shop.example/@handle/encode?inside=1&design=2',
      'https://shop.example/a+b/100%25/%zz?q=a+b%20c&email=jo%40shop.example#top',
      'http://token-service:3000/a?next=https%3A%2F%2Fauth.example%3A3000%2Fhome',
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
    ['https://h/login/password=CANARY', 'https://h/login/password=***'],
    ['https://h//token=CANARY', 'https://h//token=***'],
    ['https://h/cb#access_token=CANARY&x=1', 'https://h/cb#access_token=***&x=1'],
    ['//bob:CANARY@h/x', '//***@h/x'],
    [
      'https://h/?otpCode=CANARY&smsCode=CANARY&userSid=CANARY',
      'https://h/?otpCode=***&smsCode=***&userSid=***',
    ],
    ['https://h/?token=CANARY;CANARY;page=CANARY&b=1', 'https://h/?token=***;***;page=***&b=1'],
    ['https://bob:CAN/ARY@h/x', 'https://***@h/x'],
    ['https:\\\\bob:CANARY@h/x', 'https:\\\\***@h/x'],
    ['https://h//pin:1234', 'https://h//pin:***'],
    ['https://h/#/cb?a=1&id_token=CANARY', 'https://h/#/cb?a=1&id_token=***'],
    ['https://h/?userSID=CANARY&2FA=CANARY&OTPValue=CANARY', 'https://h/?userSID=***&2FA=***&OTPValue=***'],
  ])('redacts %s to %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });

  test.each([
    ['https://h/?next=https%3A%2F%2Fapp%2Fcb%3Ftoken%3DCANARY&b=1', 'https://h/?next=***&b=1'],
    ['https://h/?filter=%7B%22password%22%3A%22CANARY%22%7D', 'https://h/?filter=***'],
    ['https://h/?u=https%3A%2F%2Fbob%3ACANARY%40h%2F', 'https://h/?u=***'],
    ['https://h/?u=https%3A//bob:CANARY@h', 'https://h/?u=https%3A//***@h'],
    ['https://h/?u=https:%2F%2Fbob:CANARY@h', 'https://h/?u=***'],
    [`https://h/?x=${JWT.replaceAll('.', '%2E')}`, 'https://h/?x=***'],
    ['https://h/?x=ghp%5F0123456789abcdefghijABCDEFGHIJ012345', 'https://h/?x=***'],
    ['https://h/?q=4111+1111+1111+1111', 'https://h/?q=***'],
    ['https://h/4111%201111%201111%201111/pay', 'https://h/***/pay'],
    ['https://h/r/https:%2F%2Fbob:CANARY@h/x', 'https://h/r/***/x'],
    ['https://h/?q=%252Fcb%253Ftoken%253DCANARY', 'https://h/?q=***'],
    ['https://h/?q=%zz%2Ftoken%3DCANARY', 'https://h/?q=***'],
    ['https://h/?%2574oken=CANARY', 'https://h/?%2574oken=***'],
    ['https://h/?token%3DCANARY', 'https://h/?***'],
    ['https://h/?token%3DCANARY=1', 'https://h/?***=***'],
    ['https://h/?a=1%26token%3DCANARY', 'https://h/?a=***'],
    ['https://h/?next=/cb%3Ftoken%3DCAN/ARY+x&b=1', 'https://h/?next=/***&b=1'],
    ['https://h/?q=%25252Fcb%25253Ftoken%25253DCANARY', 'https://h/?q=***'],
    ['https://h/?k=-----BEGIN%20PRIVATE%20KEY-----%0ACAN/ARY+x', 'https://h/?k=***'],
    ['https://h/?k=%2D%2D%2D%2D%2DBEGIN%20KEY-----CAN/ARY+x', 'https://h/?k=***'],
    [`https://h/?x=${JWT}%26token%3DCAN/ARY&b=1`, 'https://h/?x=***&b=1'],
    ['https://h/?x=4111111111111111%26token%3DCAN/ARY&b=1', 'https://h/?x=***&b=1'],
    ['https://h/?h=Bearer+CAN4RY&b=1', 'https://h/?h=***&b=1'],
  ])('redacts percent-encoded secrets in %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });

  test('cuts a URL that is too long and marks it', () => {
    const cut = redactUrl(`https://h/${'a'.repeat(20_000)}`);
    expect(cut).toHaveLength(8192);
    expect(cut.endsWith('…cut')).toBe(true);
  });

  test('does not keep half of a secret at the cut', () => {
    const [start = ''] = JWT.split('.');
    expect(redactUrl(`https://h/${'a/'.repeat(4075)}${JWT}`)).not.toContain(start);
    const withheld = `https://h/?token=${'a'.repeat(32_720)}`;
    for (let more = 0; more < 60; more++)
      expect(redactUrl(`${withheld}${'a'.repeat(more)}&x=${JWT}${JWT}`)).not.toContain(start);
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
    ['GET https://h/?a=%7B%22token%22%3A%22CANARY%22%7D failed', 'GET https://h/?a=*** failed'],
    ['sent {\\"password\\":\\"CANARY\\"}', 'sent {\\"password\\":***}'],
    ['token => CANARY', 'token => ***'],
    ['token%3DCANARY=CANARY', '***=***'],
    ['no route to http://auth.example:3000, try again', 'no route to http://auth.example:3000, try again'],
    ['token: 4111 1111 1111 1111', 'token: ***'],
  ])('redacts %j to %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof redactText(text) === 'string'));
    const fragments = fc.constantFrom(
      '%',
      '%2',
      '%25',
      '%41',
      '+',
      '=',
      '/',
      '//',
      '@',
      '#',
      '?',
      '4111',
      ' ',
      ':',
    );
    fc.assert(fc.property(fc.array(fragments), (parts) => typeof redactUrl(parts.join('')) === 'string'));
  });
});

describe('a header', () => {
  test('keeps only the name of an unlisted header, and only the names of cookies', () => {
    expect(redactHeader('X-Api-Thing', 'CANARY')).toEqual(['x-api-thing', null]);
    expect(redactHeader('Authorization', 'CANARY')).toEqual(['authorization', null]);
    expect(redactHeader('Location', '/?token=CANARY')).toEqual(['location', '/?token=***']);
    expect(redactHeader('Accept-Token', 'CANARY')).toEqual(['accept-token', null]);
    expect(redactHeader('Cookie', 'sid=CANARY; theme=CANARY')).toEqual(['cookie', 'sid=***; theme=***']);
    expect(redactHeader('Set-Cookie', 'sid=CANARY; Path=/')).toEqual(['set-cookie', 'sid=***']);
  });

  test('redacts cookies without a name', () => {
    expect(redactHeader('Cookie', 'CANARY')).toEqual(['cookie', '***']);
    expect(redactHeader('Cookie', 'sid=CANARY; CANARY')).toEqual(['cookie', 'sid=***; ***']);
    expect(redactHeader('Set-Cookie', 'CANARY; Path=/')).toEqual(['set-cookie', '***']);
  });

  test('keeps the value of a listed header, with URLs redacted', () => {
    expect(redactHeader('User-Agent', 'curl/8')).toEqual(['user-agent', 'curl/8']);
    expect(redactHeader('Referer', 'https://h/?token=CANARY')).toEqual(['referer', 'https://h/?token=***']);
    expect(redactHeader('Host', 'auth.example:3000')).toEqual(['host', 'auth.example:3000']);
    expect(redactHeader('Host', 'bob:CANARY@auth.example:3000')).toEqual(['host', '***@auth.example:3000']);
  });
});
