import { raw } from 'hono/html';
import { visibleText } from '../../format/visible-text.ts';
import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import { DEFAULT_LIMIT } from '../../search/criteria.ts';
import { formValues, queryFromParams, SHOWN_PARAM } from '../../search/edit-query.ts';
import { FIELDS as CRITERIA } from '../../search/fields.ts';
import { ALIASES } from '../../search/form.ts';
import type { Mistake } from '../../search/mistake.ts';
import { parseClauses, QUERY_PARAM } from '../../search/query-text.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const LIMITS = [10, 50, 100];
const ZONE_PARAM = 'tz';

interface Field {
  readonly param: string;
  readonly label: string;
  readonly example?: string;
  readonly options?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { param: 'ip', label: 'IP', example: '203.0.113.0/24' },
  { param: 'method', label: 'Method', options: METHODS },
  { param: 'status', label: 'Status', example: '4xx' },
  { param: 'url', label: 'URL', example: '/.env' },
  { param: 'token', label: 'Token', example: '3fa2c1' },
  { param: 'since', label: 'From', example: '1h' },
  { param: 'until', label: 'Until', example: '2026-11-14' },
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
  { param: 'parent', label: 'Sub-requests of', example: '3fa2c1' },
  { param: 'at', label: 'At', example: '2026-11-14T09:05' },
  { param: ZONE_PARAM, label: 'Time zone', example: 'UTC' },
];

interface FormProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly mistakes?: readonly Mistake[];
}

/** The whole search as one line of text, and every criterion as a field that shows its part of that line. */
export function SearchForm({ base, params, mistakes = [] }: FormProps) {
  const text = queryFromParams(params);
  const parts = formValues(text);
  const wrong = mistakenParams(mistakes);
  const limit = params.get('limit') || String(DEFAULT_LIMIT);
  const given = ({ param }: Field) =>
    (param === ZONE_PARAM ? params.get(ZONE_PARAM) : parts.get(param)) ?? '';
  const set = MORE_FIELDS.filter((field) => given(field) !== '');
  const input = (field: Field) => {
    const value = given(field);
    const isWrong = wrong.has(field.param);
    if (value === '' && !isWrong) return raw(BLANK.get(field.param) ?? '');
    return <FieldInput field={field} value={value} wrong={isWrong} />;
  };
  return (
    <search>
      <form class="search" id="search" action={base} method="get">
        <input type="hidden" name={SHOWN_PARAM} value={text} />
        <div class="query">
          <input
            type="search"
            id="query"
            name={QUERY_PARAM}
            value={text}
            aria-label="Search text"
            aria-invalid={wrong.size > 0 ? 'true' : undefined}
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
            <select name="limit" aria-invalid={wrong.has('limit') ? 'true' : undefined}>
              {[...new Set([...LIMITS.map(String), limit])].map((n) => (
                <option value={n} selected={n === limit}>
                  {visibleText(n)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <details open={MORE_FIELDS.some(({ param }) => wrong.has(param))}>
          <summary>
            More criteria{set.length > 0 && `: ${set.map(({ label }) => label.toLowerCase()).join(', ')} set`}
          </summary>
          <div class="fields">{MORE_FIELDS.map(input)}</div>
        </details>
        {raw(HELP)}
      </form>
    </search>
  );
}

/** The fields a mistake stands in; one in the text marks the field that shows it, too. */
function mistakenParams(mistakes: readonly Mistake[]): ReadonlySet<string> {
  return new Set(
    mistakes.flatMap(({ param, text, from }) => {
      if (param !== QUERY_PARAM) return [ALIASES.get(param) ?? param];
      const clause = parseClauses(text).find(({ start, end }) => start <= from && from <= end);
      return [QUERY_PARAM, clause?.name ?? ''];
    }),
  );
}

function QueryHelp() {
  return (
    <details class="query-help">
      <summary>How to write a search</summary>
      <p>
        Words find their like in the URL. A field finds what it names; all that is written must hold. A comma
        means or, a minus in front means not, a star is any text, and quotes keep spaces.
      </p>
      <dl>
        {[...CRITERIA.values()].map(({ help, example }) => (
          <div>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The same on every page: drawn once. */
const HELP = String(<QueryHelp />);

/** A field that nothing is asked in, as most are: drawn once. */
const BLANK: ReadonlyMap<string, string> = new Map(
  [...FIELDS, ...MORE_FIELDS].map((field) => [
    field.param,
    String(<FieldInput field={field} value="" wrong={false} />),
  ]),
);

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly wrong: boolean;
}

function FieldInput({ field: { param, label, example, options }, value, wrong }: FieldInputProps) {
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
            {visibleText(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
