import { countText } from '../format/count-text.ts';
import { visibleText } from '../format/visible-text.ts';
import type { Micros } from '../profile/time.ts';
import type { Mistake } from '../search/criteria.ts';
import { type ParsedSearch, parseForm } from '../search/form.ts';
import { BY_PARAM, ORDER_PARAM, QUERY_PARAM, SORT_PARAM } from '../search/query-text.ts';

/** The maximum and default number of rows in a file. */
const EXPORT_LIMIT = 10_000;
const MAX_LENGTH = 200;

/**
 * Parses the parameters of the search page, with a higher limit: a file has more rows than a page.
 * @param maxLimit also the default
 */
export function parseExport(
  params: URLSearchParams,
  now: Micros,
  maxLimit: number = EXPORT_LIMIT,
): ParsedSearch {
  const otherParams = new URLSearchParams([...params].filter(([name]) => name !== 'limit'));
  const parsed = parseForm(otherParams, now);
  const mistakes: Mistake[] = [];
  let limit = maxLimit;
  for (const text of params.getAll('limit')) {
    const value = text.trim();
    if (value === '') continue;
    limit = Number(value);
    if (/^\d{1,15}$/.test(value) && limit >= 1 && limit <= maxLimit) continue;
    mistakes.push({
      param: 'limit',
      text,
      from: 0,
      to: text.length,
      message: `"${value}" is not a valid number of results`,
      fix: `write a number from 1${maxLimit === Infinity ? '' : ` to ${countText(maxLimit)}`}`,
    });
    break;
  }
  if (!parsed.ok) return { ...parsed, mistakes: [...parsed.mistakes, ...mistakes] };
  const { sort, details } = parsed.criteria;
  const refuse = (text: string, message: string) =>
    mistakes.push({ param: QUERY_PARAM, text, from: 0, to: text.length, message, fix: `remove ${text}` });
  if (sort !== undefined)
    refuse(`${SORT_PARAM}:`, 'a file has the newest requests first and cannot be sorted');
  if (details?.[0]) refuse(`${details[0].field}:`, 'a search inside details cannot be exported');
  if (mistakes.length > 0) return { ok: false, mistakes, zone: parsed.zone };
  return { ...parsed, criteria: { ...parsed.criteria, limit } };
}

/** One line per mistake: where it is, what is wrong, and how to fix it. */
export function mistakesText(mistakes: readonly Mistake[]): string {
  const lines = mistakes.map(({ param, text, from, to, message, fix }) => {
    const location = `${cut(param)}=${cut(text.slice(from, to))}`;
    return `${location}: ${cut(message)}: ${cut(fix)}.\n`;
  });
  return `The search was not run.\n${lines.join('')}`;
}

function cut(text: string): string {
  return visibleText(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}

/** Parses the parameters of a page of groups, which has its own grouping, order and limit, and no cursor. Details can't be grouped. */
export function parseGrouped(params: URLSearchParams, now: Micros): ParsedSearch {
  const parsed = parseForm(
    new URLSearchParams(
      [...params].filter(([name]) => ![BY_PARAM, ORDER_PARAM, 'limit', 'cursor'].includes(name)),
    ),
    now,
  );
  const field = parsed.ok ? parsed.criteria.details?.[0]?.field : undefined;
  if (field === undefined) return parsed;
  const text = `${field}:`;
  const message = 'a search inside details cannot be grouped';
  const mistake = { param: QUERY_PARAM, text, from: 0, to: text.length, message, fix: `remove "${text}"` };
  return { ok: false, mistakes: [mistake], zone: parsed.zone };
}
