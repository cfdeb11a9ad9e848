import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { gatebookIn } from '../support/run-cli.ts';

const gatebook = gatebookIn(tmpdir());

describe('usage errors', () => {
  test('suggest the nearest command or option, and exit with 2', () => {
    expect(gatebook('serch')).toMatchObject({
      status: 2,
      stderr: "gatebook: unknown command 'serch'\n(Did you mean search?)\nRun gatebook --help for usage.\n",
    });
    expect(gatebook('stats', '--jsn')).toMatchObject({
      status: 2,
      stderr:
        "gatebook: unknown option '--jsn'\n(Did you mean --json?)\nRun gatebook stats --help for usage.\n",
    });
  });

  test.each([
    [['serve', '--port', '70000'], '--port: "70000" is not a port. Use one from 0 to 65535.'],
    [['prune', '--keep', '30x'], '--keep: "30x" is not a duration. Use one such as 30d or 12h.'],
    [['prune', '--entries', '1k'], '--entries: "1k" is not a whole number. Use one such as 1000000.'],
    [['ddl', '--cluster', 'c', '--keep', '30d', '--host', 'a'], '--host: "a" is not HOST=TIME.'],
  ])('%j names the option and a valid value', (args, message) => {
    const { status, stderr } = gatebook(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(`gatebook: ${message}`);
  });
});

test.each([['search'], ['show', 'abcdef'], ['stats']])('%s refuses an unknown time zone', (...args) => {
  const { status, stderr } = gatebook(...args, '--tz', 'Mars\u001b[2J');
  expect(status).toBe(2);
  expect(stderr).toBe(
    'gatebook: --tz: "Mars\\u{1b}[2J" is not a time zone. Use one such as UTC or Europe/Zagreb.\n',
  );
});
