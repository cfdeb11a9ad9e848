import { button, element, topBarTools } from './element.ts';
import { BASE } from './page-url.ts';

const SHORTCUTS: readonly (readonly [key: string, action: string])[] = [
  ['/', 'go to the search field'],
  ['j', 'next row'],
  ['k', 'previous row'],
  ['Enter', 'open the row'],
  ['[', 'newer page or profile'],
  [']', 'older page or profile'],
  ['t', 'turn Live on or off'],
  ['?', 'show this help'],
];

/** Adds keyboard shortcuts and their help. They are off while the user types into a field. */
export function startKeys({ toggleLive }: { toggleLive: () => void }): void {
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
  topBarTools()?.append(button('Shortcuts', showHelp, { class: 'quiet', 'aria-keyshortcuts': '?' }));

  const actions: Readonly<Record<string, () => unknown>> = {
    '/': focusSearchField,
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '[': () => followLink('prev'),
    ']': () => followLink('next'),
    t: toggleLive,
    '?': showHelp,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (help.open || isTyping(event.target)) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function focusSearchField(): void {
  const input = document.querySelector<HTMLInputElement>('form.search input[name=q]');
  // The link of the page keeps the time zone.
  if (!input) location.assign(document.querySelector<HTMLAnchorElement>('.brand')?.href ?? BASE);
  input?.focus();
  input?.select();
}

/** Moves the focus to the token link of another row, so Enter opens the profile. */
function moveRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#results tbody tr')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step;
  rows[next]?.querySelector<HTMLElement>('.token a')?.focus();
}

function followLink(rel: 'prev' | 'next'): void {
  document.querySelector<HTMLElement>(`a[rel~=${rel}]`)?.click();
}
