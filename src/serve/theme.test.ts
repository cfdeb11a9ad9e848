import { expect, test } from 'vitest';
import { themeOf } from './theme.ts';

test.each([
  [undefined, 'light dark'],
  ['', 'light dark'],
  ['gatebook-theme=dark', 'dark'],
  ['a=b; gatebook-theme=light; c=d', 'light'],
  ['gatebook-theme="><script>', 'light dark'],
  ['not-gatebook-theme=dark', 'light dark'],
  ['gatebook-theme=', 'light dark'],
])('the theme of the cookies %j is %j', (cookies, theme) => {
  expect(themeOf(cookies)).toBe(theme);
});
