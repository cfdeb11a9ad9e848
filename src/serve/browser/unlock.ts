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
  const visit = locked.querySelector<HTMLInputElement>('input[name=visit]')?.value ?? '';
  const showLocked = showOpening(locked);
  const response = await fetch(`${BASE}/login`, {
    method: 'POST',
    body: new URLSearchParams({ key, visit }),
    credentials: 'same-origin',
    // The redirect leads to the page, which takes long if the book is large, and is loaded below.
    redirect: 'manual',
  }).catch(() => null);
  if (response?.type === 'opaqueredirect') {
    location.replace(location.pathname === `${BASE}/login` ? BASE : location.href);
    return;
  }
  showLocked();
  showProblem(
    locked,
    response?.status === 401 ? 'That key does not open this book.' : 'The app does not respond.',
  );
}

/** A large book takes a moment to open: until then, the page does not say that it is locked. Returns how to undo it. */
function showOpening(locked: HTMLElement): () => void {
  const heading = document.querySelector('h1');
  const before = heading?.textContent ?? '';
  const show = (text: string, isHidden: boolean) => {
    if (heading) heading.textContent = text;
    locked.hidden = isHidden;
  };
  show('Opening Profile Search…', true);
  return () => show(before, false);
}

function showProblem(locked: HTMLElement, text: string): void {
  locked.querySelector('.wrong')?.remove();
  locked.prepend(element('p', { class: 'wrong', role: 'alert' }, text));
}
