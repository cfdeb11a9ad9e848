/** One thing that was checked. */
export interface Finding {
  /** `problem` if something has to be done, `note` if it may be as it should. */
  readonly level: 'ok' | 'note' | 'problem';
  /** What was checked, for programs. */
  readonly check:
    | 'node'
    | 'switched-off'
    | 'config'
    | 'options'
    | 'versions'
    | 'storage'
    | 'book'
    | 'last-request'
    | 'process'
    | 'dropped'
    | 'disk'
    | 'page';
  readonly text: string;
  /** What to do; empty if there is nothing to do. */
  readonly next: string;
}

export const ok = (check: Finding['check'], text: string): Finding => ({
  level: 'ok',
  check,
  text,
  next: '',
});
export const note = (check: Finding['check'], text: string, next = ''): Finding => ({
  level: 'note',
  check,
  text,
  next,
});
export const problem = (check: Finding['check'], text: string, next: string): Finding => ({
  level: 'problem',
  check,
  text,
  next,
});
