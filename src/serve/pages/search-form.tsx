import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import { DEFAULT_LIMIT } from '../../search/criteria.ts';
import type { Mistake } from '../../search/mistake.ts';
import { QUERY_PARAM } from '../../search/query-text.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const LIMITS = [10, 50, 100];

interface Field {
  readonly param: string;
  readonly label: string;
  /** The original's name for it, taken from an address and given back under ours. */
  readonly alias?: string;
  readonly example?: string;
  readonly options?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { param: 'ip', label: 'IP', example: '203.0.113.0/24' },
  { param: 'method', label: 'Method', options: METHODS },
  { param: 'status', alias: 'status_code', label: 'Status', example: '4xx' },
  { param: 'url', label: 'URL', example: '/.env' },
  { param: 'token', label: 'Token', example: '3fa2c1' },
  { param: 'since', alias: 'start', label: 'From', example: '1h' },
  { param: 'until', alias: 'end', label: 'Until', example: '2026-11-14' },
];
const MORE_FIELDS: readonly Field[] = [
  { param: 'host', label: 'Host', example: 'shop.example' },
  { param: 'route', label: 'Route', example: '/users/:id' },
  { param: 'duration', label: 'Duration', example: '>500ms' },
  { param: 'kind', label: 'Kind', options: KINDS },
  { param: 'client', label: 'Client', options: CLIENT_CLASSES },
  { param: 'error', label: 'Error', example: 'TypeError' },
  { param: 'trace', label: 'Trace id' },
  { param: 'agent', label: 'User agent', example: 'curl' },
  { param: 'tz', label: 'Time zone', example: 'UTC' },
];

interface FormProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly mistakes?: readonly Mistake[];
}

/** Every criterion as a field, and one line of text that can say the same. */
export function SearchForm({ base, params, mistakes = [] }: FormProps) {
  const given = (field: Field) => params.get(field.param) || (field.alias && params.get(field.alias)) || '';
  const wrong = (field: Field) =>
    mistakes.some(({ param }) => param === field.param || param === field.alias);
  const limit = params.get('limit') || String(DEFAULT_LIMIT);
  const input = (field: Field) => <FieldInput field={field} value={given(field)} wrong={wrong(field)} />;
  return (
    <search>
      <form class="search" action={base} method="get">
        <div class="query">
          <input
            type="search"
            name={QUERY_PARAM}
            value={params.get(QUERY_PARAM) ?? ''}
            aria-label="Search text"
            aria-invalid={wrong({ param: QUERY_PARAM, label: '' }) ? 'true' : undefined}
            placeholder="for example: status:4xx -client:scanner since:1h .env"
            spellcheck={false}
            autocomplete="off"
          />
          <button type="submit">Search</button>
        </div>
        <div class="fields">
          {FIELDS.map(input)}
          <label>
            Results
            <select name="limit">
              {[...new Set([...LIMITS.map(String), limit])].map((n) => (
                <option value={n} selected={n === limit}>
                  {n}
                </option>
              ))}
            </select>
          </label>
        </div>
        <details open={MORE_FIELDS.some((field) => given(field) !== '')}>
          <summary>More criteria</summary>
          <div class="fields">{MORE_FIELDS.map(input)}</div>
        </details>
      </form>
    </search>
  );
}

function FieldInput({
  field: { param, label, example, options },
  value,
  wrong,
}: {
  field: Field;
  value: string;
  wrong: boolean;
}) {
  const invalid = wrong ? 'true' : undefined;
  if (!options) {
    return (
      <label class={`field-${param}`}>
        {label}
        <input
          name={param}
          value={value}
          placeholder={example}
          aria-invalid={invalid}
          spellcheck={false}
          autocomplete="off"
        />
      </label>
    );
  }
  const known = value === '' || options.includes(value) ? options : [...options, value];
  return (
    <label class={`field-${param}`}>
      {label}
      <select name={param} aria-invalid={invalid}>
        <option value="">any</option>
        {known.map((option) => (
          <option value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
