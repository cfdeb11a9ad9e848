import { excludesValue, excludeValue } from '../search/edit-query.ts';
import { cookieValues } from './access/cookies.ts';

/** Readers who hide scanners or monitors see them hidden whenever they open the page. A cookie keeps the choice. */

export const HIDEABLE = ['scanner', 'monitor'] as const;
export type HiddenClient = (typeof HIDEABLE)[number];

/** In a link: all that are hidden from now on. */
export const HIDDEN_PARAM = 'hidden';
const NONE = 'none';
const COOKIE = 'gatebook-hidden';
const YEAR = 365 * 24 * 3600;

/** What a link hides from now on; `null` if it does not say. */
export function hiddenChosen(params: URLSearchParams): readonly HiddenClient[] | null {
  const names = params.get(HIDDEN_PARAM)?.split(',') ?? [];
  const hidden = HIDEABLE.filter((client) => names.includes(client));
  return names.length > 0 && (hidden.length === names.length || names.join() === NONE) ? hidden : null;
}

/** The value of {@link HIDDEN_PARAM}. */
export function hiddenText(hidden: readonly HiddenClient[]): string {
  return hidden.join() || NONE;
}

/** What the reader chose earlier. */
export function hiddenOf(cookies?: string): readonly HiddenClient[] {
  const names = (cookieValues(cookies, COOKIE)[0] ?? '').split('.');
  return HIDEABLE.filter((client) => names.includes(client));
}

export function hiddenCookie(hidden: readonly HiddenClient[], base: string): string {
  const age = hidden.length > 0 ? YEAR : 0;
  return `${COOKIE}=${hidden.join('.')}; Path=${base}; Max-Age=${age}; HttpOnly; SameSite=Strict`;
}

/** The query without their requests. */
export function withoutClients(query: string, hidden: readonly HiddenClient[]): string {
  return hidden.reduce((text, client) => excludeValue(text, 'client', client), query);
}

export function isWithout(query: string, client: HiddenClient): boolean {
  return excludesValue(query, 'client', client);
}
