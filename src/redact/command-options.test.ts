import { expect, test } from 'vitest';
import { Source } from './characters.ts';
import { optionValue } from './command-options.ts';

/** The password after the option that starts at the last ` -`. */
function passwordIn(command: string): string | null {
  const at = command.lastIndexOf(' -') + 1;
  const end = at + (command.slice(at).match(/^[-\w.]+/)?.[0].length ?? 0);
  const range = optionValue(new Source(command), at, end);
  return range && command.slice(...range);
}

test.each([
  ['mysql -phunter2', 'hunter2'],
  ['mariadb -u root -phunter2 shop', 'hunter2'],
  ['sshpass -p hunter2 ssh host', 'hunter2'],
  ['sshpass -p   "hunter 2" ssh', 'hunter 2'],
  ["sshpass -p 'hunter2", 'hunter2'],
  ['docker login -p hunter2', 'hunter2'],
  ['redis-cli -a hunter2 PING', 'hunter2'],
  ['redis-cli -ahunter2', 'hunter2'],
  ['curl -u bob:hunter2 https://h', 'hunter2'],
  ['curl -u "bob:hunter 2" https://h', 'hunter 2'],
  ['curl --user bob:hunter2', 'hunter2'],
  ['curl -u b:c', 'c'],
  ['curl -u bob:hunter:2', 'hunter:2'],
  [`mysql${' '.repeat(94)} -pa`, 'a'],
  // No password.
  ['curl -u bob', null],
  ['curl -u :x', null],
  ['curl --users bob:x', null],
  ['mkdir -p folder', null],
  ['ls -a folder', null],
  ['mysql -x hunter2', null],
  ['mysql -p', null],
  ['sshpass -p ""', null],
  [`mysql${' '.repeat(95)} -pa`, null],
])('%s has the password %j', (command, password) => {
  expect(passwordIn(command)).toBe(password);
});

test('an option in quotes is an argument of something else', () => {
  expect(optionValue(new Source('mysql "-phunter2"'), 7, 16)).toBeNull();
  expect(optionValue(new Source('mysql phunter2'), 6, 14)).toBeNull();
});
