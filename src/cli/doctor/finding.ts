export interface Finding {
  /** A `problem` needs a fix; a `note` may be intended. */
  readonly level: 'ok' | 'note' | 'problem';
  readonly check:
    | 'node'
    | 'switched-off'
    | 'config'
    | 'options'
    | 'versions'
    | 'storage'
    | 'book'
    | 'last-request'
    | 'clock'
    | 'health-checks'
    | 'process'
    | 'dropped'
    | 'disk'
    | 'page'
    | 'network'
    | 'tls'
    | 'proxy'
    | 'key';
  readonly text: string;
  /** What to do; empty if there is nothing to do. */
  readonly next: string;
}

const found =
  (level: Finding['level']) =>
  (check: Finding['check'], text: string, next = ''): Finding => ({ level, check, text, next });

export const ok = found('ok');
export const note = found('note');
export const problem = found('problem');
