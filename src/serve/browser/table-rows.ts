import { copyText } from './copy.ts';
import { excludeInRow } from './row-menus.ts';

/** Moves between rows and cells of the results, and acts on the focused or hovered cell. */

const ROW_KEY = 'gatebook.row';
const allRows = () => [...document.querySelectorAll<HTMLElement>('#results tbody tr')];

/** The row of the focus or, without one, of the pointer. */
export function currentRow(): HTMLElement | null {
  return currentCell()?.closest<HTMLElement>('tr') ?? null;
}

function currentCell(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('#results tbody td');
  return focused ?? document.querySelector<HTMLElement>('#results tbody td:hover');
}

/** Moves the focus to the token link of another row, so Enter opens the profile. */
export function moveRow(step: number): void {
  const rows = allRows();
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step;
  focusRow(rows[next]);
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('.token a')?.focus();
}

/** Excludes the value of the focused cell; in the cells of URL and token, the path of the request. */
export function excludeCurrent(): void {
  const focused = document.activeElement?.closest<HTMLElement>('#results td, .facet li');
  const cell = focused ?? document.querySelector<HTMLElement>('#results td:hover, .facet li:hover');
  const name = cell?.matches('.url-cell, .token') ? 'path' : cell?.className;
  const row = cell?.closest('tr');
  if (row && name) void excludeInRow(row, name);
  else cell?.querySelector<HTMLElement>('.not')?.click();
}

/** Copies the value of the focused cell. */
export function copyCurrent(): void {
  const cell = currentCell();
  const text = cell?.querySelector<HTMLElement>('.url')?.title ?? cell?.querySelector('a, span')?.textContent;
  if (text) void copyText(text, text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

/** Moves between the links and buttons of a row with the arrow keys: the tab key stops only once in each. */
function startArrowKeys(body: HTMLElement): void {
  const targetsOf = (row: Element) =>
    [...row.querySelectorAll<HTMLElement>('a, button, input, summary')].filter(
      (each) => each.getClientRects().length > 0,
    );
  body.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = document.activeElement?.closest<HTMLElement>('tr');
    if (!row) return;
    const targets = targetsOf(row);
    const at = targets.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowLeft') targets[at - 1]?.focus();
    else if (event.key === 'ArrowRight') targets[at + 1]?.focus();
    else if (event.key === 'ArrowDown') moveRow(1);
    else if (event.key === 'ArrowUp') moveRow(-1);
    else return;
    event.preventDefault();
  });
}

/** Back from a profile, the focus returns to the row that it was opened from. */
function startReturn(body: HTMLElement): void {
  body.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('td > a') : null;
    const token = link?.closest<HTMLElement>('tr')?.dataset.token;
    if (token) sessionStorage.setItem(ROW_KEY, token);
  });
  const token = sessionStorage.getItem(ROW_KEY);
  sessionStorage.removeItem(ROW_KEY);
  if (token === null || location.hash === '#query') return;
  focusRow(allRows().find((row) => row.dataset.token === token));
}

export function startRows(): void {
  const body = document.querySelector<HTMLElement>('#results tbody');
  if (!body) return;
  startArrowKeys(body);
  startReturn(body);
}
