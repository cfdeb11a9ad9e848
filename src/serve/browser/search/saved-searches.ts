import { button, element } from '../element.ts';
import { BASE } from '../page-url.ts';

interface SavedSearch {
  readonly name: string;
  /** The query string of the search page. */
  readonly query: string;
}

const MAX_NAME_LENGTH = 80;
const STORAGE_KEY = `gatebook.saved ${BASE}`;

/** Adds a list of searches to the form. They are stored in this browser only. */
export function startSavedSearches(): void {
  const place = document.querySelector('.saved-place');
  if (!place || !isStorageAllowed()) return;
  const summary = element('summary', {});
  const list = element('ul', {});
  const nameInput = element('input', {
    name: 'name',
    required: '',
    maxlength: String(MAX_NAME_LENGTH),
    autocomplete: 'off',
  });
  const saveForm = element(
    'form',
    {},
    element('label', {}, 'Name of this search ', nameInput),
    ' ',
    element('button', {}, 'Save'),
  );
  place.append(
    element(
      'details',
      { class: 'menu drop saved' },
      summary,
      element('div', { class: 'panel' }, list, saveForm),
    ),
  );
  nameInput.value = defaultName(new URLSearchParams(location.search));

  function show(): void {
    const searches = readSearches();
    summary.textContent = searches.length > 0 ? `Saved searches (${searches.length})` : 'Saved searches';
    list.replaceChildren(
      ...searches.map(({ name, query }) =>
        element(
          'li',
          {},
          element('a', { href: `${BASE}?${query}` }, name),
          ' ',
          button('Delete', () => store(searches.filter((other) => other.name !== name)), {
            class: 'quiet',
            'aria-label': `Delete ${name}`,
          }),
        ),
      ),
    );
  }
  function store(searches: readonly SavedSearch[]): void {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(searches));
    show();
  }

  saveForm.addEventListener('submit', (event) => {
    event.preventDefault();
    const params = new URLSearchParams(location.search);
    // A saved search opens the list.
    for (const name of ['cursor', 'order', 'by']) params.delete(name);
    const saved = { name: nameInput.value.trim(), query: params.toString() };
    if (saved.name !== '') store([...readSearches().filter(({ name }) => name !== saved.name), saved]);
  });
  // Fired when another tab changes the list.
  addEventListener('storage', show);
  show();
}

function defaultName(params: URLSearchParams): string {
  const criteria = [...params].filter(
    ([name, value]) => value !== '' && !['limit', 'cursor', 'order', 'by', 'tz'].includes(name),
  );
  const text = criteria.map(([name, value]) => (name === 'q' ? value : `${name}:${value}`)).join(' ');
  return (text || 'All requests').slice(0, MAX_NAME_LENGTH);
}

function isStorageAllowed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== undefined;
  } catch {
    return false;
  }
}

function readSearches(): SavedSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedSearch) : [];
  } catch {
    return [];
  }
}

function isSavedSearch(value: unknown): value is SavedSearch {
  const { name, query } = (value ?? {}) as Partial<SavedSearch>;
  return typeof name === 'string' && typeof query === 'string';
}
