import { copyText } from '../format/cut-text.ts';
import { createLru } from '../lru.ts';

const MAX_LENGTH = 256;

/**
 * Remembers what `create` makes of values that redaction leaves unchanged. Values that contain a secret are never kept in
 * memory. `create` gets a copy of the value, which may be part of a longer text.
 */
export function rememberUnchanged<Result extends NonNullable<unknown>>(
  redact: (value: string) => string,
  create: (redacted: string) => Result,
  capacity: number,
): (value: string) => Result {
  const known = createLru<Result>(capacity);
  return (value) => {
    if (value.length > MAX_LENGTH) return create(copyText(redact(value)));
    const existing = known.get(value);
    if (existing !== undefined) return existing;
    const redacted = redact(value);
    if (redacted !== value) return create(redacted);
    const copy = copyText(value);
    const result = create(copy);
    known.set(copy, result);
    return result;
  };
}
