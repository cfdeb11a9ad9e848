import { element } from './element.ts';
import { BASE } from './page-url.ts';

const KEY = /^#key=(.*)$/s;

/** Logs in with the key of a link such as `/_profiler#key=KEY`, and removes the key from the address. */
export function startUnlock(): void {
  takeKey();
  // The link was opened in a tab that shows the page already.
  addEventListener('hashchange', takeKey);
}

function takeKey(): void {
  const key = KEY.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const locked = document.querySelector<HTMLElement>('[data-locked]');
  if (locked) void logIn(key, locked);
}

async function logIn(key: string, locked: HTMLElement): Promise<void> {
  const response = await fetch(`${BASE}/login`, {
    method: 'POST',
    body: new URLSearchParams({ key }),
    credentials: 'same-origin',
    redirect: 'follow',
  }).catch(() => null);
  if (response?.ok) location.replace(BASE);
  else showProblem(locked, response ? 'That key does not open this book.' : 'The app does not respond.');
}

function showProblem(locked: HTMLElement, text: string): void {
  locked.querySelector('.wrong')?.remove();
  locked.prepend(element('p', { class: 'wrong', role: 'alert' }, text));
}
