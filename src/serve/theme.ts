import { cookieValues } from './access/cookies.ts';

/** The values of the meta element `color-scheme`: the theme of the system, or the one that the reader chose. */
export const SYSTEM_THEME = 'light dark';
export type Theme = 'light' | 'dark' | typeof SYSTEM_THEME;

/** The script sets this cookie. The server reads it, so a page has its theme from the first paint. */
export const THEME_COOKIE = 'gatebook-theme';

export function themeOf(cookies?: string): Theme {
  const [theme] = cookieValues(cookies, THEME_COOKIE);
  return theme === 'light' || theme === 'dark' ? theme : SYSTEM_THEME;
}
