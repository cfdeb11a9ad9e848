import { button, element } from './element.ts';
import { BASE } from './site.ts';

interface Saved {
  readonly name: string;
  /** The parameters of its address. */
  readonly query: string;
}

const MAX_NAME = 80;
const key = `gatebook.saved ${BASE}`;

/** Searches kept in this browser, listed under the form. */
export function startSaved(): void {
  const form = document.querySelector('form.search');
  if (!form || !canKeep()) return;
  const summary = element('summary', {});
  const list = element('ul', {});
  const name = element('input', {
    name: 'name',
    required: '',
    maxlength: String(MAX_NAME),
    autocomplete: 'off',
  });
  const save = element(
    'form',
    {},
    element('label', {}, 'Name for this one ', name),
    ' ',
    element('button', {}, 'Save'),
  );
  form.after(element('details', { class: 'saved' }, summary, list, save));
  name.value = nameOf(new URLSearchParams(location.search));

  function show(): void {
    const all = read();
    summary.textContent = all.length > 0 ? `Saved searches (${all.length})` : 'Saved searches';
    list.replaceChildren(
      ...all.map((saved) =>
        element(
          'li',
          {},
          element('a', { href: `${BASE}?${saved.query}` }, saved.name),
          ' ',
          button('Delete', () => keep(all.filter((other) => other.name !== saved.name)), {
            class: 'quiet',
            'aria-label': `Delete ${saved.name}`,
          }),
        ),
      ),
    );
  }
  function keep(all: readonly Saved[]): void {
    localStorage.setItem(key, JSON.stringify(all));
    show();
  }

  save.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = new URLSearchParams(location.search);
    query.delete('cursor');
    const saved = { name: name.value.trim(), query: query.toString() };
    if (saved.name !== '') keep([...read().filter((other) => other.name !== saved.name), saved]);
  });
  // Another tab may have saved one.
  addEventListener('storage', show);
  show();
}

function nameOf(params: URLSearchParams): string {
  const asked = [...params].filter(
    ([name, value]) => value !== '' && !['limit', 'cursor', 'tz'].includes(name),
  );
  const words = asked.map(([name, value]) => (name === 'q' ? value : `${name}:${value}`)).join(' ');
  return (words || 'All requests').slice(0, MAX_NAME);
}

/** Some browsers forbid it: then there is nothing to offer. */
function canKeep(): boolean {
  try {
    return localStorage.getItem(key) !== undefined;
  } catch {
    return false;
  }
}

function read(): Saved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is Saved {
  const { name, query } = (value ?? {}) as Partial<Saved>;
  return typeof name === 'string' && typeof query === 'string';
}
