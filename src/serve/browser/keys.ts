import { copyText, profileToken } from './copy.ts';
import { button, element } from './element.ts';
import { BASE } from './page-url.ts';
import { copyCurrent, excludeCurrent, moveRow } from './table-rows.ts';

const SHORTCUTS: readonly (readonly [key: string, action: string])[] = [
  ['/', 'go to the search field'],
  ['j', 'next row'],
  ['k', 'previous row'],
  ['← →', 'cells of the row'],
  ['Enter', 'open the row'],
  ['x', 'select the row, to compare two'],
  ['e', 'exclude the focused value, or the path of the row'],
  ['c', 'copy the focused value'],
  ['[', 'newer page or profile'],
  [']', 'older page or profile'],
  ['1 … 9', 'panels of a profile'],
  ['u', 'from a profile up to the list'],
  ['t', 'turn Live on or off'],
  ['g o', 'Overview, and likewise g s, g e, g r and g c'],
  ['?', 'show this help'],
];

interface KeyActions {
  toggleLive(): void;
  selectRow(): void;
}

/** Adds keyboard shortcuts and their help. They are off while the user types into a field. */
export function startKeys({ toggleLive, selectRow }: KeyActions): void {
  const help: HTMLDialogElement = element(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keyboard shortcuts'),
    element(
      'dl',
      {},
      ...SHORTCUTS.map(([key, action]) =>
        element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, action)),
      ),
    ),
    button('Close', () => help.close()),
  );
  document.body.append(help);
  const showHelp = () => help.showModal();
  document
    .querySelector('.bar .shortcuts')
    ?.append(button('Keyboard shortcuts', showHelp, { 'aria-keyshortcuts': '?' }));

  const actions: Readonly<Record<string, () => unknown>> = {
    '/': focusSearchField,
    j: () => moveRow(1),
    k: () => moveRow(-1),
    x: selectRow,
    e: excludeCurrent,
    c: () => {
      const token = profileToken();
      if (token === undefined) copyCurrent();
      else void copyText(token, token);
    },
    '[': () => click('a[rel~=prev]'),
    ']': () => click('a[rel~=next]'),
    u: () => click('a[rel~=up]'),
    t: toggleLive,
    '?': showHelp,
  };
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (help.open || isTyping(event.target)) return;
    const page = isGoing ? `.bar [data-keys="g ${event.key}"]` : '';
    isGoing = event.key === 'g';
    const action =
      page !== '' && document.querySelector(page)
        ? () => click(page)
        : (actions[event.key] ?? panelAction(event.key));
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  );
}

/** Parameters of a profile's address that belong to the search it was opened from. */
const SEARCH_PARAMS = new Set(['q', 'limit', 'tz', 'cols']);

/** On a page without the field, opens the search that the page was opened from. */
function focusSearchField(): void {
  const input = document.querySelector<HTMLInputElement>('form.search input[name=q]');
  if (!input) {
    const params = [...new URLSearchParams(location.search)].filter(([name]) => SEARCH_PARAMS.has(name));
    const query = new URLSearchParams(params).toString();
    location.assign(`${BASE}${query === '' ? '' : `?${query}`}#query`);
    return;
  }
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}

/** A number opens a panel of a profile. */
function panelAction(key: string): (() => void) | null {
  const panel = /^[1-9]$/.test(key) ? `.rail [aria-keyshortcuts="${key}"]` : null;
  return panel && document.querySelector(panel) ? () => click(panel) : null;
}

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
