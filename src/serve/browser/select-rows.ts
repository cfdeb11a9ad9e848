import { button, element } from './element.ts';
import { BASE } from './page-url.ts';
import { currentRow } from './table-rows.ts';

/** How many rows can be compared. */
const COMPARED = 2;

/** Adds a checkbox to each row, and a bar that compares two selected rows. Returns what the key `x` does. */
export function startSelection(): () => void {
  const body = document.querySelector<HTMLElement>('#results tbody');
  if (!body) return () => {};
  const selected = new Set<string>();
  const text = element('span', { role: 'status' });
  const compare = element('a', { class: 'button' }, 'Compare');
  const bar = element(
    'section',
    { class: 'selection', 'aria-label': 'Selected requests' },
    text,
    compare,
    button('Clear', clear, { class: 'quiet' }),
  );
  bar.hidden = true;
  document.body.append(bar);

  function show(): void {
    const { size } = selected;
    bar.hidden = size === 0;
    const [a, b] = [...selected];
    text.textContent = `${size} selected${size === COMPARED ? ':' : size < COMPARED ? ', select another to compare' : ', only two can be compared'}`;
    compare.hidden = size !== COMPARED;
    const zone = new URLSearchParams(location.search).get('tz');
    compare.href = `${BASE}/compare?a=${a}&b=${b}${zone ? `&tz=${encodeURIComponent(zone)}` : ''}`;
    for (const row of body?.querySelectorAll<HTMLElement>('tr') ?? []) {
      const isSelected = selected.has(row.dataset.token ?? '');
      row.classList.toggle('selected', isSelected);
      const box = row.querySelector<HTMLInputElement>('.pick');
      if (box) box.checked = isSelected;
    }
  }
  function toggle(row: HTMLElement): void {
    const { token = '' } = row.dataset;
    if (!selected.delete(token)) selected.add(token);
    show();
  }
  function clear(): void {
    selected.clear();
    show();
  }
  function addBoxes(): void {
    for (const row of body?.querySelectorAll<HTMLElement>('tr') ?? []) {
      if (row.querySelector('.pick')) continue;
      const label = `Select ${row.dataset.token}`;
      const box = element('input', { type: 'checkbox', class: 'pick', tabindex: '-1', 'aria-label': label });
      box.addEventListener('change', () => toggle(row));
      row.querySelector('td')?.prepend(box);
    }
  }
  addBoxes();
  // Live adds rows.
  new MutationObserver(addBoxes).observe(body, { childList: true });
  return () => {
    const row = currentRow();
    if (row) toggle(row);
  };
}
