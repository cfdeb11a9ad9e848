/** A value that does not have the shape that its route asks for. The message names the field, never its value. */
export class BadInput extends Error {}

/** Checks a value from outside, and returns what is known of it: all other fields are left out. */
export type Shape<T> = (value: unknown, path: string) => T;

export function text(maxLength: number, pattern?: RegExp): Shape<string> {
  return (value, path) => {
    if (typeof value !== 'string') throw bad(path, 'is not a text');
    if (value.length > maxLength) throw bad(path, `has more than ${maxLength} characters`);
    if (pattern && !pattern.test(value)) throw bad(path, 'is not of the right form');
    return value;
  };
}

export function integer(min = 0, max = Number.MAX_SAFE_INTEGER): Shape<number> {
  return (value, path) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max)
      return value;
    throw bad(path, `is not a whole number from ${min} to ${max}`);
  };
}

export const decimal: Shape<number> = (value, path) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw bad(path, 'is not a number');
};

export const boolean: Shape<boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  throw bad(path, 'is not true or false');
};

export function oneOf<const T>(...choices: readonly T[]): Shape<T> {
  return (value, path) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw bad(path, 'is not one of the known values');
  };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path) => (value === null ? null : shape(value, path));
}

/** A field that may be missing. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path) => (value === undefined ? undefined : shape(value, path));
}

export function list<T>(shape: Shape<T>, maxLength: number): Shape<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw bad(path, 'is not a list');
    if (value.length > maxLength) throw bad(path, `has more than ${maxLength} items`);
    return value.map((item: unknown, index) => shape(item, `${path}[${index}]`));
  };
}

export function pair<A, B>(first: Shape<A>, second: Shape<B>): Shape<readonly [A, B]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length !== 2) throw bad(path, 'is not a pair');
    return [first(value[0], `${path}[0]`), second(value[1], `${path}[1]`)];
  };
}

/** An object with these fields. Those that are missing stay missing. */
export function object<T extends object>(
  fields: {
    readonly [Name in keyof T]-?: Shape<T[Name] | undefined>;
  },
): Shape<T> {
  const shapes = Object.entries<Shape<unknown>>(fields);
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw bad(path, 'is not an object');
    const given = value as Readonly<Record<string, unknown>>;
    const known: Record<string, unknown> = {};
    for (const [name, shape] of shapes) {
      const field = shape(
        Object.hasOwn(given, name) ? given[name] : undefined,
        path === '' ? name : `${path}.${name}`,
      );
      if (field !== undefined) known[name] = field;
    }
    return known as T;
  };
}

function bad(path: string, problem: string): BadInput {
  return new BadInput(`${path === '' ? 'The body' : path} ${problem}`);
}
