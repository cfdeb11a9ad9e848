import { button } from './element.ts';
import { BASE } from './page-url.ts';

/** How long a button shows the result of copying. */
const RESULT_MS = 1500;

/** Adds copy buttons to the hovered or focused row, to the profile summary, and to elements with `data-copy`. */
export function startCopy(): void {
  if (!navigator.clipboard) return;
  for (const source of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const name = source.dataset.copyName ?? '';
    source.after(
      ' ',
      copyButton(`Copy ${name}`.trim(), () => source.dataset.copy || source.textContent || ''),
    );
  }
  startProfileCopy();
  const table = document.querySelector<HTMLElement>('#results');
  if (table) startRowCopy(table);
}

/** A long URL occurs twice in the summary: first shortened, then complete. */
function startProfileCopy(): void {
  const token = document.querySelector<HTMLElement>('.profile-head [data-copy-name=token]');
  const url = [...document.querySelectorAll('.profile-head .whole-url')].at(-1);
  if (!token || !url) return;
  token.parentElement?.append(
    ' ',
    copyButton('URL', () => url.textContent),
    ' ',
    copyButton('link', () => `${location.origin}${BASE}/${token.dataset.copy}`),
  );
}

/** All rows share one button, which moves to the hovered or focused row. */
function startRowCopy(table: HTMLElement): void {
  let row: HTMLElement | null = null;
  const inRow = (selector: string) => row?.querySelector<HTMLElement>(selector) ?? null;
  const copy = copyButton('Copy URL', () => inRow('.url')?.title ?? '');
  copy.classList.add('row-copy');
  // The tab key stops once in each row.
  copy.tabIndex = -1;
  const moveButton = ({ target }: Event) => {
    const next = target instanceof Element ? target.closest<HTMLElement>('tbody tr') : null;
    if (next === null || next === row) return;
    row = next;
    (inRow('.by') ?? inRow('.url-cell'))?.append(copy);
  };
  table.addEventListener('pointerover', moveButton);
  table.addEventListener('focusin', moveButton);
}

function copyButton(name: string, text: () => string): HTMLButtonElement {
  const created = button(
    name,
    async () => {
      created.textContent = await navigator.clipboard.writeText(text()).then(
        () => 'copied',
        () => 'not allowed',
      );
      setTimeout(() => {
        created.textContent = name;
      }, RESULT_MS);
    },
    { class: 'quiet' },
  );
  return created;
}
