/** Sets an option from the text of an environment variable. */
export interface Variable {
  /** Returns the value of the option. It is not checked: the option does that. */
  read(text: string): unknown;
  /** For the docs, in Markdown. */
  readonly example: string;
}

const variable = (read: Variable['read']) => (example: string) => ({ read, example });

export const text = variable((value) => value);

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };
export const boolOf = variable((value) => BOOLEANS[value] ?? value);

/** A number, a text with a unit such as `30d`, or `false`. */
export const amount = variable((value) => {
  if (value === 'false') return false;
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
});

export const list = variable(itemsOf);

/** Names of instrumentations: only these, or with a minus all but these. */
export const names = variable((value) => {
  if (value === 'none') return value;
  const items = itemsOf(value);
  if (!items.every((item) => item.startsWith('-'))) return items;
  return Object.fromEntries(items.map((item) => [item.slice(1), false]));
});

function itemsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
