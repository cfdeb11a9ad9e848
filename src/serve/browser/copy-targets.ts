/** How long a link shows the result of copying. */
const RESULT_MS = 1500;

/** Links marked with `data-copy-target` copy the text that they link to. If that fails, they are followed. */
export function startCopyTargets(): void {
  if (!navigator.clipboard) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-copy-target]'))
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      copyTarget(link).catch(() => location.assign(link.href));
    });
}

async function copyTarget(link: HTMLAnchorElement): Promise<void> {
  const response = await fetch(link.href);
  // Not every request can be written in every language: the answer says why.
  if (!response.ok) throw new Error(`status ${response.status}`);
  await navigator.clipboard.writeText(await response.text());
  const name = link.textContent;
  // The width stays the same, so nothing moves.
  link.style.width = `${link.getBoundingClientRect().width}px`;
  link.textContent = 'Copied';
  setTimeout(() => {
    link.textContent = name;
  }, RESULT_MS);
}
