import { element } from './element.ts';

/** How long a notice is shown. */
const SHOWN_MS = 2000;

/** Shows a short text at the bottom of the window, also to screen readers. */
function notify(text: string): void {
  const place = document.querySelector('.notice') ?? element('p', { class: 'notice', role: 'status' });
  document.body.append(place);
  place.textContent = text;
  setTimeout(() => {
    if (place.textContent === text) place.textContent = '';
  }, SHOWN_MS);
}

/** Copies a text and says so. */
export async function copyText(text: string, name: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  notify(copied ? `Copied ${name}` : 'The browser did not allow copying');
}
