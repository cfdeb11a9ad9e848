import type { Exception } from '../profile/profile.ts';

const MAX_CAUSES = 5;
const MAX_TEXT = 8192;
const MAX_NAME = 200;

/** What was thrown, unredacted; `null` when there is nothing to tell. Its `name` is what it is searched by. */
export function toException(thrown: unknown, depth = 0): Exception | null {
  if (thrown === undefined || thrown === null) return null;
  try {
    return thrown instanceof Error
      ? { ...fromError(thrown), cause: depth < MAX_CAUSES ? toException(thrown.cause, depth + 1) : null }
      : { name: typeof thrown, message: cut(String(thrown)), stack: '', cause: null };
  } catch {
    // A getter that throws, an object without a string: it still failed, and that is worth a row.
    return { name: 'unreadable', message: '', stack: '', cause: null };
  }
}

function fromError(error: Error): Omit<Exception, 'cause'> {
  const head = `${error.name}: ${error.message}`;
  const stack = String(error.stack ?? '');
  return {
    name: cut(classOf(error)).slice(0, MAX_NAME),
    message: cut(String(error.message)),
    stack: cut(stack.startsWith(head) ? stack.slice(head.length).replace(/^\n/, '') : stack),
  };
}

/** Both names are any code's to set, to anything. */
function classOf(error: Error): string {
  if (error.name !== 'Error' && error.name) return String(error.name);
  return String(error.constructor?.name || 'Error');
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…cut` : text;
}
