import { expect, test } from 'vitest';
import { textStart } from '../../format/cut-text.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { CutText, HiddenValues } from './cut-text.tsx';

test('shows a short text in full, with control characters escaped', () => {
  expect(String(<CutText text={'a<b>\u001b\n'} />)).toBe('a&lt;b&gt;\\u{1b}\\u{a}');
  expect(String(<CutText text={'a\nb'} lines />)).toBe('a\nb');
});

test('cuts a long text and says how many characters are missing', () => {
  const shown = String(<CutText text={'x'.repeat(5000)} maxLength={10} />);
  expect(shown).toBe('xxxxxxxxxx<span class="cut">… cut here, 4,990 more characters</span>');
});

test('does not split a surrogate pair', () => {
  expect(textStart('ab😀c', 3)).toBe('ab');
  expect(textStart('ab😀c', 4)).toBe('ab😀');
});

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
