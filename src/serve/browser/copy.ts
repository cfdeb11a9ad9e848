import { button, element } from './element.ts';
import { BASE } from './site.ts';

/** How long a button says that it has copied. */
const SAID_MS = 1500;

/** Copy buttons: on the row under the pointer or the focus, and beside whatever the page marks as worth copying. */
export function startCopy(): void {
  if (!navigator.clipboard) return;
  for (const marked of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const name = marked.dataset.copyName ?? '';
    marked.after(
      ' ',
      copyButton(`Copy ${name}`.trim(), () => marked.dataset.copy || marked.textContent || ''),
    );
  }
  startProfileCopy();
  const table = document.querySelector<HTMLElement>('#results');
  if (table) startRowCopy(table);
}

/** Beside the token of a profile. Its URL stands last where it is whole. */
function startProfileCopy(): void {
  const token = document.querySelector<HTMLElement>('.summary [data-copy-name=token]');
  const url = [...document.querySelectorAll('.summary .whole-url')].at(-1);
  if (!token || !url) return;
  token.parentElement?.append(
    ' ',
    copyButton('URL', () => url.textContent),
    ' ',
    copyButton('link', () => `${location.origin}${BASE}/${token.dataset.copy}`),
  );
}

/** One set of buttons for all rows. It goes where the pointer or the focus is, to the other actions of the row. */
function startRowCopy(table: HTMLElement): void {
  let row: HTMLElement | null = null;
  const of = <E extends HTMLElement>(selector: string) => row?.querySelector<E>(selector) ?? null;
  const set = element(
    'span',
    { class: 'row-copy', role: 'group', 'aria-label': 'Copy from this row' },
    copyButton('Copy token', () => row?.dataset.token ?? ''),
    copyButton('URL', () => of('.url')?.title ?? ''),
    copyButton('link', () => of<HTMLAnchorElement>('.token a')?.href ?? ''),
  );
  const place = ({ target }: Event) => {
    const over = target instanceof Element ? target.closest<HTMLElement>('tbody tr') : null;
    if (over === null || over === row) return;
    row = over;
    (of('.by') ?? of('.url-cell'))?.append(set);
  };
  table.addEventListener('pointerover', place);
  table.addEventListener('focusin', place);
}

function copyButton(name: string, text: () => string): HTMLButtonElement {
  const made = button(
    name,
    async () => {
      const said = await navigator.clipboard.writeText(text()).then(
        () => 'copied',
        () => 'not allowed',
      );
      made.textContent = said;
      setTimeout(() => {
        made.textContent = name;
      }, SAID_MS);
    },
    { class: 'quiet' },
  );
  return made;
}
