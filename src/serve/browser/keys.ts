import { button, element } from './element.ts';
import { BASE, tools } from './site.ts';

const HELP: readonly (readonly [key: string, what: string])[] = [
  ['/', 'go to the search text'],
  ['j', 'next row'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['[', 'newer page, or previous profile'],
  [']', 'older page, or next profile'],
  ['t', 'Live on or off'],
  ['?', 'this help'],
];

/** The page by keyboard. No key acts while something is being typed. */
export function startKeys({ toggleLive }: { toggleLive: () => void }): void {
  const help: HTMLDialogElement = element(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    element('h2', { id: 'help-title' }, 'Keys'),
    element(
      'dl',
      {},
      ...HELP.map(([key, what]) =>
        element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)),
      ),
    ),
    button('Close', () => help.close()),
  );
  document.body.append(help);
  const showHelp = () => help.showModal();
  tools()?.append(button('Keys', showHelp, { class: 'quiet', 'aria-keyshortcuts': '?' }));

  const actions: Readonly<Record<string, () => unknown>> = {
    '/': toSearchText,
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '[': () => follow('prev'),
    ']': () => follow('next'),
    t: toggleLive,
    '?': showHelp,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (help.open || isTyping(event.target)) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function toSearchText(): void {
  const input = document.querySelector<HTMLInputElement>('form.search input[name=q]');
  if (!input) location.assign(BASE);
  input?.focus();
  input?.select();
}

/** A row is chosen by focus on its token: Enter opens it as it opens any link. */
function moveRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#results tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  rows[next]?.querySelector<HTMLElement>('.token a')?.focus();
}

function follow(rel: 'prev' | 'next'): void {
  document.querySelector<HTMLElement>(`a[rel~=${rel}]`)?.click();
}
