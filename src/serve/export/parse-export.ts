import { visibleText } from '../../format/visible-text.ts';
import type { Micros } from '../../profile/time.ts';
import { type ParsedSearch, parseForm } from '../../search/form.ts';
import type { Mistake } from '../../search/mistake.ts';

/** Most rows of one file, and how many there are when nobody says. */
const EXPORT_LIMIT = 10_000;
const LONGEST = 200;

/** The question of the search page, but for its limit: a file holds more than a page. */
export function parseExport(params: URLSearchParams, now: Micros): ParsedSearch {
  const others = new URLSearchParams([...params].filter(([name]) => name !== 'limit'));
  const question = parseForm(others, now);
  const mistakes: Mistake[] = [];
  let limit = EXPORT_LIMIT;
  for (const text of params.getAll('limit')) {
    const value = text.trim();
    if (value === '') continue;
    limit = Number(value);
    if (/^\d{1,5}$/.test(value) && limit >= 1 && limit <= EXPORT_LIMIT) continue;
    mistakes.push({
      param: 'limit',
      text,
      from: 0,
      to: text.length,
      message: `"${value}" is no number of results`,
      fix: `write a number from 1 to ${EXPORT_LIMIT.toLocaleString('en')}`,
    });
    break;
  }
  if (!question.ok) return { ...question, mistakes: [...question.mistakes, ...mistakes] };
  if (mistakes.length > 0) return { ok: false, mistakes, zone: question.zone };
  return { ...question, criteria: { ...question.criteria, limit } };
}

/** What is wrong, a line each: where, why, and what to write. */
export function mistakesText(mistakes: readonly Mistake[]): string {
  const lines = mistakes.map(({ param, text, from, to, message, fix }) => {
    const place = `${cut(param)}=${cut(text.slice(from, to))}`;
    return `${place}: ${cut(message)}: ${cut(fix)}.\n`;
  });
  return `The search was not run.\n${lines.join('')}`;
}

function cut(text: string): string {
  return visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
