import { button, element } from './element.ts';
import { BASE } from './page-url.ts';

/** How long a button or link shows the result of copying. */
const RESULT_MS = 1500;
/** How long a notice is shown. */
const NOTICE_MS = 2000;

/**
 * Adds copy buttons to the hovered or focused row, to the profile summary, and to elements with `data-copy`. Links that
 * are there to be copied are copied, and followed only if that fails or without script.
 */
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
  onPlainClick('a[data-copy-target]', (link, name) =>
    copyTarget(link, name).catch(() => location.assign(link.href)),
  );
  onPlainClick('.share a', (link, name) =>
    copyText(link.href, name === 'Share' ? 'the link' : 'the link with relative times'),
  );
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
      const result = await navigator.clipboard.writeText(text()).then(
        () => 'copied',
        () => 'not allowed',
      );
      showResult(created, result, name);
    },
    { class: 'quiet' },
  );
  return created;
}

function showResult(place: HTMLElement, result: string, name: string): void {
  place.textContent = result;
  setTimeout(() => {
    place.textContent = name;
  }, RESULT_MS);
}

/** Runs when these links are clicked, unless a key asks for another tab or window. */
function onPlainClick(selector: string, run: (link: HTMLAnchorElement, name: string) => unknown): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(selector)) {
    const name = link.textContent;
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      run(link, name);
    });
  }
}

/** Copies the text that a link leads to. */
async function copyTarget(link: HTMLAnchorElement, name: string): Promise<void> {
  const response = await fetch(link.href);
  // Not every request can be written in every language: the answer says why.
  if (!response.ok) throw new Error(`status ${response.status}`);
  await navigator.clipboard.writeText(await response.text());
  // The width stays the same, so nothing moves.
  link.style.width = `${link.getBoundingClientRect().width}px`;
  showResult(link, 'Copied', name);
}

/** Copies a text, and says so at the bottom of the window, also to screen readers. */
export async function copyText(text: string, name: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  const message = copied ? `Copied ${name}` : 'The browser did not allow copying';
  const place = document.querySelector('.notice') ?? element('p', { class: 'notice', role: 'status' });
  document.body.append(place);
  place.textContent = message;
  setTimeout(() => {
    if (place.textContent === message) place.textContent = '';
  }, NOTICE_MS);
}
