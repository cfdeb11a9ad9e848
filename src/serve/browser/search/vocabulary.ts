import { escapePattern } from '../../../search/escape-value.ts';
import type { Vocabulary } from './completions.ts';

/** Values that need not be on the page. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  status: ['2xx', '3xx', '4xx', '5xx'],
  since: ['15m', '1h', '24h', '7d', 'today', 'yesterday'],
  sort: ['duration'],
};
const COLUMNS = ['status', 'ip', 'method', 'token', 'user', 'error'];
/** Escaped text is not the recorded value. */
const ESCAPED = /\\u\{/;

/** Reads the fields from the help, and their values from the form, the facets and the rows of the page. */
export function readVocabulary(): Vocabulary {
  const fields = new Map<string, string>();
  for (const item of document.querySelectorAll('.query-help dl div')) {
    const [name = ''] = (item.querySelector('dt')?.textContent ?? '').split(':');
    fields.set(name, item.querySelector('dd')?.textContent ?? '');
  }
  const values = new Map<string, Set<string>>();
  const add = (field: string, value: string) => {
    if (value === '' || ESCAPED.test(value)) return;
    const known = values.get(field) ?? new Set();
    // A star would match any text.
    known.add(escapePattern(value));
    values.set(field, known);
  };
  for (const [field, known] of Object.entries(ALWAYS)) for (const value of known) add(field, value);
  for (const option of document.querySelectorAll<HTMLOptionElement>(
    '.filters select:not([name=limit]) option',
  ))
    add(option.closest('select')?.name ?? '', option.value);
  for (const field of fields.keys()) {
    const places = [
      `.facet-${field} a.value`,
      ...(COLUMNS.includes(field) ? [`#results td.${field} > a:not(.not)`] : []),
    ];
    for (const link of document.querySelectorAll(places.join(', '))) add(field, link.textContent ?? '');
  }
  return { fields, values };
}
