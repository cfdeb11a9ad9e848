import type { Micros } from '../../profile/time.ts';
import { type ParsedSearch, parseForm } from '../../search/form.ts';
import { ORDER_PARAM, QUERY_PARAM } from '../../search/query-text.ts';

/** Groups have their own order and number, and no pages. They can't be counted by what is inside details. */
export function parseGrouped(params: URLSearchParams, now: Micros): ParsedSearch {
  const parsed = parseForm(
    new URLSearchParams([...params].filter(([name]) => ![ORDER_PARAM, 'limit', 'cursor'].includes(name))),
    now,
  );
  const field = parsed.ok ? parsed.criteria.details?.[0]?.field : undefined;
  if (field === undefined) return parsed;
  const text = `${field}:`;
  const message = 'a search inside details cannot be grouped';
  const mistake = { param: QUERY_PARAM, text, from: 0, to: text.length, message, fix: `remove "${text}"` };
  return { ok: false, mistakes: [mistake], zone: parsed.zone };
}
