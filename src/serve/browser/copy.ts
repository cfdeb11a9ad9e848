import { button, element } from './element.ts';
import { BASE } from './page-url.ts';

/** How long a button or link shows the result of copying. */
const RESULT_MS = 1500;
/** How long a notice is shown. */
const NOTICE_MS = 2000;

/**
 * Adds copy buttons to the menu of a profile, and to elements with `data-copy`. Links that
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
  onPlainClick('a[data-copy-target]', (link, name) =>
    copyTarget(link, name).catch(() => location.assign(link.href)),
  );
  onPlainClick('.share a', (link) => {
    link.closest('details')?.removeAttribute('open');
    return copyText(link.href, 'the link');
  });
}

/** Adds what needs no answer of the server to the menu of a profile. */
function startProfileCopy(): void {
  const list = document.querySelector<HTMLElement>('.profile-head .copy ul');
  const token = profileToken();
  if (!list || !token) return;
  const copies: readonly (readonly [name: string, text: string])[] = [
    ['Copy token', token],
    ['Copy URL', list.dataset.url ?? ''],
    ['Copy link', `${location.origin}${BASE}/${token}`],
  ];
  list.prepend(
    ...copies.map(([name, text]) =>
      element(
        'li',
        {},
        copyButton(name, () => text),
      ),
    ),
  );
}

export function profileToken(): string | undefined {
  return document.querySelector<HTMLElement>('.head-facts [data-token]')?.dataset.token;
}

export function copyButton(name: string, text: () => string): HTMLButtonElement {
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
