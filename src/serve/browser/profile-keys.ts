/** Keys of the profile page: a number opens a panel, `u` goes up to the list, `c` copies the token. */
export function startProfileKeys(): void {
  if (!document.querySelector('.profile-head')) return;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') || isField(event.target)) return;
    const target = targetOf(event.key);
    if (!target) return;
    event.preventDefault();
    target.click();
  });
}

function targetOf(key: string): HTMLElement | null {
  if (/^[1-9]$/.test(key)) return document.querySelector(`.rail [aria-keyshortcuts="${key}"]`);
  if (key === 'u') return document.querySelector('a[rel~=up]');
  return key === 'c' ? document.querySelector('.profile-head [data-copy-name=token] + button') : null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
