import { expect, test } from 'vitest';
import { guessedWord, scriptKind } from './missing-paths.ts';

test.each([
  ['/admin', 'admin'],
  ['/api/v1/Backup/', 'backup'],
  ['/static/js/config.js', 'config'],
  ['/v2/api-docs', 'swagger'],
  ['/swagger-ui.html', 'swagger'],
  ['/graphiql', 'graphql'],
  ['/login', null],
  ['/products/old-chairs', null],
  ['/.env', null],
  ['/', null],
  ['', null],
])('%s ends with the word %s of word lists', (path, word) => {
  expect(guessedWord(path)).toBe(word);
});

test.each([
  ['/index.php', 0],
  ['/index.php/v1/users', 0],
  ['/Default.aspx', 1],
  ['/login.do;jsessionid=1', 2],
  ['/x.cfm', 4],
  ['/report.pdf', -1],
  ['/docs/php', -1],
])('%s is a page of a program of kind %i', (path, kind) => {
  expect(scriptKind(path)).toBe(kind);
});
