import { element } from '../element.ts';
import { type Completion, completionsOf, type Vocabulary } from './completions.ts';
import { readVocabulary } from './vocabulary.ts';

const LIST_ID = 'completions';

/** Completes fields and values in the query text, as a combobox with a list below it. */
export function startComplete(): void {
  const input = document.querySelector<HTMLInputElement>('form.search input[name=q]');
  if (!input) return;
  const list = element('ul', { id: LIST_ID, role: 'listbox', 'aria-label': 'Completions' });
  list.hidden = true;
  input.after(list);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': LIST_ID,
  }))
    input.setAttribute(name, value);

  let vocabulary: Vocabulary | null = null;
  let shown: readonly Completion[] = [];
  let active = -1;

  function show(completions: readonly Completion[]): void {
    shown = completions;
    active = -1;
    list.hidden = completions.length === 0;
    input?.setAttribute('aria-expanded', String(!list.hidden));
    input?.removeAttribute('aria-activedescendant');
    list.replaceChildren(
      ...completions.map((completion, i) => {
        const option = element(
          'li',
          { id: `${LIST_ID}-${i}`, role: 'option', 'aria-selected': 'false' },
          element('code', {}, completion.text.trim()),
          ...(completion.help === '' ? [] : [' ', element('span', {}, completion.help)]),
        );
        // On pointerdown the input would lose the focus.
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          accept(completion);
        });
        return option;
      }),
    );
  }
  function update(): void {
    vocabulary ??= readVocabulary();
    const caret = input?.selectionStart ?? 0;
    show(completionsOf(input?.value ?? '', caret, vocabulary));
  }
  function move(step: number): void {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = (active + step + shown.length + (active < 0 && step < 0 ? 1 : 0)) % shown.length;
    const option = list.children[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    input?.setAttribute('aria-activedescendant', `${LIST_ID}-${active}`);
  }
  function accept({ text, from, to }: Completion): void {
    if (!input) return;
    input.setRangeText(text, from, to, 'end');
    // A field is followed by its values.
    update();
  }

  input.addEventListener('input', update);
  input.addEventListener('blur', () => show([]));
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'ArrowDown' && list.hidden) update();
    if (list.hidden) return;
    const completion = shown[active];
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Escape') show([]);
    else if ((key === 'Enter' || key === 'Tab') && completion) accept(completion);
    else return;
    event.preventDefault();
  });
}
