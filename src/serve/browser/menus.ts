/** Closes an open menu with Escape, or when the reader clicks or moves the focus outside of it. */
export function startMenus(): void {
  const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
  const closeOthers = (target: EventTarget | null) => {
    for (const menu of openMenus())
      if (!(target instanceof Node && menu.contains(target)) && !menu.querySelector('[aria-invalid]'))
        menu.open = false;
  };
  document.addEventListener('pointerdown', ({ target }) => closeOthers(target));
  document.addEventListener('focusin', ({ target }) => closeOthers(target));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  });
}
