import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { visibleText } from '../../format/visible-text.ts';
import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import { parseClauses } from '../../search/clauses.ts';
import { COLUMNS_PARAM } from '../../search/columns.ts';
import { DEFAULT_LIMIT, type Mistake } from '../../search/criteria.ts';
import { formValues, queryFromParams, SHOWN_PARAM } from '../../search/edit-query.ts';
import { FIELDS as QUERY_FIELDS } from '../../search/fields.ts';
import { ALIASES } from '../../search/form.ts';
import { BY_PARAM, ORDER_PARAM, QUERY_PARAM, SORT_HELP } from '../../search/query-text.ts';
import { QUERY_ID } from './filter-chips.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const LIMITS = [10, 50, 100];
const ZONE_PARAM = 'tz';

interface FormField {
  readonly param: string;
  readonly label: string;
  readonly example?: string;
  readonly options?: readonly string[];
}

const FIELDS: readonly FormField[] = [
  { param: 'ip', label: 'IP', example: '203.0.113.0/24' },
  { param: 'method', label: 'Method', options: METHODS },
  { param: 'status', label: 'Status', example: '4xx' },
  { param: 'url', label: 'URL', example: '/.env' },
  { param: 'token', label: 'Token', example: '3fa2c1' },
  { param: 'since', label: 'From', example: '1h' },
  { param: 'until', label: 'Until', example: '2026-11-14' },
  { param: 'host', label: 'Host', example: 'shop.example' },
  { param: 'route', label: 'Route', example: '/users/:id' },
  { param: 'duration', label: 'Duration', example: '>500ms' },
  { param: 'user', label: 'User', example: '42' },
  { param: 'tag', label: 'Tag', example: 'checkout' },
  { param: 'operation', label: 'Operation', example: 'GetCart' },
  { param: 'service', label: 'Service', example: 'checkout' },
  { param: 'instance', label: 'Instance', example: 'web-1:*' },
  { param: 'environment', label: 'Environment', example: 'staging' },
  { param: 'release', label: 'Release', example: '2.4.1' },
  { param: 'queries', label: 'Queries', example: '>20' },
  { param: 'querytime', label: 'Time in queries', example: '>100ms' },
  { param: 'log', label: 'Log', example: 'timeout' },
  { param: 'note', label: 'Note', example: 'cart=42' },
  { param: 'query', label: 'Query', example: 'update orders' },
  { param: 'kind', label: 'Kind', options: KINDS },
  { param: 'client', label: 'Client', options: CLIENT_CLASSES },
  { param: 'error', label: 'Error', example: 'TypeError' },
  { param: 'trace', label: 'Trace ID' },
  { param: 'agent', label: 'User agent', example: 'curl' },
  { param: 'parent', label: 'Sub-requests of', example: '3fa2c1' },
  { param: 'at', label: 'At', example: '2026-11-14T09:05' },
  { param: ZONE_PARAM, label: 'Time zone', example: 'UTC' },
];

interface SearchFormProps {
  /** The path of the page. */
  readonly base: string;
  readonly params: URLSearchParams;
  readonly mistakes?: readonly Mistake[];
  /** Whether the page shows groups, which have no number of results to choose but may have an order. */
  readonly isGrouped?: boolean;
  /** The filters of the search. */
  readonly chips?: Child;
  /** Links to other time ranges. */
  readonly times?: Child;
}

/** The search as one line of query text, as filters, and as form fields that show the same filters. */
export function SearchForm(props: SearchFormProps) {
  const { base, params, mistakes = [], isGrouped = false, chips, times } = props;
  const text = queryFromParams(params);
  const values = formValues(text);
  const invalid = invalidParams(mistakes);
  const limit = params.get('limit') || String(DEFAULT_LIMIT);
  const fieldValue = ({ param }: FormField) =>
    (param === ZONE_PARAM ? params.get(ZONE_PARAM) : values.get(param)) ?? '';
  const input = (field: FormField) => {
    const value = fieldValue(field);
    const isInvalid = invalid.has(field.param);
    if (value === '' && !isInvalid) return raw(EMPTY_INPUTS.get(field.param) ?? '');
    return <FieldInput field={field} value={value} invalid={isInvalid} />;
  };
  return (
    <search>
      <form class="search" id="search" action={base} method="get">
        <input type="hidden" name={SHOWN_PARAM} value={text} />
        {[COLUMNS_PARAM, ORDER_PARAM, BY_PARAM].map((name) => {
          const value = params.get(name) ?? '';
          return value !== '' && <input type="hidden" name={name} value={value} />;
        })}
        <div class="query">
          <input
            type="text"
            enterkeyhint="search"
            id={QUERY_ID}
            name={QUERY_PARAM}
            value={text}
            aria-label="Search text"
            aria-invalid={invalid.size > 0 ? 'true' : undefined}
            placeholder="status:5xx user:ana since:1h"
            spellcheck={false}
            autocomplete="off"
          />
          <button type="submit">Search</button>
          {raw(HELP)}
        </div>
        {chips}
        <details class="menu drop filters" open={mistakes.some(({ param }) => param !== QUERY_PARAM)}>
          <summary>Filters</summary>
          <div class="panel">
            <div class="fields">
              {FIELDS.map(input)}
              {!isGrouped && <LimitField limit={limit} isInvalid={invalid.has('limit')} />}
            </div>
            <button type="submit">Apply</button>
          </div>
        </details>
      </form>
      {/* The script adds the saved searches here. */}
      <div class="saved-place" />
      {times}
    </search>
  );
}

/** The parameters with mistakes. A mistake in the query text also marks the field that shows it. */
function invalidParams(mistakes: readonly Mistake[]): ReadonlySet<string> {
  return new Set(
    mistakes.flatMap(({ param, text, from }) => {
      if (param !== QUERY_PARAM) return [ALIASES.get(param) ?? param];
      const clause = parseClauses(text).find(({ start, end }) => start <= from && from <= end);
      return [QUERY_PARAM, clause?.name ?? ''];
    }),
  );
}

function LimitField({ limit, isInvalid }: { limit: string; isInvalid: boolean }) {
  return (
    <label>
      Results
      <select name="limit" aria-invalid={isInvalid ? 'true' : undefined}>
        {[...new Set([...LIMITS.map(String), limit])].map((n) => (
          <option value={n} selected={n === limit}>
            {visibleText(n)}
          </option>
        ))}
      </select>
    </label>
  );
}

function QueryHelp() {
  return (
    <details class="menu sign query-help">
      <summary aria-label="Query syntax" title="Query syntax">
        ?
      </summary>
      {/* Can be focused, to scroll it on a phone with the keyboard. */}
      <section class="panel" aria-label="Query syntax" tabindex={0}>
        <p>
          Bare words match the URL. Use <code>field:value</code> for everything else; a request must match all
          terms. A comma means OR, a leading minus means NOT, <code>*</code> matches any text, and quotes keep
          spaces together.
        </p>
        <dl>
          {[...QUERY_FIELDS.values(), SORT_HELP].map(({ help, example }) => (
            <div>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
      </section>
    </details>
  );
}

/** Rendered once, because every page has it unchanged. */
const HELP = String(<QueryHelp />);

/** Most fields are empty, so their empty inputs are rendered once. */
const EMPTY_INPUTS: ReadonlyMap<string, string> = new Map(
  FIELDS.map((field) => [field.param, String(<FieldInput field={field} value="" invalid={false} />)]),
);

interface FieldInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly invalid: boolean;
}

function FieldInput({ field: { param, label, example, options }, value, invalid }: FieldInputProps) {
  const ariaInvalid = invalid ? 'true' : undefined;
  if (!options) {
    return (
      <label class={`field-${param}`}>
        {label}
        <input
          name={param}
          value={value}
          placeholder={example}
          aria-invalid={ariaInvalid}
          spellcheck={false}
          autocomplete="off"
        />
      </label>
    );
  }
  const choices = value === '' || options.includes(value) ? options : [...options, value];
  return (
    <label class={`field-${param}`}>
      {label}
      <select name={param} aria-invalid={ariaInvalid}>
        <option value="">Any</option>
        {choices.map((option) => (
          <option value={option} selected={option === value}>
            {visibleText(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
