import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { createRedaction } from '../../src/redact/redaction.ts';
import { readCorpus, redactCase } from '../redaction/corpus.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const gatebook = gatebookIn(tmpdir());
const RANDOM = 'i0jZ8KPwHbrb338xnjaFEprh6tkw';

test('no reason contains a secret', () => {
  const leaks: object[] = [];
  for (const line of readCorpus('secrets')) {
    const reasons: string[] = [];
    redactCase(
      line,
      createRedaction({}, (reason) => reasons.push(reason)),
    );
    const secrets = line.secrets.filter((secret) => secret.length > 5);
    const leaked = reasons.filter((reason) => secrets.some((secret) => reason.includes(secret)));
    if (leaked.length > 0) leaks.push({ text: line.text, leaked });
  }
  expect(leaks).toEqual([]);
});

test.each([
  [['a password=hunter2 word'], 'a password=***\n', 'Hidden:\n  name: password\n'],
  [['pin=1\npin=2'], 'pin=***\npin=***\n', 'Hidden:\n  name: pin (2 values)\n'],
  [['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'], 'Bearer ***JWT***\n', 'Hidden:\n  format: JWT\n'],
  [
    ['--url', `/cb?code=EUR&token=abc&key=${RANDOM}`],
    '/cb?code=EUR&token=***&key=***\n',
    'Hidden:\n  name: token\n  looks like a secret, and is named key\n',
  ],
  [
    ['--json', `{"user":{"apiKey":1234},"key":"${RANDOM}","path":"password","value":"x"}`],
    '{"user":{"apiKey":"***"},"key":"***","path":"password","value":"***"}\n',
    'Hidden:\n  name: apiKey\n  looks like a secret, and is named key\n  value next to the name of a secret\n',
  ],
  [['author=Tolstoy \u001b[2J'], 'author=Tolstoy \n', 'Nothing is hidden.\n'],
])('shows what is hidden of %j, and why', (args, stdout, stderr) => {
  expect(gatebook('redact', ...args)).toMatchObject({ status: 0, stdout, stderr });
});

test('each value of JSON with long numbers has one reason', () => {
  const { stderr } = gatebook('redact', '--json', '{"token":"a","n":12345678901234567890}');
  expect(stderr).toBe('Hidden:\n  name: token\n');
});

test('follows the options of the environment', () => {
  vi.stubEnv('GATEBOOK_REDACT_ADD', 'tax id');
  expect(gatebook('redact', 'userTaxId=12')).toMatchObject({ stdout: 'userTaxId=***\n' });
  vi.unstubAllEnvs();
});

test('reads stdin, and writes only the text to stdout', () => {
  const input = 'a=1\npassword=x\n';
  const { stdout } = spawnSync(process.execPath, [CLI, 'redact'], { input, encoding: 'utf8' });
  expect(stdout).toBe('a=1\npassword=***\n');
});

test('refuses two kinds of input', () => {
  expect(gatebook('redact', '--url', '--json', 'x')).toMatchObject({ status: 2, stdout: '' });
});
