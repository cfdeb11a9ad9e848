import { expect, test } from 'vitest';
import { createRedaction } from '../redaction.ts';

const { errorText, errorFields } = createRedaction();

test('reads a message that is JSON by its keys, also after the name of the error', () => {
  const issues = '[{"path":["password"],"received":"CANARY","code":"custom"}]';
  const redacted = '[{"path":["password"],"received":"***","code":"custom"}]';
  expect(errorText(issues)).toBe(redacted);
  expect(errorText(`ZodError: ${issues}`)).toBe(`ZodError: ${redacted}`);
});

test('hides the values of a message whose end is missing', () => {
  const issues = '[{"received": "CANARY1", "code": "custom", "path": ["passw';
  for (const text of [issues, `${issues}…cut`, `ZodError: ${issues}…cut`])
    expect(errorText(text)).not.toContain('CANARY');
});

test.each(['value', 'data', 'input', 'received', 'actual', 'given'])(
  'hides the %s of an error if fields that may name it were left out',
  (key) => {
    expect(errorFields(JSON.stringify({ [key]: 'CANARY', '…': '…' }))).not.toContain('CANARY');
    expect(errorFields(JSON.stringify({ [key]: 'kept', path: 'age' }))).toContain('kept');
  },
);

test('hides fields that are not JSON', () => {
  expect(errorFields('{"token":"CANARY"')).toBe('"***"');
});
