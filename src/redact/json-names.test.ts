import { expect, test } from 'vitest';
import { redactJson } from './json.ts';
import { createRules } from './rules.ts';

const rules = createRules([], [], false);
const redact = (text: string, isCut = false) => redactJson(text, isCut, rules);

const NAME_KEYS = 'name field header param parameter property attribute variable label id k Name'.split(' ');
test.each(NAME_KEYS)('"%s" names the value next to it', (key) => {
  for (const value of ['value', 'val', 'v', 'data', 'content', 'Value', 'Content']) {
    expect(redact(`{"${key}":"password","${value}":"a b"}`)).toBe(`{"${key}":"password","${value}":"***"}`);
    expect(redact(`{"${value}":["a"],"${key}":"password"}`)).toBe(`{"${value}":"***","${key}":"password"}`);
    expect(redact(`{"${key}":"page","${value}":"a"}`)).toBe(`{"${key}":"page","${value}":"a"}`);
  }
});

test.each([
  ['{"key":"pin","value":1}', '{"key":"***","value":"***"}'],
  ['{"TYPE":"password","VALUE":"x","Data":"y"}', '{"TYPE":"password","VALUE":"***","Data":"y"}'],
  ['{"type":"password","name":"a","value":"x"}', '{"type":"password","name":"a","value":"***"}'],
  ['{"name":"pin","id":"a","value":"x"}', '{"name":"pin","id":"a","value":"***"}'],
  ['{"name":"user[pin]","value":"x"}', '{"name":"user[pin]","value":"***"}'],
  ['{"name":"user.pin-1","value":"x"}', '{"name":"user.pin-1","value":"***"}'],
  [`{"name":"${'a'.repeat(59)}-pin1","value":"x"}`, `{"name":"${'a'.repeat(59)}-pin1","value":"***"}`],
  ['{"name":"pin","value":{"a":[1]},"data":[{"b":2}]}', '{"name":"pin","value":"***","data":"***"}'],
  [
    '[{"name":"pin","value":"x"},{"name":"a","value":"y"}]',
    '[{"name":"pin","value":"***"},{"name":"a","value":"y"}]',
  ],
  ['["cookie",{"a":1},"host","h"]', '["cookie","***","host","h"]'],
  ['["cookie",["a"],"host","h"]', '["cookie","***","host","h"]'],
  ['["cookie",7,"host","h"]', '["cookie","***","host","h"]'],
  ['["host","h","cookie","a","token","b"]', '["host","h","cookie","***","token","***"]'],
  ['["password","email",7]', '["password","***",7]'],
  ['"cookie" "a"\n"host" "h"', '"cookie" "***"\n"host" "h"'],
])('redacts what a name before or after it names: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  '{"username":"pin","value":"x"}',
  '{"names":"pin","value":"x"}',
  '{"name":"pin","values":"x","myvalue":"y","metadata":"z","contents":1}',
  '{"subtype":"pin","types":"pin","value":"x"}',
  '{"name":"your pin","value":"x"}',
  `{"name":"${'a'.repeat(60)}-pin1","value":"x"}`,
  '{"name":7,"value":"x"}',
  '["email","password"]',
  '["password","email","passwordConfirmation"]',
  '["a","b"]',
])('keeps %s', (text) => {
  expect(redact(text)).toBe(text);
});

test.each([
  ['{"value":"x"', '{"value":"***"'],
  ['{"data":7,', '{"data":"***",'],
  ['{"value":["x"],"na', '{"value":"***",'],
  ['{"value":{"a":"x"},"na', '{"value":{"a":"x"},'],
  ['{"value":[{"a":"x"}],"na', '{"value":[{"a":"x"}],'],
  ['{"value":[["x"]],"na', '{"value":"***",'],
  ['{"value":"x","name":"a"},', null],
  ['{"value":"x"}{"a":', '{"value":"x"}{"a":'],
  ['{"name":"pin","value":{"a":"x"},', '{"name":"pin","value":"***",'],
  ['["email","password","name",', '["email","password","***",'],
  ['["cookie",{"a":1},', '["cookie","***",'],
  ['{"type":"pin","value":{"a":"x"},"data":"y",', '{"type":"pin","value":"***","data":"***",'],
  ['{"type":"a","value":{"a":"x"},"data":"y",', '{"type":"a","value":{"a":"x"},"data":"***",'],
  ['["a","b",', '["a","b",'],
])('redacts what the rest may have named, if the end is missing: %s', (text, redacted) => {
  expect(redact(text, true)).toBe(redacted);
});
