import { excludesValue } from '../search/edit-query.ts';
import { cookieValues } from './access/cookies.ts';

/** Readers who hide scanners see them hidden whenever they open the page. A cookie keeps the choice. */

/** In a link: hides them from now on, or no longer. */
export const SCANNERS_PARAM = 'scanners';
export type ScannersChoice = 'hide' | 'show';

const COOKIE = 'gatebook-scanners';
const YEAR = 365 * 24 * 3600;
/** The query of the page for these readers. */
export const WITHOUT_SCANNERS = '-client:scanner';

export function hidesScanners(cookies?: string): boolean {
  return cookieValues(cookies, COOKIE).includes('hide');
}

export function scannersCookie(choice: ScannersChoice, base: string): string {
  const age = choice === 'hide' ? YEAR : 0;
  return `${COOKIE}=${choice}; Path=${base}; Max-Age=${age}; HttpOnly; SameSite=Strict`;
}

export function isWithoutScanners(query: string): boolean {
  return excludesValue(query, 'client', 'scanner');
}
