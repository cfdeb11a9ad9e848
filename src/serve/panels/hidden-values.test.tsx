import { expect, test } from 'vitest';
import { createRedaction } from '../../redact/redaction.ts';
import { HiddenValues } from './hidden-values.tsx';

const redaction = createRedaction();
const reasons = (text: string) =>
  [...String(<HiddenValues text={text} />).matchAll(/title="Hidden, ([^"]*)"/g)].map(([, why]) => why);

test.each([
  [redaction.url('/cb?token=CANARY&page=2&api_key=CANARY'), ['name: token', 'name: api_key']],
  [redaction.url('https://jo:CANARY@shop.example/'), ['format: user and password']],
  [redaction.url('/reset/9f8a7b6c5d4e3f2a'), ['looks random in this path']],
  [redaction.text('sent Bearer abcDEF123456789 to it'), ['format: Bearer']],
  [redaction.text('paid with 4111 1111 1111 1111'), ['format: card-number']],
  [redaction.text('got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln as a cookie'), ['format: JWT']],
  [redaction.text("{ user: 'jo', password: 'CANARY' }"), ['name: password']],
  [redaction.body('{"user":{"newPassword":"CANARY","age":7}}', 'json', false), ['name: newPassword']],
  [redaction.text("Duplicate entry 'jo' for key 'email'"), ['may be a secret here']],
])('%s says why its values are hidden', (text, expected) => {
  expect(text).toContain('***');
  expect(reasons(text)).toEqual(expected);
});

test('a text without hidden values is shown as it is', () => {
  expect(String(<HiddenValues text="a < b" />)).toBe('a &lt; b');
});

test('a name cannot leave its attribute', () => {
  const shown = String(<HiddenValues text={'"x"onclick="a()"=***'} />);
  expect(shown).not.toContain('"x"');
});
