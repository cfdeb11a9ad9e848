import { copyText } from './notice.ts';

/** The links of Share are copied. Without script, they open that address. */
export function startShare(): void {
  if (!navigator.clipboard) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.share a')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void copyText(link.href, link.textContent === 'Share' ? 'the link' : 'the link with relative times');
    });
  }
}
