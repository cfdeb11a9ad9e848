/** A click on a filter selects its text in the search field. */
export function startEditFilter(): void {
  const input = document.querySelector<HTMLInputElement>('form.search input[name=q]');
  if (!input) return;
  for (const link of document.querySelectorAll<HTMLElement>('.chip .edit')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      input.focus();
      input.setSelectionRange(Number(link.dataset.start), Number(link.dataset.end));
    });
  }
}
