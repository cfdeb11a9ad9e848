import { copyButton } from './copy.ts';
import { element } from './element.ts';

/** Loads the menu of a row when it opens: the page that its link leads to has all that filters by the values of the row. */
export function startRowMenus(): void {
  document.querySelector('#results')?.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open) void loadRowMenu(target);
    },
    { capture: true },
  );
}

/** Without an answer, the link stays. */
async function loadRowMenu(menu: Element): Promise<void> {
  const link = menu.querySelector<HTMLAnchorElement>(':scope > ul:not(.row-filters) a');
  const response = link && (await fetch(link.href).catch(() => null));
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const list = page.querySelector('.row-filters');
  if (!list) return;
  const url = menu.closest('tr')?.querySelector<HTMLElement>('.url')?.title ?? '';
  if (navigator.clipboard)
    list.append(
      element(
        'li',
        { class: 'row-copy' },
        copyButton('Copy URL', () => url),
      ),
    );
  menu.querySelector('ul')?.replaceWith(list);
}

/** Excludes a value of a row. */
export async function excludeInRow(row: Element, name: string): Promise<void> {
  const menu = row.querySelector('.by');
  if (!menu) return;
  await loadRowMenu(menu);
  menu.querySelector<HTMLElement>(`.${name} .not`)?.click();
}
