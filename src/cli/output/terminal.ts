import { styleText } from 'node:util';

export interface Terminal {
  /** `null` if the output goes to a pipe or a file: then nothing is cut. */
  readonly columns: number | null;
  /** Adds a colour or weight if the output is a terminal. `NO_COLOR` and `FORCE_COLOR` decide first, as in Node. */
  style(style: Style, text: string): string;
}

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

const DEFAULT_COLUMNS = 80;

export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    // A terminal without a known size, as in some CI systems, has 0 columns.
    columns: stream.isTTY ? stream.columns || DEFAULT_COLUMNS : null,
    style: (style, text) => styleText(style, text, { stream }),
  };
}

/** For text without colours that is never cut. */
export const PLAIN: Terminal = { columns: null, style: (_, text) => text };

/** The colour of a status, by its class as on the page. The figure itself is always printed. */
export function statusStyle(status: number): Style {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  if (status >= 300) return 'blue';
  return status === 0 ? 'dim' : 'green';
}
