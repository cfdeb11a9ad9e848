import { SYSTEM_THEME, THEME_COOKIE, type Theme } from '../theme.ts';
import { button } from './element.ts';
import { BASE } from './page-url.ts';

const YEAR = 365 * 24 * 3600;

/** Adds a button to the top bar that switches between the light and the dark theme. */
export function startTheme(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
  const place = document.querySelector('.bar .theme');
  if (!meta || !place) return;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const systemTheme = () => (system.matches ? 'dark' : 'light');
  const shown = () => (meta.content === SYSTEM_THEME ? systemTheme() : meta.content);
  const other = () => (shown() === 'dark' ? 'light' : 'dark');

  const toggle = button('\u25d0', () => use(other()), { class: 'sign' });
  function use(theme: 'light' | 'dark'): void {
    // The theme of the system needs no choice: the page follows it again.
    const choice: Theme = theme === systemTheme() ? SYSTEM_THEME : theme;
    const age = choice === SYSTEM_THEME ? 0 : YEAR;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context.
    document.cookie = `${THEME_COOKIE}=${theme}; Path=${BASE}; Max-Age=${age}; SameSite=Strict`;
    meta?.setAttribute('content', choice);
    label();
  }
  function label(): void {
    const name = `Use the ${other()} theme`;
    toggle.title = name;
    toggle.ariaLabel = name;
  }
  system.addEventListener('change', label);
  label();
  place.append(toggle);
}
