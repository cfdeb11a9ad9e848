import { DEFAULT_LIMIT, MAX_LIMIT, OLDEST_FIRST } from '../search/criteria.ts';
import { cookieValues } from './access/cookies.ts';

/** Readers who choose how many rows a page has, or the oldest first, see the list like that whenever they open the page. A cookie keeps it. */
export interface ListingChoice {
  readonly rows?: number;
  /** Empty is the usual order. */
  readonly order?: string;
}

const COOKIE = 'gatebook-list';
const YEAR = 365 * 24 * 3600;
const ROWS_PARAM = 'rows';
const FIRST_PARAM = 'first';
const NEWEST = 'newest';

/** The parameters of a link that makes this choice. */
export function listingQuery({ rows, order }: ListingChoice): string {
  return rows === undefined ? `${FIRST_PARAM}=${order || NEWEST}` : `${ROWS_PARAM}=${rows}`;
}

/** The choice that a link made; `null` if it made none. */
export function listingChosen(params: URLSearchParams): ListingChoice | null {
  const rows = Number(params.get(ROWS_PARAM) ?? 0);
  if (Number.isInteger(rows) && rows > 0 && rows <= MAX_LIMIT) return { rows };
  const first = params.get(FIRST_PARAM);
  return first === OLDEST_FIRST || first === NEWEST ? { order: first === NEWEST ? '' : first } : null;
}

/** What the reader chose earlier. */
export function listingOf(cookies?: string): ListingChoice {
  const [rows = '', order = ''] = (cookieValues(cookies, COOKIE)[0] ?? '').split('-');
  return {
    ...(/^[1-9]\d{0,2}$/.test(rows) && Number(rows) !== DEFAULT_LIMIT && { rows: Number(rows) }),
    ...(order === OLDEST_FIRST && { order }),
  };
}

export function listingCookie({ rows, order = '' }: ListingChoice, base: string): string {
  return `${COOKIE}=${rows ?? ''}-${order}; Path=${base}; Max-Age=${YEAR}; HttpOnly; SameSite=Strict`;
}
