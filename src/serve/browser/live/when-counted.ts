import { element } from '../element.ts';

/** Says when the matches were counted, because there are rows now that the counts leave out. Counting them again reloads the page. */
export function sayWhenCounted(): void {
  const survey = document.querySelector<HTMLElement>('#survey');
  const line = survey?.querySelector('.classes');
  if (!line || line.querySelector('.counted-at')) return;
  const update = element('a', { href: location.href }, 'Update');
  update.addEventListener('click', (event) => {
    // A link to the address of the page would only scroll, because the address ends in #live.
    event.preventDefault();
    location.reload();
  });
  line.append(element('span', { class: 'counted-at' }, `Counts from ${survey?.dataset.counted} · `, update));
}
